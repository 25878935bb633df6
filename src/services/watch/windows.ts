// Reports are about whole days in UTC. A probe belongs to the day in which it was due.

export type Window = Readonly<{ start: string; end: string }>

const DAY_MS = 24 * 60 * 60_000

export function windowOf(at: string): Window {
  const startMs = Math.floor(Date.parse(at) / DAY_MS) * DAY_MS
  return { start: new Date(startMs).toISOString(), end: new Date(startMs + DAY_MS).toISOString() }
}

/** The window of a day as `YYYY-MM-DD`; null when there is no such day. */
export function windowOfDay(day: string): Window | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return null
  const start = `${day}T00:00:00.000Z`
  const ms = Date.parse(start)
  return Number.isNaN(ms) || new Date(ms).toISOString() !== start ? null : windowOf(start)
}

/** `YYYY-MM-DD` of so many days before. */
export function dayBefore(at: string, days: number): string {
  return new Date(Date.parse(at) - days * DAY_MS).toISOString().slice(0, 10)
}

/** A time so many milliseconds before or after another. */
export function shifted(at: string, byMs: number): string {
  return new Date(Date.parse(at) + byMs).toISOString()
}
