// What grading asks of the world.

import type { Language } from '../oracle/job.ts'
import type { OracleWorld } from '../oracle/world.ts'

export interface JudgeWorld extends OracleWorld {
  /** Whether a text is code of a language; null where that cannot be told. */
  parses(language: Language, text: string): Promise<boolean | null>
}
