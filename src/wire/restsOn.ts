// What an answer rests on besides the file of its own package: types that others wrote, dependencies that
// were followed. They need not be the releases that a project has.

import type { Signed } from './signed.ts'

const NAMED_MAX = 5

/** A line for people; none where nothing else was read. */
export function restsOnLines({ attestation }: Signed, packageName: string): readonly string[] {
  const { artifacts } = attestation.evidence as Readonly<{ artifacts?: readonly Artifact[] }>
  const others = (artifacts ?? []).filter((one) => one.package !== packageName)
  if (others.length === 0) return []
  const named = others.slice(0, NAMED_MAX).map((one) => `${one.package} ${one.version}`)
  const rest = others.length - named.length
  return [`with     ${named.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`]
}

type Artifact = Readonly<{ package: string; version: string }>
