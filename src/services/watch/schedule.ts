// When a target is due. A function of the target and of time alone: every node, and a node that was
// started again, comes to the same moments, without anything that would have to be remembered.

import { hash } from 'node:crypto'

type Rhythm = Readonly<{ id: string; intervalMs: number }>

/** Part of the interval by which each probe is late at random, so that no beat is met for ever. */
const JITTER_PART = 10

/** The moment of a slot; slots are counted from 1970. */
export function dueMs(target: Rhythm, slot: number): number {
  const { id, intervalMs } = target
  const jitterMs = number(`${id}/${slot}`) % Math.floor(intervalMs / JITTER_PART)
  return slot * intervalMs + offsetMs(target) + jitterMs
}

/** The slot that was the last to become due. */
export function slotAt(target: Rhythm, atMs: number): number {
  const slot = Math.floor((atMs - offsetMs(target)) / target.intervalMs)
  return dueMs(target, slot) <= atMs ? slot : slot - 1
}

/** How many probes are due in a span of time, its end excluded. */
export function dueCount(target: Rhythm, span: Readonly<{ fromMs: number; untilMs: number }>) {
  return slotAt(target, span.untilMs - 1) - slotAt(target, span.fromMs - 1)
}

/** Spreads the targets over the interval. */
function offsetMs({ id, intervalMs }: Rhythm): number {
  return number(id) % intervalMs
}

function number(text: string): number {
  return Number.parseInt(hash('sha256', text, 'hex').slice(0, 12), 16)
}
