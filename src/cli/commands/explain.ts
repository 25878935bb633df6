// assay explain: what a code means, and what to do about it. The words are those of the pages that came
// with the program: docs/reference/findings.md and errors.md have a heading for every code.

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { FINDING_CODES } from '../../check/report/finding.ts'
import { REASONS } from '../../diff/reasons.ts'
import { ERRORS } from '../../errors.ts'
import type { Run } from '../terminal/command.ts'
import { meant } from '../terminal/meant.ts'
import { EXIT, type Output } from '../terminal/output.ts'
import { readArgs } from '../terminal/readArgs.ts'
import { quote, wordMistake } from '../terminal/target.ts'
import { OPTIONS, optionLines, wrapped } from '../words/options.ts'

export const usage = `Usage: assay explain [<code>] [--json]

Says what a code means, why it is told, and what to do about it: of a finding of check, of an error, of a
change that diff and upgrade tell. Without a code it lists them all.
${optionLines('explain')}

Exit status
  0  the code is explained
  1  there is no such code
  2  the command line is wrong

  assay explain symbol_not_found`

type Explained = Readonly<{ code: string; of: 'finding' | 'error' | 'change'; text: string }>

export const run: Run = async (argv, { out }) => {
  const { values, positionals } = readArgs(argv, OPTIONS.explain)
  const [code] = positionals
  const mistake = wordMistake(positionals, code === undefined ? [] : ['the code'], usage)
  if (mistake !== null) return out.usage(mistake)
  if (code === undefined) {
    out.print(values.json ? JSON.stringify(CODES) : listed())
    return EXIT.yes
  }
  const found = await explained(code)
  if (found.length === 0) {
    const near = nearCodes(code)
    const hint = near.length === 0 ? '' : `; near it: ${near.join(', ')}`
    out.note(`assay: there is no code ${quote(code)}${hint}\n\`assay explain\` lists them all`)
    return EXIT.no
  }
  out.print(values.json ? JSON.stringify(found) : found.map((one) => shown(one, out)).join('\n\n'))
  return EXIT.yes
}

const CODES = {
  finding: FINDING_CODES,
  error: Object.keys(ERRORS),
  change: Object.keys(REASONS),
} as const

function listed(): string {
  const lines = Object.entries(CODES).map(
    ([of, codes]) =>
      `${LISTS[of as Explained['of']]}\n${wrapped(codes.join(' '), COLUMNS - 2)
        .map((line) => `  ${line}`)
        .join('\n')}`,
  )
  return lines.join('\n\n')
}

const LISTS = {
  finding: 'Findings of check',
  error: 'Errors of every command and of the service',
  change: 'Changes that diff and upgrade tell',
} as const

/** A word may be the code of a finding and of an error. */
export async function explained(code: string): Promise<readonly Explained[]> {
  const { ownPage } = await import('../../app/ownPage.ts')
  return [
    ...section('finding', ownPage('/docs/reference/findings'), code),
    ...section('error', ownPage('/docs/reference/errors'), code),
    ...changed(code),
  ]
}

function section(of: 'finding' | 'error', page: string, code: string): readonly Explained[] {
  if (!CODES[of].some((known) => known === code)) return []
  const [, text = ''] = readFileSync(page, 'utf8').split(`\n### \`${code}\`\n`)
  const [own = ''] = text.split(/\n##/)
  return [{ code, of, text: own.trim() }]
}

const SEVERITIES = {
  breaking: 'Breaking: code that was right can be wrong now.',
  undecided: 'Undecided: whether code breaks cannot be told, and so it is called neither.',
  compatible: 'Compatible: code that was right still is.',
} as const

function changed(code: string): readonly Explained[] {
  if (!Object.hasOwn(REASONS, code)) return []
  const [severity, means] = REASONS[code as keyof typeof REASONS]
  const text = `**${SEVERITIES[severity]}** ${means}.

- *For example:* \`assay diff <pypi|npm> <package> <from> <to>\` names it behind each symbol that changed so.
- *What to do:* \`assay upgrade <pypi|npm> <package> <from> <to>\` tells which places of your code are concerned. docs/internals/diff.md has all of them.`
  return [{ code, of: 'change', text }]
}

const NEAR_MAX = 3

/** The nearest first. */
function nearCodes(written: string): readonly string[] {
  const left = new Set<string>(Object.values(CODES).flat())
  const near: string[] = []
  const word = written.toLowerCase().replaceAll('-', '_')
  while (near.length < NEAR_MAX) {
    const next =
      meant(word, left) ?? [...left].find((code) => word.length > 3 && code.includes(word))
    if (next === undefined) break
    near.push(next)
    left.delete(next)
  }
  return near
}

const COLUMNS = 100

/** Markdown as text: one paragraph or item after the other, in lines that fit. */
function shown({ code, of, text }: Explained, out: Output): string {
  const blocks = text
    .replaceAll('\n>\n', '\n\n')
    .split(/\n{2,}|\n(?=- )/)
    .map((block) => {
      const words = block.replace(/\s*\n>?\s*/g, ' ').trim()
      const [, mark = '', rest = words] = /^([->]) (.*)$/s.exec(words) ?? []
      const indent = mark === '' ? '' : '  '
      const lines = wrapped(plain(rest), COLUMNS - indent.length).map((line) => `${indent}${line}`)
      return mark === '>' ? lines.map(out.dim).join('\n') : lines.join('\n')
    })
  return [`${out.bad(code)}  ${out.dim(of)}`, ...blocks].join('\n')
}

/** Where a link of a page leads, for somebody at a terminal. */
function linked(words: string, target: string): string {
  if (/^https?:/.test(target)) return `${words} (${target})`
  const [page = ''] = target.split('#')
  // Within the page the words are a code, which can be asked about.
  return page === '' ? words : `${words} (${posix.join('docs/reference', page)})`
}

const plain = (text: string) =>
  text
    .replace(/\[([^\]]+)\]\(([^)]*)\)/g, (_all, words, target) => linked(words, target))
    .replace(/\*\*([^*]+)\*\*/g, '$1')
    .replace(/(^|\s)\*([^*]+)\*/g, '$1$2')
