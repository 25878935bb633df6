// The functions of Node's `path` on texts that are known: code makes names of paths in its package.

import { posix } from 'node:path'
import type { Machine } from '../values/machine.ts'
import { known, knownText, nativeFunction, primitive, type Value } from '../values/values.ts'

type Make = (texts: readonly string[]) => string | null

const FUNCTIONS: Readonly<Record<string, Make>> = {
  basename: ([path = '', suffix]) => posix.basename(path, suffix),
  dirname: ([path = '']) => posix.dirname(path),
  extname: ([path = '']) => posix.extname(path),
  join: (texts) => posix.join(...texts),
  normalize: ([path = '']) => posix.normalize(path),
  // Without a path to begin with these two go by the folder that the process runs in.
  resolve: (texts) => (texts.some(posix.isAbsolute) ? posix.resolve(...texts) : null),
  relative: ([from = '', to = '']) =>
    posix.isAbsolute(from) && posix.isAbsolute(to) ? posix.relative(from, to) : null,
}

/** The functions of `path` on texts that are known. */
export function fillPaths(m: Machine): void {
  const members = new Map<string, Value>([['sep', known('/')]])
  for (const [name, make] of Object.entries(FUNCTIONS)) members.set(name, onTexts(name, make))
  for (const path of ['node:path', 'node:path/posix', 'node:path.posix'])
    m.nodeMembers.set(path, members)
}

function onTexts(name: string, make: Make): Value {
  return nativeFunction(({ args }) => {
    const texts = args.map((arg) => (arg.kind === 'known' ? arg.value : null))
    const isPlain = texts.length > 0 && texts.every((text) => typeof text === 'string')
    const made = isPlain ? make(texts) : null
    return made === null ? primitive(`path.${name}()`, 'string') : knownText(made)
  })
}
