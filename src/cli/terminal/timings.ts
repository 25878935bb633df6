// --timings: what a command spent its time on, stage by stage.

import { STAGES, type Stage, sumStages } from '../../stages.ts'

const FLAG = '--timings'

/** The arguments of the command itself, and what to print when it is done. */
export function withTimings(argv: readonly string[]) {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const at = argv.slice(0, end).indexOf(FLAG)
  if (at === -1) return { argv, lines: () => [] }
  const sums = sumStages()
  return { argv: argv.toSpliced(at, 1), lines: () => stageLines(sums, performance.now()) }
}

/** Stages run side by side, so that they may come to more than the whole. */
export function stageLines(sums: ReadonlyMap<Stage, number>, wholeMs: number): readonly string[] {
  const row = (name: string, ms: number, what: string) =>
    `${name.padEnd(13)}${ms.toFixed(0).padStart(7)} ms  ${what}`
  const stages = Object.entries(STAGES).flatMap(([stage, what]) => {
    const ms = sums.get(stage as Stage)
    return ms === undefined ? [] : [row(stage, ms, what)]
  })
  return [...stages, row('whole', wholeMs, 'from the start of the program to its end')]
}
