// One check of files, with what runs before it have kept: nothing is read while nothing has changed, and
// nothing is judged again while all that it rests on is as it was. What rests on something that could not
// be had is kept for nobody.

import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport } from '../../check/checkCode.ts'
import type { StatusLine } from '../terminal/statusLine.ts'
import type { CheckScope } from './checkFiles.ts'
import { codeDigest, contentDigests, digestOf, keptChecks, programText } from './keptChecks.ts'
import { inputOf, saidOf } from './scopeReport.ts'

type Question = Readonly<{
  root: string
  /** As they were asked about; null for what is staged. */
  paths: readonly string[] | null
  /** Nothing that was kept counts, and nothing is kept. */
  isFresh: boolean
}>

export async function checkScope(
  app: CheckApp,
  scope: CheckScope,
  { root, paths, isFresh }: Question,
  { line, signal }: Readonly<{ line: StatusLine; signal: AbortSignal }>,
): Promise<CheckReport> {
  const kept = keptChecks(app.dataDir, [root, JSON.stringify(paths)])
  const ground = digestOf([programText(app.version), app.ground, root])
  const contents = contentDigests(scope)
  const code = codeDigest(scope, contents, ground)
  const names = digestOf([ground, app.slips.sets()])
  const words = isFresh ? [] : kept.words(names)
  app.slips.load(words)
  try {
    const before = isFresh ? null : kept.report()
    if (before?.code === code) {
      line.show('nothing changed here; looking at the releases')
      const world = await app.worldOf(before.report.packages, { signal })
      if (world === before.world) return before.report
    }
    // Loaded here: while nothing has changed, nothing is parsed.
    const { rememberedFiles } = await import('./rememberedFiles.ts')
    const files = rememberedFiles(contents, isFresh ? null : kept.judgements(ground))
    const onRead = (count: number) => line.show(`reading ${count}/${scope.files.length}`)
    const read = await files.read(scope, { signal, onRead })
    const onPackage = (done: number, all: number) => line.show(`packages ${done}/${all}`)
    const input = inputOf(scope, read, app)
    const { memory } = files
    const { report, world } = await app.checkInput(input, {}, { signal }, onPackage, { memory })
    // What was not looked up any more would be told as if nobody could.
    signal.throwIfAborted()
    const said = saidOf(report, scope)
    if (world !== null && !isFresh) {
      const now = app.slips.words()
      if (now.length !== words.length) kept.saveWords(names, now)
      const lines = memory.lines(input.sources)
      if (lines !== null) kept.saveJudgements({ ground, lines })
      kept.saveReport({ code, world, report: said })
    }
    return said
  } finally {
    line.clear()
  }
}
