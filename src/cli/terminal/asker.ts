// Who runs a command: the process that it was typed into, or one that stays and has it handed over.

import type { Shared } from '../../app/ingestion.ts'
import type { ProgressStream } from './progress.ts'

/** Where the answer goes, and how an interruption is told. */
export type Asker = Readonly<{
  stdout: ProgressStream
  stderr: ProgressStream
  /** When the command began, on the clock of `performance`. */
  beganMs: number
  /** Calls for the first interruption; `again` for every one after it, and for a request to end. */
  onInterrupt: (first: () => void, again?: () => void) => void
  /** What this command has in common with others. */
  shared: Shared
}>
