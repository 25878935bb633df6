// What a process takes, seen from outside. A process in a loop cannot be asked, and buffers and
// WebAssembly memory lie outside the heap that V8 limits.

import { readFileSync, writeFileSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'

export type ProcessUse = Readonly<{ rssBytes: number; cpuMs: number }>

// The kernel's interface counts pages of 4 KiB on every machine that we run on but a few ARM ones;
// `VmRSS` is in kilobytes everywhere. Ticks are hundredths of a second to user space.
const TICK_MS = 10

/** Null when the process is gone, or where there is no /proc: then only V8's own limit holds. */
export function processUse(pid: number): ProcessUse | null {
  try {
    const rssKib = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold anything, brackets included.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    if (rssKib === undefined || !Number.isFinite(ticks)) return null
    return { rssBytes: Number(rssKib) * 1024, cpuMs: ticks * TICK_MS }
  } catch {
    return null
  }
}

/** When the machine runs out of memory, let the kernel take a child before it takes the server. */
export function offerToKernel(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000')
  } catch {
    // Not Linux, or not allowed: then the kernel chooses by itself.
  }
}

// A tenth of the weight of a process that does not step back. At a third, children that start
// doubled the p99 of warm answers (`npm run bench -- kills`); much less, and on a crowded machine
// they would hardly come up.
const NICENESS = 10

/** Lets the server and everybody else go first. What the process starts later inherits it. */
export function stepBack(pid: number): void {
  try {
    setPriority(pid, Math.max(NICENESS, getPriority(pid)))
  } catch {
    // Gone, or not allowed.
  }
  try {
    // Where the kernel weighs sessions against each other, priority counts within one only.
    writeFileSync(`/proc/${pid}/autogroup`, String(NICENESS))
  } catch {
    // Not Linux, sessions are not weighed, or it was asked too often.
  }
}
