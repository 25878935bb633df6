// A JSON value as a text that is read as the same value: JSON has no infinite number, and yet a text
// may hold one (`1e999`).

import { isMembers } from '../../domain/texts/jsonValue.ts'

export function exactText(value: unknown): string {
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(exactText).join(',')}]`
  if (!isMembers(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(
    ([key, one]) => `${JSON.stringify(key)}:${exactText(one)}`,
  )
  return `{${members.join(',')}}`
}

function numberText(value: number): string {
  if (Object.is(value, -0)) return '-0'
  if (Number.isFinite(value)) return String(value)
  return value > 0 ? '1e999' : '-1e999'
}
