// What is shown when a log lies: texts that the log itself has signed, so that nobody has to believe
// the monitor. docs/formats/log.md says how each is checked.

/** What was wrong. The words are never renamed. */
export type Lie =
  | 'checkpoint_unsigned'
  | 'checkpoint_malformed'
  | 'witnesses_missing'
  | 'tree_shorter'
  | 'tree_forked'
  | 'entries_other'
  | 'tiles_other'
  | 'key_retired'
  | 'rotation_forked'
  | 'verifier_gone'
  | 'verifier_forked'
  | 'entry_twice'
  | 'entry_malformed'
  | 'entry_not_canonical'
  | 'entry_signature_false'
  | 'answer_other'

export const LIE_WORDS: Readonly<Record<Lie, string>> = {
  checkpoint_unsigned: 'The checkpoint is not signed with the key of the log.',
  checkpoint_malformed: 'The log has signed something as a checkpoint that is none.',
  witnesses_missing: 'Too few of the witnesses have cosigned the checkpoint.',
  tree_shorter: 'The log shows fewer leaves than it did.',
  tree_forked: 'The log has signed two trees that cannot both be its own.',
  entries_other: 'The entries that the log serves do not make the tree that it has signed.',
  tiles_other: 'A tile that the log serves is not one of the tree that it has signed.',
  key_retired: 'The checkpoint is not signed with the key that the log has by its own leaves.',
  rotation_forked: 'A key that another one has followed is followed by a second one.',
  verifier_gone: 'An open answer stands behind the leaf by which its verifier was followed.',
  verifier_forked: 'A verifier that another one has followed is followed by a second one.',
  entry_twice: 'One answer stands in the log twice.',
  entry_malformed: 'An entry is none of those that the log may have.',
  entry_not_canonical: 'An entry is not canonical JSON.',
  entry_signature_false: 'An open answer is not signed by a published address.',
  answer_other: 'An open answer is not what its artifacts say.',
}

export type Evidence = Readonly<{
  lie: Lie
  origin: string
  /** The key of the log, to check the checkpoints with. */
  log_key: string
  /** As it was served now. */
  checkpoint: string
  /** As it was served before, where two contradict each other. */
  earlier_checkpoint?: string
  /** More about it: why the checkpoint does not open, which tile or bundle it is. */
  reason?: string
  /** The leaf in question, base 64, with the proof that it stands where it does. */
  entry?: string
  proof?: string
  /** Where the same answer stands besides, or the leaf that contradicts it. */
  earlier_proof?: string
  /** The leaf that stands there. */
  earlier_entry?: string
  /** What the artifacts say. */
  derived?: string
}>

export class LogLies extends Error {
  override readonly name = 'LogLies'
  readonly evidence: Evidence
  constructor(evidence: Evidence) {
    super(LIE_WORDS[evidence.lie])
    this.evidence = evidence
  }
}
