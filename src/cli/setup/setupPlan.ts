// What `assay init` would write into a repository: for each tool that is found there, its own file.
// What is there stays: a file is only added to, and one that has us already is left alone, but for the
// tag of the action that somebody asks for.

import { existsSync, lstatSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { isMembers, jsonIn } from '../../domain/texts/jsonValue.ts'
import { isInside } from '../process/settingsFile.ts'
import type { INIT_PARTS } from '../words/options.ts'
import { withMember } from './jsonInsert.ts'

export type Part = (typeof INIT_PARTS)[number]

/** What there is to do, and the files that have us already. */
export type Plan = Readonly<{ steps: readonly Step[]; held: readonly string[] }>

/** `after` null: it cannot be written; `note` says why, or what to do by hand. */
export type Step = Readonly<{
  part: Part
  path: string
  before: string | null
  after: string | null
  note: string | null
}>

const SERVER = { command: 'assay', args: ['mcp'] }
const MATCHER = 'Bash|Write|Edit|MultiEdit'
const HOOK = { matcher: MATCHER, hooks: [{ type: 'command', command: 'assay hook' }] }
const FILE_MAX_BYTES = 1024 ** 2

type Tool = Readonly<{
  /** One of these shows that the tool is used here. */
  signs: readonly string[]
  path: string
  keys: readonly string[]
  value: unknown
}>

const AGENTS: readonly Tool[] = [
  {
    signs: ['.mcp.json', '.claude', 'CLAUDE.md'],
    path: '.mcp.json',
    keys: ['mcpServers', 'assay'],
    value: SERVER,
  },
  { signs: ['.cursor'], path: '.cursor/mcp.json', keys: ['mcpServers', 'assay'], value: SERVER },
  {
    signs: ['.vscode'],
    path: '.vscode/mcp.json',
    keys: ['servers', 'assay'],
    value: { type: 'stdio', ...SERVER },
  },
  {
    signs: ['.gemini'],
    path: '.gemini/settings.json',
    keys: ['mcpServers', 'assay'],
    value: SERVER,
  },
]

const HOOKS: Tool = {
  signs: ['.claude', 'CLAUDE.md'],
  path: '.claude/settings.json',
  keys: ['hooks', 'PreToolUse'],
  value: HOOK,
}

const PRE_COMMIT = '.pre-commit-config.yaml'

/**
 * What there is to do, in the order of the parts. `only`: the parts that somebody asked for, or null;
 * such a part is set up although nothing of it is there. `action`: where the action is, or null.
 */
export function setupPlan(
  root: string,
  only: ReadonlySet<Part> | null,
  action: string | null,
): Plan {
  const isThere = (sign: string) => existsSync(join(root, sign))
  const isWanted = (part: Part, signs: readonly string[]) =>
    only === null ? signs.some(isThere) : only.has(part)
  const found = AGENTS.filter(({ signs }) => signs.some(isThere))
  // Most agents read the first of them.
  const agents = found.length === 0 ? AGENTS.slice(0, 1) : found
  const isAction = action !== null && only === null
  const steps = [
    ...(isWanted(
      'mcp',
      AGENTS.flatMap(({ signs }) => signs),
    )
      ? agents.map((tool) => jsonStep(root, 'mcp', tool, false))
      : []),
    ...(isWanted('hooks', HOOKS.signs) ? [jsonStep(root, 'hooks', HOOKS, true)] : []),
    ...(isWanted('pre-commit', [PRE_COMMIT]) ? [preCommitStep(root)] : []),
    ...(isAction || isWanted('action', ['.github']) ? [actionStep(root, action)] : []),
  ]
  return {
    steps: steps.filter((step) => typeof step !== 'string'),
    held: steps.filter((step) => typeof step === 'string'),
  }
}

/** The path alone where it is there already. */
function jsonStep(root: string, part: Part, tool: Tool, isList: boolean): Step | string {
  const { path, keys, value } = tool
  const before = textAt(root, path)
  if (before instanceof Refused) return refused(part, path, before.why)
  // The command may stand there in any form: with other rights, another path, another word before it.
  const there = valueAt(jsonIn(before ?? '{}'), keys)
  const isOurs = isList ? /assay[ -]hook/.test(JSON.stringify(there ?? null)) : there !== undefined
  if (isOurs) return path
  const wanted = isList && there === undefined ? [value] : value
  const after = asInFile(before ?? '', (text) => withMember(text, keys, wanted))
  if (after !== null) return changed(root, part, path, before, before ? after : `${after}\n`)
  const literal = JSON.stringify({ [keys[0] ?? '']: { [keys[1] ?? '']: wanted } })
  return refused(part, path, `it cannot be added to; add ${literal} by hand`)
}

const refused = (part: Part, path: string, note: string): Step => ({
  ...{ part, path, before: null, after: null, note },
})

/** A file that nobody may write to was made so on purpose. */
function changed(
  root: string,
  part: Part,
  path: string,
  before: string | null,
  after: string,
): Step {
  const found = statSync(join(root, path), { throwIfNoEntry: false })
  if (found !== undefined && (found.mode & 0o222) === 0) {
    return refused(part, path, 'it may only be read; give yourself the right to write it first')
  }
  return { part, path, before, after, note: null }
}

/** What is added ends its lines as the file does. */
function asInFile(before: string, add: (text: string) => string | null): string | null {
  const isWindows = before.includes('\r\n') && !/(?:^|[^\r])\n/.test(before)
  if (!isWindows) return add(before)
  return add(before.replaceAll('\r\n', '\n'))?.replaceAll('\n', '\r\n') ?? null
}

function valueAt(root: unknown, keys: readonly string[]): unknown {
  let value = root
  for (const key of keys) {
    value = isMembers(value) && Object.hasOwn(value, key) ? value[key] : undefined
  }
  return value
}

class Refused {
  readonly why: string
  constructor(why: string) {
    this.why = why
  }
}

/** Null where there is no such file. A link that leads out of the repository is not followed. */
function textAt(root: string, path: string): string | null | Refused {
  const full = join(root, path)
  if (!isInside(root, full)) return new Refused('it leads out of the repository')
  const found = statSync(full, { throwIfNoEntry: false })
  if (found === undefined) {
    const isLink = lstatSync(full, { throwIfNoEntry: false }) !== undefined
    return isLink ? new Refused('it is a link that leads to nothing') : null
  }
  if (!found.isFile() || found.size > FILE_MAX_BYTES)
    return new Refused('it is no file of settings')
  const bytes = readFileSync(full)
  const text = bytes.toString('utf8')
  // Letters that are none would be written back as others.
  return Buffer.from(text).equals(bytes)
    ? text
    : new Refused('it is not all UTF-8, and could not be kept as it is')
}

function preCommitStep(root: string): Step | string {
  const part = 'pre-commit'
  const before = textAt(root, PRE_COMMIT)
  if (before instanceof Refused) return refused(part, PRE_COMMIT, before.why)
  if (before?.includes('assay')) return PRE_COMMIT
  const after = asInFile(before ?? '', withRepository)
  if (after !== null) return changed(root, part, PRE_COMMIT, before, after)
  return refused(part, PRE_COMMIT, `it cannot be added to; add by hand:\n${local('  ')}`)
}

/**
 * The list of YAML is begun where there is none or an empty one, and added to where it is the last of the
 * file and begins its lines as usual; null for any other.
 */
function withRepository(before: string): string | null {
  if (/^(?:---|\.\.\.)/m.test(before.trimStart().slice(3))) return null
  const keys = [...before.matchAll(/^[^\s#-][^:]*:/gm)].map(([key]) => key)
  const places = keys.filter((key) => key === 'repos:').length
  const head = before.trim() === '' ? '' : before.replace(/[^\n]$/, '$&\n')
  const isOther = /^(?:["']|\?|\{|- )/m.test(before) && places === 0
  if (isOther || places > 1) return null
  if (places === 0) return `${head}repos:\n${local('  ')}`
  const empty = /^repos:[ \t]*\[\s*\]([ \t]*(?:#.*)?)(?:\n|$)/m.exec(before)
  if (empty !== null) {
    const [all, comment = ''] = empty
    const list = `repos:${comment.trimEnd()}\n${local('  ')}`
    return `${before.slice(0, empty.index)}${list}${before.slice(empty.index + all.length)}`
  }
  if (keys.at(-1) !== 'repos:') return null
  const [, indent] = /^repos:[ \t]*(?:#.*)?\n(?:[ \t]*(?:#.*)?\n)*([ ]*)- /m.exec(before) ?? []
  if (indent !== undefined) return `${head}${local(indent)}`
  return /^repos:[ \t]*(?:#.*)?\s*$/m.test(head) &&
    !/^\s+[^\s#]/m.test(head.slice(head.indexOf('repos:') + 6))
    ? `${head}${local('  ')}`
    : null
}

/** What a check looks at: a commit of other files has nothing to be checked. */
export const CHECKED_FILES =
  '(\\.(pyi?|[cm]?[jt]sx?)|(^|/)(requirements|constraints)[\\w.-]*\\.(txt|in)|requirements\\.(txt|in)|(^|/)requirements/[^/]*\\.(txt|in)|(^|/)(pyproject\\.toml|setup\\.cfg|package\\.json|package-lock\\.json|npm-shrinkwrap\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lock|(poetry|uv|pdm)\\.lock|pylock(\\.[\\w-]+)?\\.toml|Pipfile(\\.lock)?|environment([-_.][\\w.-]+)?\\.ya?ml|uv\\.toml|\\.yarnrc(\\.yml)?|bunfig\\.toml|[tj]sconfig(\\.[\\w-]+)*\\.json|deno\\.jsonc?|import[-_]?map\\.json|\\.babelrc(\\.json)?))$'

const local = (indent: string) =>
  [
    '- repo: local',
    '  hooks:',
    '    - id: assay-check',
    '      name: assay check',
    '      entry: assay check --staged',
    '      language: system',
    '      pass_filenames: false',
    `      files: '${CHECKED_FILES}'`,
  ]
    .map((line) => `${indent}${line}\n`)
    .join('')

const WORKFLOW = '.github/workflows/assay.yml'

function actionStep(root: string, action: string | null): Step | string {
  const before = textAt(root, WORKFLOW)
  if (before instanceof Refused) return refused('action', WORKFLOW, before.why)
  if (before !== null) return action === null ? WORKFLOW : retagged(root, before, action)
  if (action === null) {
    return refused(
      'action',
      WORKFLOW,
      '--action <owner>/<repository>@<tag> says where the action is',
    )
  }
  return { part: 'action', path: WORKFLOW, before, after: workflow(action), note: null }
}

/** The same action at another tag, where it stands once; the path where it is the same. */
function retagged(root: string, before: string, action: string): Step | string {
  const uses = [...before.matchAll(/^([ \t]*(?:-[ \t]+)?uses:[ \t]*)([^\s#'"]+)/gm)]
  if (uses.some(([, , used]) => used === action)) return WORKFLOW
  const placeOf = (used: string) => used.slice(0, used.indexOf('@'))
  const [same, another] = uses.filter(([, , used = '']) => placeOf(used) === placeOf(action))
  if (same === undefined || another !== undefined) {
    const why = same === undefined ? 'it uses another action' : 'it uses the action more than once'
    return refused('action', WORKFLOW, `${why}; write "uses: ${action}" there by hand`)
  }
  const [all, head = ''] = same
  const after = `${before.slice(0, same.index)}${head}${action}${before.slice(same.index + all.length)}`
  return changed(root, 'action', WORKFLOW, before, after)
}

const workflow = (action: string) => `name: assay
on: [push, pull_request]
permissions:
  contents: read
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: ${action}
        with:
          fail-on: error
`
