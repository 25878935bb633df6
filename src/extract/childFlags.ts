// How a child is started: which program, and with how little. Decision 6 says what each flag is
// worth and what was measured.

import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { programBeside } from '../programBeside.ts'

export type ChildEntry = Readonly<{
  /** The program: JavaScript, or TypeScript when we run from sources. */
  entry: URL
  heapMaxBytes: number
  /** Folders that the child may read besides its own code. */
  readable: readonly string[]
}>

export const ownProgram = (name: 'child' | 'nursery') => programBeside(name, import.meta.url)

/** What extractors know besides the file: the names of Python's standard library. */
const ASSETS = fileURLToPath(new URL('../../assets/', import.meta.url))

/** The whole environment of a child and of the nursery: no secret can leak that is not there. */
export const CHILD_ENV: Readonly<Record<string, string>> = { TZ: 'UTC', LC_ALL: 'C.UTF-8' }

/**
 * The engine waits longer before it optimises a function: by its own measure, half of what a child
 * used went into optimising code that had little left to do. Most children read one package. The engines
 * of later releases have no such measure, and end over a flag that they do not know.
 */
export const ENGINE_FLAGS: readonly string[] =
  Number(process.versions.node.split('.')[0]) < 21 ? ['--interrupt-budget=600000'] : []

/** What a child's engine is told. A bundle is compiled for these flags when it is made. */
export function engineFlags(heapMaxBytes: number): readonly string[] {
  return [
    `--max-old-space-size=${Math.ceil(heapMaxBytes / 1024 ** 2)}`,
    // Nothing from a package is ever executed, not even by a parser that builds functions.
    '--disallow-code-generation-from-strings',
    ...ENGINE_FLAGS,
  ]
}

/** The command line after `node`. */
export function childArguments({ entry, heapMaxBytes, readable }: ChildEntry): readonly string[] {
  const path = fileURLToPath(entry)
  return [
    '--no-warnings',
    ...engineFlags(heapMaxBytes),
    '--disable-proto=throw',
    ...(path.endsWith('.ts') ? sourceFlags() : permissionFlags(path, readable)),
    path,
  ]
}

/** The command line of the nursery after `node`. */
export function nurseryArguments(entry: URL): readonly string[] {
  const path = fileURLToPath(entry)
  return ['--no-warnings', ...(path.endsWith('.ts') ? sourceFlags() : []), path]
}

/** Tells a child that its channel is beside the lifeline, and not in the place of standard input. */
export const CHANNEL_BESIDE = '--channel-beside'

/** Where the channel of a child is that was started by these words; `spawnChild.ts` says why. */
export function channelIn(words: readonly string[]): 0 | 4 {
  return words.includes(CHANNEL_BESIDE) ? 4 : 0
}

/** Tells the nursery to let others go first, and its children too. */
export const STEP_BACK = '--step-back'

/** tsx starts a compiler of its own, which the permission model would not let it. */
function sourceFlags(): readonly string[] {
  const loader = createRequire(import.meta.url).resolve('tsx')
  return ['--import', pathToFileURL(loader).href]
}

function permissionFlags(path: string, readable: readonly string[]): readonly string[] {
  const folders = [dirname(dirname(path)), ASSETS, ...moduleFolders(path), ...readable]
  const flag = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  return [
    flag,
    // The lifeline is a thread.
    '--allow-worker',
    // The parser of JavaScript is native code.
    '--allow-addons',
    ...folders.map((folder) => `--allow-fs-read=${join(folder, '*')}`),
  ]
}

/** Every `node_modules` in which a dependency of the file could lie, and where it really is. */
function moduleFolders(path: string): readonly string[] {
  const folders = new Set<string>()
  const { root } = parse(path)
  for (let at = dirname(path); at !== root; at = dirname(at)) {
    const folder = join(at, 'node_modules')
    folders.add(folder)
    // Modules are loaded from their real place, which is what permission is asked for.
    if (existsSync(folder)) folders.add(realpathSync(folder))
  }
  return [...folders]
}
