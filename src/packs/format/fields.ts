// Members of somebody else's JSON: each has its kind and its bound, or all of it is refused.

import { isMembers, type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import { IndexError } from './indexError.ts'

/** Reads members of one object; `what` names it in the refusal. */
export function fieldsOf(value: unknown, what: string) {
  if (!isMembers(value)) throw wrong(what, 'is no object')
  const members: Members = value

  function text(key: string, max: number): string {
    return boundedText(memberOf(members, key), `${what}.${key}`, max)
  }

  return {
    text,
    /** Null and a member that is left out are the same. */
    textOrNull: (key: string, max: number): string | null =>
      (memberOf(members, key) ?? null) === null ? null : text(key, max),
    number: (key: string, max: number): number =>
      boundedNumber(memberOf(members, key), `${what}.${key}`, max),
    sha256: (key: string): string => hexText(memberOf(members, key), `${what}.${key}`, SHA256),
    address: (key: string): string => hexText(memberOf(members, key), `${what}.${key}`, ADDRESS),
    time: (key: string): string => timeText(memberOf(members, key), `${what}.${key}`),
    timeOrNull: (key: string): string | null =>
      (memberOf(members, key) ?? null) === null
        ? null
        : timeText(memberOf(members, key), `${what}.${key}`),
    list: (key: string, max: number): readonly unknown[] =>
      boundedList(memberOf(members, key), `${what}.${key}`, max),
    member: (key: string): unknown => memberOf(members, key),
  }
}

const SHA256 = /^[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

export function wrong(what: string, fault: string): IndexError {
  return new IndexError(`the index is malformed: ${what} ${fault}`)
}

export function boundedList(value: unknown, what: string, max: number): readonly unknown[] {
  if (!Array.isArray(value)) throw wrong(what, 'is no list')
  if (value.length > max) throw wrong(what, `has more than ${max} items`)
  return value
}

/** A text that a database can keep. */
export function boundedText(value: unknown, what: string, max: number): string {
  if (typeof value !== 'string') throw wrong(what, 'is no text')
  if (value.length > max) throw wrong(what, `is longer than ${max} characters`)
  if (!value.isWellFormed() || value.includes('\0')) throw wrong(what, 'is no text that is kept')
  return value
}

export function boundedNumber(value: unknown, what: string, max: number): number {
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0 || value > max) {
    throw wrong(what, `is no whole number from 0 to ${max}`)
  }
  return value
}

export function sha256Text(value: unknown, what: string): string {
  return hexText(value, what, SHA256)
}

function hexText(value: unknown, what: string, form: RegExp): string {
  if (typeof value !== 'string' || !form.test(value)) throw wrong(what, 'is not of its form')
  return value
}

function timeText(value: unknown, what: string): string {
  const isTime = typeof value === 'string' && TIME.test(value) && !Number.isNaN(Date.parse(value))
  if (!isTime) throw wrong(what, 'is no time')
  return value
}
