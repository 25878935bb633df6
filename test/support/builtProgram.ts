// The program as it is installed, in a folder of its own: whatever process runs from there was
// started for this test, by whoever, and can be told from all others.

import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from './compiled.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

export type Ended = Readonly<{ status: number; stdout: string; stderr: string }>

export type BuiltProgram = Readonly<{
  /** Data of the program goes here too, below names of its own. */
  dir: string
  main: string
  start(args: readonly string[], env: Readonly<Record<string, string>>): ChildProcess
  /** Runs a command to its end. */
  run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Ended>
  /** Every process that runs code of this folder, or runs in it. */
  processes(): readonly Process[]
  remove(): void
}>

export type Process = Readonly<{ pid: number; parent: number; command: string }>

/** Compiles and bundles the sources of today. */
export function builtProgram(): BuiltProgram {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'assay-built-')))
  const args = ['-p', join(ROOT, 'tsconfig.json'), '--outDir', join(dir, 'dist')]
  const lean = ['--declaration', 'false', '--declarationMap', 'false', '--sourceMap', 'false']
  execFileSync(process.execPath, [COMPILER, ...args, ...lean], { stdio: 'pipe' })
  const page = join(ROOT, 'dist', 'page')
  if (existsSync(page)) cpSync(page, join(dir, 'dist', 'page'), { recursive: true })
  for (const name of ['node_modules', 'assets']) symlinkSync(join(ROOT, name), join(dir, name))
  cpSync(join(ROOT, 'package.json'), join(dir, 'package.json'))
  bundlePrograms(join(dir, 'dist'))
  const main = join(dir, 'dist', 'cli', 'main.cjs')
  const place = (env: Readonly<Record<string, string>>) => {
    const cwd = join(dir, 'home')
    mkdirSync(cwd, { recursive: true })
    return {
      cwd,
      env: { PATH: process.env['PATH'] ?? '', HOME: cwd, ASSAY_RESIDENT: 'off', ...env },
    }
  }
  return {
    dir,
    main,
    start: (given, env) =>
      spawn(process.execPath, [main, ...given], {
        ...place(env),
        stdio: ['ignore', 'pipe', 'pipe'],
      }),
    run: (given, env) =>
      new Promise((settle) => {
        execFile(process.execPath, [main, ...given], place(env), (error, stdout, stderr) =>
          settle({ status: error === null ? 0 : Number(error.code), stdout, stderr }),
        )
      }),
    processes: () => processesOf(dir),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}

function processesOf(dir: string): readonly Process[] {
  return readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      const command = readFileSync(`/proc/${entry}/cmdline`, 'latin1').replaceAll('\0', ' ')
      const status = readFileSync(`/proc/${entry}/status`, 'latin1')
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1])
      // One that has ended and waits to be collected has neither.
      const isHere = command.includes(`${dir}/`) || readlinkSync(`/proc/${entry}/cwd`) === dir
      return isHere ? [{ pid: Number(entry), parent, command }] : []
    } catch {
      // Gone between the list and the look.
      return []
    }
  })
}

/** The address that the service tells; null when it ends before. */
export function listening(stderr: NodeJS.ReadableStream | null): Promise<string | null> {
  return new Promise((resolve) => {
    let told = ''
    stderr?.on('data', (chunk: Buffer) => {
      told += chunk.toString()
      const [, url] = /listens on (\S+)/.exec(told) ?? []
      if (url !== undefined) resolve(url)
    })
    stderr?.on('close', () => resolve(null))
  })
}
