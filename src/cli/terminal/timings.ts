// --timings: what a command spent its time on, stage by stage.

import { STAGES, type Stage } from '../../stages.ts'

/** Stages run side by side, so that they may come to more than the whole. */
export function stageLines(sums: ReadonlyMap<Stage, number>, wholeMs: number): readonly string[] {
  const row = (name: string, ms: number, what: string) =>
    `${name.padEnd(13)}${ms.toFixed(0).padStart(7)} ms  ${what}`
  const stages = Object.entries(STAGES).flatMap(([stage, what]) => {
    const ms = sums.get(stage as Stage)
    return ms === undefined ? [] : [row(stage, ms, what)]
  })
  const told = [...sums.values()].reduce((sum, ms) => sum + ms, 0)
  return [
    ...stages,
    row('other', Math.max(0, wholeMs - told), 'all else'),
    row('whole', wholeMs, 'from the start of the program to its end'),
  ]
}
