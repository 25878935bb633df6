// Whether the log moves on: for operators, who would not see it in any answer.

import type { LogHead } from '../ports/log.ts'

/** `stalled`: integration failed, or leaves have waited for long. */
export type LogHealth = Readonly<{
  state: 'ok' | 'stalled'
  /** Leaves that no checkpoint covers yet. */
  waiting: number
  problem: string | null
}>

export function logHealth({ looksMax }: Readonly<{ looksMax: number }>) {
  let last: LogHead | null = null
  let looks = 0
  let failure: string | null = null
  return {
    /** What the store has now; to be called at a steady pace. */
    look(head: LogHead): void {
      const isSame = last?.integrated === head.integrated && head.size > head.integrated
      looks = isSame ? looks + 1 : 0
      last = head
    },
    failed(message: string): void {
      failure = message
    },
    worked(): void {
      failure = null
    },
    read(): LogHealth {
      const waiting = last === null ? 0 : last.size - last.integrated
      const stuck = looks >= looksMax ? 'Leaves wait, and nobody integrates them' : null
      const problem = failure ?? stuck
      return { state: problem === null ? 'ok' : 'stalled', waiting, problem }
    },
  }
}
