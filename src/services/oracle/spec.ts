// What a job is measured by.

import { isMembers, type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import { CHECK_ID_LENGTH_MAX, ORACLE_CHECKS_MAX } from '../../limits.ts'
import { type CheckType, isCheckType } from './checkTypes.ts'
import type { JobKind } from './job.ts'
import { refuseWrongName } from './refuseWrongName.ts'

export type Require = 'all' | 'any' | Readonly<{ minScore: number }>

export type SpecCheck = Readonly<{
  id: string
  /** As it was written. */
  raw: Members
  /** Null where it is not known. */
  type: CheckType | null
  isRequired: boolean
}>

type Spec = Readonly<{ checks: readonly SpecCheck[]; require: Require }>

type ParsedSpec = Readonly<{ spec: Spec }> | Readonly<{ problem: string }>

/** What is checked of a job that comes without a spec. */
const DEFAULTS: Readonly<Record<JobKind, readonly Members[]>> = {
  code: [{ type: 'packages_exist' }, { type: 'symbols_exist' }, { type: 'calls_fit_signatures' }],
  dependencies: [{ type: 'packages_exist' }],
  json: [{ type: 'json_path', path: '$' }],
  text: [],
}

/** The spec of a job that comes without one, as it would have been written; null where there is none. */
export function defaultSpec(kind: JobKind): Members | null {
  const checks = DEFAULTS[kind].map((check) => ({ id: String(check['type']), ...check }))
  return checks.length === 0 ? null : { checks, require: 'all' }
}

export function parseSpec(raw: Members): ParsedSpec {
  refuseWrongName('The spec', 'spec', raw, ['checks', 'require'])
  const given = memberOf(raw, 'checks')
  if (!Array.isArray(given) || given.length === 0) return { problem: 'the spec has no checks' }
  if (given.length > ORACLE_CHECKS_MAX) {
    return { problem: `the spec has more than ${ORACLE_CHECKS_MAX} checks` }
  }
  const require = parseRequire(memberOf(raw, 'require'))
  if (require === null) {
    return { problem: 'require is neither all, any nor {min_score} above 0 and up to 1' }
  }
  const checks: SpecCheck[] = []
  for (const [index, one] of given.entries()) {
    const check = parseCheck(one, index)
    if (typeof check === 'string') return { problem: check }
    checks.push(check)
  }
  if (new Set(checks.map(({ id }) => id)).size < checks.length) {
    return { problem: 'two checks have the same id' }
  }
  return { spec: { checks, require } }
}

function parseCheck(raw: unknown, index: number): SpecCheck | string {
  if (!isMembers(raw)) return 'a check is not an object'
  const id = memberOf(raw, 'id') ?? String(index + 1)
  const isId = typeof id === 'string' && id !== '' && id.length <= CHECK_ID_LENGTH_MAX
  if (!isId || !id.isWellFormed()) return 'a check has an id that is none'
  const isRequired = memberOf(raw, 'required') ?? false
  if (typeof isRequired !== 'boolean') return 'required is neither true nor false'
  const type = memberOf(raw, 'type')
  return { id, raw, type: isCheckType(type) ? type : null, isRequired }
}

function parseRequire(value: unknown): Require | null {
  if (value === undefined || value === null || value === 'all') return 'all'
  if (value === 'any') return 'any'
  if (!isMembers(value) || Object.keys(value).length !== 1) return null
  const minScore = memberOf(value, 'min_score')
  if (typeof minScore !== 'number' || !(minScore > 0 && minScore <= 1)) return null
  return { minScore }
}
