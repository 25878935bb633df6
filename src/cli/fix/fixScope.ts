// Proven fixes of a folder: what is checked, which edits are proven, what is written and printed.

import type { CheckApp } from '../../app/checkApp.ts'
import type { CheckReport, Seen } from '../../check/checkCode.ts'
import type { Finding } from '../../check/report/finding.ts'
import type { Older } from '../../fix/propose.ts'
import { type Fixes, proveFixes, type Texts } from '../../fix/proveFixes.ts'
import { unifiedDiff } from '../../fix/unifiedDiff.ts'
import type { CheckScope } from '../check/checkFiles.ts'
import { readSources } from '../check/readSources.ts'
import { inputOf, saidOf } from '../check/scopeReport.ts'
import { counted } from '../terminal/counted.ts'
import type { Output } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'
import type { StatusLine } from '../terminal/statusLine.ts'
import { whyNotWritten, writeEdited } from './writeFile.ts'

export type Checking = Readonly<{
  app: CheckApp
  scope: CheckScope
  pins?: Readonly<Record<string, string>>
  signal: AbortSignal
  line: StatusLine
}>

export type Seeing = Readonly<{ report: CheckReport; seen: Seen }>

/** A check with what was known as it was made. `texts`: what stands in the place of files. */
export async function checkSeeing(
  { app, scope, pins = {}, signal, line }: Checking,
  texts: Texts = new Map(),
): Promise<Seeing> {
  let seen: Seen | null = null
  const files = scope.files.map((file) => ({
    ...file,
    content: texts.get(file.path) ?? file.content,
  }))
  const now = { ...scope, files }
  try {
    const read = await readSources(now, { signal, onRead: () => line.show('reading') })
    const onPackage = (done: number, all: number) => line.show(`packages ${done}/${all}`)
    const { report } = await app.checkInput(inputOf(now, read, app), pins, { signal }, onPackage, {
      onSeen: (one) => {
        seen = one
      },
    })
    signal.throwIfAborted()
    if (seen === null) throw new Error('nothing was seen')
    return { report: saidOf(report, now), seen }
  } finally {
    line.clear()
  }
}

export type Done = Fixes &
  Readonly<{
    /** As `git apply` takes it. */
    diff: string
    /** Paths of the files that were written. */
    written: readonly string[]
    /** Paths that were not, and why; their edits are not made. */
    unwritten: readonly Readonly<{ path: string; reason: string }>[]
  }>

/** `isWritten`: else nothing but the difference comes of it. */
export async function fixScope(
  findings: readonly Finding[],
  parts: Checking &
    Readonly<{ before: Seeing; older: Older | null; root: string; isWritten: boolean }>,
): Promise<Done> {
  const { scope, before, older, root, isWritten } = parts
  const texts = new Map(scope.files.map(({ path, content }) => [path, content]))
  // What could not be written is not proposed either.
  const unwritten = new Map<string, string>()
  const pathOf = ({ path }: Finding) => path
  for (const path of new Set(findings.map(pathOf))) {
    const text = texts.get(path)
    const why =
      text === undefined
        ? 'It was not read.'
        : whyNotWritten(root, { path, before: text, after: text })
    if (why !== null) unwritten.set(path, why)
  }
  const fixes = await proveFixes(
    findings.filter((finding) => !unwritten.has(finding.path)),
    { texts, before, older, check: async (after) => (await checkSeeing(parts, after)).report },
  )
  const written: string[] = []
  const failed = new Map<string, string>()
  const diffs: string[] = []
  for (const [path, after] of fixes.after) {
    const text = texts.get(path) ?? ''
    const why = isWritten ? writeEdited(root, { path, before: text, after }) : null
    if (why !== null) {
      failed.set(path, why)
      continue
    }
    if (isWritten) written.push(path)
    diffs.push(unifiedDiff(path, text, after))
  }
  const told = [...new Set(findings)].flatMap((finding) => {
    const reason = unwritten.get(finding.path)
    return reason === undefined ? [] : [{ finding, reason }]
  })
  const isMade = ({ path }: Readonly<{ path: string }>) => !failed.has(path)
  const lost = fixes.edits.filter((edit) => !isMade(edit))
  return {
    ...fixes,
    edits: fixes.edits.filter(isMade),
    refused: [
      ...fixes.refused,
      ...told,
      ...lost.map(({ finding, path }) => ({ finding, reason: failed.get(path) ?? '' })),
    ],
    report: failed.size === 0 ? fixes.report : before.report,
    diff: diffs.join(''),
    written,
    unwritten: [...unwritten, ...failed].map(([path, reason]) => ({ path, reason })),
  }
}

/** What was fixed and what was not, a line for each. */
export function fixLines(
  { edits, refused }: Fixes,
  out: Output,
  isWritten: boolean,
): readonly string[] {
  const place = ({ path, line, column }: Finding) => `${printable(path)}:${line}:${column}`
  const what = ({ symbol, package: name }: Finding) => printable(symbol ?? name ?? '')
  const made = edits.map(({ finding, proof }) => {
    const word = isWritten ? 'fixed' : 'fixable'
    return `${place(finding)}  ${out.good(word)}  ${what(finding)}\n    ${printable(proof)}`
  })
  const left = refused.map(
    ({ finding, reason }) =>
      `${place(finding)}  ${out.dim('left')}  ${what(finding)}\n    ${printable(reason)}`,
  )
  const word = isWritten ? 'fixed' : 'could be fixed'
  const sum = `${counted(edits.length, 'finding')} ${word}, ${refused.length} left as ${refused.length === 1 ? 'it is' : 'they are'}`
  return [...made, ...left, sum]
}

/** The same for programs. */
export function fixesJson({ edits, refused, diff, written }: Done) {
  const place = ({ path, line, column, code, package: name, symbol }: Finding) => {
    return { path, line, column, code, package: name, symbol }
  }
  return {
    edits: edits.map(({ finding, proof }) => ({ ...place(finding), proof })),
    refused: refused.map(({ finding, reason }) => ({ ...place(finding), reason })),
    written,
    diff,
  }
}
