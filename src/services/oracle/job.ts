// A job as it was handed in. What is not understood is said and no error, because an oracle that is
// asked by contracts must have an answer for what they send; only names that are not known are one.

import type { InputFile } from '../../check/read/readInput.ts'
import { isMembers, type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import * as limits from '../../limits.ts'
import { refuseWrongName } from './refuseWrongName.ts'

const JOB_KINDS = ['code', 'dependencies', 'json', 'text'] as const
export type JobKind = (typeof JOB_KINDS)[number]

/** Languages of code, and the file that a bare output is taken for. */
export const LANGUAGES = {
  python: { source: 'output.py', manifest: 'requirements.txt' },
  javascript: { source: 'output.js', manifest: 'package.json' },
  jsx: { source: 'output.jsx', manifest: 'package.json' },
  typescript: { source: 'output.ts', manifest: 'package.json' },
  tsx: { source: 'output.tsx', manifest: 'package.json' },
} as const
export type Language = keyof typeof LANGUAGES

export type Job = Readonly<{
  kind: JobKind
  /** The text that was delivered; null where there are files, or a JSON value. */
  text: string | null
  /** A JSON value that was delivered as one. */
  value: Readonly<{ json: unknown }> | null
  /** Files for the checks of code; a bare output is one of them. */
  files: readonly InputFile[]
  pins: Readonly<Record<string, string>>
}>

type ParsedJob = Readonly<{ job: Job }> | Readonly<{ problem: string }>

const KEYS = ['kind', 'language', 'output', 'files', 'pins']

export function parseJob(raw: Members): ParsedJob {
  refuseWrongName('The job', 'job', raw, KEYS)
  const kind = JOB_KINDS.find((one) => one === memberOf(raw, 'kind'))
  if (kind === undefined) return { problem: `the job's kind is none of ${JOB_KINDS.join(', ')}` }
  const language = parseLanguage(memberOf(raw, 'language'))
  if (language === 'unknown') {
    return { problem: `the job's language is none of ${Object.keys(LANGUAGES).join(', ')}` }
  }
  const pins = parsePins(memberOf(raw, 'pins') ?? {})
  if (pins === null) return { problem: "the job's pins are not a map of names to versions" }
  const given = memberOf(raw, 'files')
  const output = memberOf(raw, 'output')
  if (given !== undefined && given !== null) {
    if (output !== undefined && output !== null) {
      return { problem: 'the job has both an output and files' }
    }
    const files = parseFiles(given)
    if (typeof files === 'string') return { problem: files }
    return { job: { kind, text: null, value: null, files, pins } }
  }
  return fromOutput(kind, language, output, pins)
}

function fromOutput(
  kind: JobKind,
  language: Language | null,
  output: unknown,
  pins: Job['pins'],
): ParsedJob {
  if (kind === 'json' && output !== undefined && typeof output !== 'string') {
    return { job: { kind, text: null, value: { json: output }, files: [], pins } }
  }
  const text = output ?? (kind === 'dependencies' ? pinnedText(language, pins) : null)
  if (typeof text !== 'string') return { problem: 'the job has neither an output nor files' }
  if (Buffer.byteLength(text) > limits.CHECK_MAX_BYTES) {
    return { problem: `the job's output has more than ${limits.CHECK_MAX_BYTES} bytes` }
  }
  if (!text.isWellFormed()) return { problem: "the job's output is not well-formed Unicode" }
  if (kind === 'json' || kind === 'text') {
    return { job: { kind, text, value: null, files: [], pins } }
  }
  if (language === null) return { problem: "the job's language is not said" }
  const path = LANGUAGES[language][kind === 'code' ? 'source' : 'manifest']
  return { job: { kind, text, value: null, files: [{ path, content: text }], pins } }
}

/** A manifest of the pins alone. */
function pinnedText(language: Language | null, pins: Job['pins']): string | null {
  const entries = Object.entries(pins)
  if (language === null || entries.length === 0) return null
  return language === 'python'
    ? entries.map(([name, version]) => `${name}==${version}\n`).join('')
    : JSON.stringify({ dependencies: Object.fromEntries(entries) })
}

export function parseLanguage(value: unknown): Language | null | 'unknown' {
  if (value === undefined || value === null) return null
  return typeof value === 'string' && Object.hasOwn(LANGUAGES, value)
    ? // Its keys are the languages.
      (value as Language)
    : 'unknown'
}

function parsePins(value: unknown): Job['pins'] | null {
  if (!isMembers(value)) return null
  const entries = Object.entries(value)
  const isPin = (entry: [string, unknown]): entry is [string, string] =>
    typeof entry[1] === 'string' && entry[1] !== '' && entry[1].length <= limits.VERSION_LENGTH_MAX
  if (entries.length > limits.CHECK_PINS_MAX || !entries.every(isPin)) return null
  // In an order of their own: the digest of a job does not tell in which they came.
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)))
}

/** A sentence where they are none. */
function parseFiles(value: unknown): readonly InputFile[] | string {
  if (!Array.isArray(value) || value.length === 0) return "the job's files are not a list of files"
  if (value.length > limits.CHECK_FILES_MAX)
    return `the job has more than ${limits.CHECK_FILES_MAX} files`
  const files: InputFile[] = []
  for (const one of value) {
    const path = isMembers(one) ? memberOf(one, 'path') : undefined
    const content = isMembers(one) ? memberOf(one, 'content') : undefined
    if (typeof path !== 'string' || typeof content !== 'string') {
      return "the job's files are not a list of files"
    }
    if (!content.isWellFormed()) return 'a file of the job is not well-formed Unicode'
    if (path === '' || path.length > limits.CHECK_PATH_LENGTH_MAX || !path.isWellFormed()) {
      return 'a file of the job has a path that is none'
    }
    files.push({ path, content })
  }
  if (new Set(files.map(({ path }) => path)).size < files.length) {
    return 'two files of the job have the same path'
  }
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  return bytes > limits.CHECK_MAX_BYTES
    ? `the job has more than ${limits.CHECK_MAX_BYTES} bytes`
    : files
}
