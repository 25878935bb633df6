// Published wheels for benchmarks, downloaded once and kept between runs, because the files of a
// release never change.

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const GRIFFE = 'griffe==2.4.1'

/** `pinned`: `name==version`. */
export function download(interpreter: string, pinned: string): string {
  const folder = join(tmpdir(), 'assay-bench-wheels', pinned)
  if (!existsSync(folder) || readdirSync(folder).length === 0) {
    mkdirSync(folder, { recursive: true })
    const argv = ['-m', 'pip', 'download', '--quiet', '--no-deps', '-d', folder, pinned]
    execFileSync(interpreter, argv, { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const file = readdirSync(folder)[0]
  if (file === undefined) throw new Error(`${pinned}: nothing was downloaded`)
  return join(folder, file)
}

/** Without its test folders, which our tables do not read. Returns where its modules lie. */
export function unpack(interpreter: string, file: string, folder: string): string {
  const argv = [griffeScript('bench_griffe.py'), '--unpack', file, folder]
  return JSON.parse(execFileSync(interpreter, argv, { encoding: 'utf8' }))
}

export function griffeScript(name: string): string {
  return fileURLToPath(new URL(`../scripts/truth/python/${name}`, import.meta.url))
}
