// A criterion of the fixed grammar, understood. docs/reference/judge.md has a row for each kind.

import type { CodeCheckType } from '../oracle/checks/code.ts'
import type { Language } from '../oracle/job.ts'

export type Unit = 'words' | 'characters' | 'lines' | 'sentences' | 'paragraphs' | 'bullets'

/** From and to, both included. */
export type Range = Readonly<{ low: number; high: number }>

/** How a text is looked for. */
export type TextMatch = Readonly<{ isWord: boolean; ignoresCase: boolean }>

export type Criterion =
  | (Readonly<{ kind: 'contains'; texts: readonly string[]; how: 'all' | 'any' | 'none' }> &
      TextMatch)
  | (Readonly<{ kind: 'times'; text: string; range: Range }> & TextMatch)
  | (Readonly<{ kind: 'starts' | 'ends'; texts: readonly string[]; isNot: boolean }> & TextMatch)
  | (Readonly<{ kind: 'equals'; texts: readonly string[]; isNot: boolean }> & TextMatch)
  | Readonly<{
      kind: 'matches'
      pattern: string
      flags: string
      isFull: boolean
      isNot: boolean
    }>
  | Readonly<{ kind: 'length'; unit: Unit; range: Range }>
  | Readonly<{ kind: 'empty'; isNot: boolean }>
  | Readonly<{ kind: 'json'; type: 'object' | 'array' | null }>
  | Readonly<{ kind: 'json_keys'; keys: readonly string[]; isNot: boolean }>
  | Readonly<{ kind: 'json_path'; path: string; equals: Readonly<{ value: unknown }> | null }>
  | Readonly<{ kind: 'mentions_packages' }>
  | Readonly<{ kind: 'code'; what: 'imports' | CodeCheckType; language: Language | null }>
  | Readonly<{ kind: 'parses'; language: Language }>
  | Readonly<{ kind: 'has'; what: 'code_block' | 'url'; isNot: boolean }>
