// Values out of somebody else's JSON.

export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** An own member: what every object inherits is not part of JSON. */
export function memberOf(value: Members, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

/** Undefined for a text that is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
