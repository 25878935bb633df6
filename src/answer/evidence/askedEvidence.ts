// The date of an absence, as the evidence of an answer names it.

import type { AskedWindow } from '../../domain/askedWindow.ts'
import type { Evidence } from '../../ports/attester.ts'

/** From the first window to the last; nothing where nothing is said to be absent. */
export function askedEvidence(
  windows: readonly AskedWindow[],
): Pick<Evidence, 'asked_at' | 'asked_within_s'> {
  if (windows.length === 0) return {}
  const fromMs = Math.min(...windows.map(({ askedAtMs }) => askedAtMs))
  const untilMs = Math.max(...windows.map(({ askedAtMs, windowMs }) => askedAtMs + windowMs))
  return {
    asked_at: new Date(fromMs).toISOString().replace('.000Z', 'Z'),
    asked_within_s: (untilMs - fromMs) / 1_000,
  }
}
