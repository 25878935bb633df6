// Which edits are made: those that are proven, and of which a check of the changed text shows that what
// they are about is gone and nothing new is wrong or unknown. All others are refused with the reason.

import type { CheckReport, Seen } from '../check/checkCode.ts'
import type { Finding } from '../check/report/finding.ts'
import { withoutMark } from '../domain/texts/fileText.ts'
import { apart, changed, type Edit, type Refusal } from './edit.ts'
import { type Older, propose } from './propose.ts'

export type Texts = ReadonlyMap<string, string>

export type Checked = Readonly<{ report: CheckReport; seen: Seen }>

export type Fixes = Readonly<{
  edits: readonly Edit[]
  refused: readonly Refusal[]
  /** What is left of each file that changes, without the mark of its encoding. */
  after: Texts
  /** The check of the text that is left. */
  report: CheckReport
}>

/** Every round takes an edit back; what is not settled by then is refused. */
const ROUNDS_MAX = 20

export async function proveFixes(
  findings: readonly Finding[],
  parts: Readonly<{
    texts: Texts
    before: Checked
    older: Older | null
    check: (texts: Texts) => Promise<CheckReport>
  }>,
): Promise<Fixes> {
  const { before, check, older } = parts
  const texts = new Map([...parts.texts].map(([path, text]) => [path, withoutMark(text)]))
  const refused: Refusal[] = []
  const proposed: Edit[] = []
  for (const finding of findings) {
    const text = texts.get(finding.path)
    const made =
      text === undefined
        ? { finding, reason: 'The file is not at hand.' }
        : propose(finding, { text, texts, seen: before.seen, older })
    if ('reason' in made) refused.push(made)
    else proposed.push(made)
  }
  const first = apart(proposed)
  refused.push(...first.refused)
  let edits = first.edits
  for (let round = 0; edits.length > 0 && round < ROUNDS_MAX; round += 1) {
    const after = textsAfter(texts, edits)
    const report = await check(after)
    const wrong = withdrawn(edits, before.report, report)
    if (wrong.size === 0) return { edits, refused: leftOf(refused, report), after, report }
    refused.push(...[...wrong].map(([{ finding }, reason]) => ({ finding, reason })))
    edits = edits.filter((edit) => !wrong.has(edit))
  }
  for (const { finding } of edits) refused.push({ finding, reason: UNKNOWN })
  return {
    edits: [],
    refused: leftOf(refused, before.report),
    after: new Map(),
    report: before.report,
  }
}

function textsAfter(texts: Texts, edits: readonly Edit[]): Texts {
  const after = new Map<string, string>()
  for (const path of new Set(edits.map((edit) => edit.path))) {
    const changes = edits.filter((edit) => edit.path === path).flatMap((edit) => edit.changes)
    after.set(path, changed(texts.get(path) ?? '', changes))
  }
  return after
}

const STILL = 'A check of the changed text still finds it.'
const ANOTHER = 'A check of the changed text finds something else.'
const UNKNOWN = 'Of the changed text less could be told.'

/** Which edits are taken back: those on the line, else those in the file, else all of them. */
function withdrawn(
  edits: readonly Edit[],
  before: CheckReport,
  after: CheckReport,
): ReadonlyMap<Edit, string> {
  const wrong = new Map<Edit, string>()
  const left = countsOf(after.findings.map(keyOf))
  const had = countsOf(before.findings.map(keyOf))
  for (const key of new Set(edits.map(({ finding }) => keyOf(finding)))) {
    const mine = edits.filter(({ finding }) => keyOf(finding) === key)
    const most = (had.get(key) ?? 0) - mine.length
    if ((left.get(key) ?? 0) > most) for (const edit of mine) wrong.set(edit, STILL)
  }
  if (wrong.size > 0) return wrong
  const blame = (places: readonly Place[], reason: string) => {
    for (const { path, line } of places) {
      const inFile = edits.filter((edit) => edit.path === path)
      const onLine = inFile.filter(({ finding }) => finding.line === line)
      const [first] = [onLine, inFile, edits].filter((some) => some.length > 0)
      for (const edit of first ?? []) wrong.set(edit, reason)
    }
  }
  blame(more(before.findings, after.findings, keyOf), ANOTHER)
  const openKey = ({ path, name, reason }: CheckReport['undetermined'][number]) =>
    JSON.stringify([path, name, reason])
  if (wrong.size === 0) blame(more(before.undetermined, after.undetermined, openKey), UNKNOWN)
  if (wrong.size > 0) return wrong
  const isLess =
    after.counts.determined < before.counts.determined || after.counts.unread > before.counts.unread
  if (isLess) for (const edit of edits) wrong.set(edit, UNKNOWN)
  return wrong
}

type Place = Readonly<{ path: string; line: number }>

/** What there is more of than before. */
function more<T extends Place>(
  before: readonly T[],
  after: readonly T[],
  key: (one: T) => string,
): readonly T[] {
  const left = countsOf(before.map(key))
  return after.filter((one) => {
    const count = left.get(key(one)) ?? 0
    if (count > 0) left.set(key(one), count - 1)
    return count === 0
  })
}

function keyOf({ path, code, package: name, symbol, message }: Finding): string {
  return JSON.stringify([path, code, name, symbol, message])
}

function countsOf(keys: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Without what is mended along with another: a name where it is used, by its import. */
function leftOf(refused: readonly Refusal[], { findings }: CheckReport): readonly Refusal[] {
  const left = new Set(findings.map(keyOf))
  return refused
    .filter(({ finding }) => left.has(keyOf(finding)))
    .sort(
      ({ finding: a }, { finding: b }) =>
        (a.path < b.path ? -1 : a.path > b.path ? 1 : 0) || a.line - b.line || a.column - b.column,
    )
}
