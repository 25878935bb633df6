// npm starts a program by a shell, and tells the shell alone when it is asked to end; a kill it tells
// nobody. Whoever ends `npm start` means the program.

import { readFileSync } from 'node:fs'

const LOOK_EVERY_MS = 500
const SHELLS = /^(?:sh|dash|bash|ash|zsh|busybox)$/
const RUNNERS = /node|npm|npx|yarn|bun/

/** Calls once when npm, or the shell between, is gone. */
export function whenNpmEnds(ended: () => void): void {
  const before = ancestors()
  const isGoneAlready = before.at(-1) === 1 && !RUNNERS.test(fileOf(1, 'cmdline'))
  const timer = setInterval(() => {
    if (!isGoneAlready && ancestors().join() === before.join()) return
    clearInterval(timer)
    ended()
  }, LOOK_EVERY_MS)
  // Watching keeps no command from ending.
  timer.unref()
}

/** The parent, and its own where it is a shell and the system tells. */
function ancestors(): readonly number[] {
  const parent = process.ppid
  // `pid (name) state parent …`, and a name may hold anything.
  const stat = /^\d+ \((.*)\) \S (\d+)/s.exec(fileOf(parent, 'stat'))
  return stat !== null && SHELLS.test(stat[1] ?? '') ? [parent, Number(stat[2])] : [parent]
}

/** What the system tells of a process; nothing where it does not, or when that is gone. */
function fileOf(pid: number, name: 'stat' | 'cmdline'): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}
