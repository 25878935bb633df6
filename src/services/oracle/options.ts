// The options of one check.

import { keptIn } from '../../domain/maps.ts'
import { type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import { Beyond } from './budget.ts'
import type { Job } from './job.ts'
import { type JsonRead, readJson } from './jsonText.ts'
import { refuseWrongName } from './refuseWrongName.ts'

const COMMON = ['id', 'type', 'required', 'description']

/** Throws `validation_failed` for an option that the type does not have. */
export function refuseUnknown(check: Members, known: readonly string[]): void {
  refuseWrongName('The check', 'spec', check, [...COMMON, ...known])
}

export function textOption(check: Members, key: string): string | null {
  const value = memberOf(check, key)
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Beyond(`${key} is not a text`)
  return value
}

export function neededText(check: Members, key: string): string {
  const text = textOption(check, key)
  if (text === null || text === '') throw new Beyond(`the check has no ${key}`)
  return text
}

export function booleanOption(check: Members, key: string, fallback: boolean): boolean {
  const value = memberOf(check, key) ?? fallback
  if (typeof value !== 'boolean') throw new Beyond(`${key} is neither true nor false`)
  return value
}

export function countOption(check: Members, key: string): number | null {
  const value = memberOf(check, key)
  if (value === undefined || value === null) return null
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new Beyond(`${key} is no count`)
  return Number(value)
}

export function shareOption(check: Members, key: string, fallback: number): number {
  const value = memberOf(check, key) ?? fallback
  if (typeof value !== 'number' || !(value > 0 && value <= 1)) {
    throw new Beyond(`${key} is not a number above 0 and up to 1`)
  }
  return value
}

/** The text that a check looks at: the output, the file it names, or the only one. */
export function subjectText(job: Job, check: Members): Readonly<{ text: string; path?: string }> {
  const path = textOption(check, 'file')
  if (path === null && job.text !== null) return { text: job.text }
  if (job.value !== null) throw new Beyond('the output is a JSON value and not a text')
  const [only, ...others] = job.files
  const file = path === null ? only : job.files.find((one) => one.path === path)
  if (path === null && others.length > 0) throw new Beyond('the check does not say which file')
  if (file === undefined || (path !== null && job.text !== null)) {
    throw new Beyond('the job has no such file')
  }
  return { text: file.content, path: file.path }
}

/** The JSON that a check looks at; null where the text is none. */
export function subjectJson(job: Job, check: Members): Readonly<{ json: unknown }> | null {
  if (job.value !== null && textOption(check, 'file') === null) return job.value
  const read = readOnce(job, subjectText(job, check).text)
  if (read.state === 'too_deep') throw new Beyond('the JSON nests too deep to be looked at')
  return read.state === 'json' ? { json: read.value } : null
}

/** What the checks of a job read of it: many look at the same text. */
const READ = new WeakMap<Job, Map<string, JsonRead>>()

function readOnce(job: Job, text: string): JsonRead {
  const known = keptIn(READ, job, () => new Map<string, JsonRead>())
  return keptIn(known, text, () => readJson(text))
}
