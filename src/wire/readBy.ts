// Who has read the files that an answer rests on, where it was not the one who signed it.

type Rests = Readonly<{ read_by?: string }>
type Evidence = Readonly<{ artifacts?: readonly Rests[]; other_artifacts?: readonly Rests[] }>

/** The makers of the indexes that tables of the answer were pulled from; addresses, sorted. */
export function makersOf(answer: Readonly<{ attestation: object }>): readonly string[] {
  const { evidence = {} }: Readonly<{ evidence?: Evidence }> = answer.attestation
  const { artifacts = [], other_artifacts: others = [] } = evidence
  return [...new Set([...artifacts, ...others].flatMap(({ read_by: by }) => by ?? []))].sort()
}

/** A line for people about an answer that rests on what others have read; none about any other. */
export function readByLines(makers: readonly string[]): readonly string[] {
  if (makers.length === 0) return []
  return [`read by  ${makers.join(', ')}, whose index was pulled; \`assay audit\` reads it here`]
}
