// The functions of Node's `path` on texts that are known: code makes names of paths in its package.

import { posix } from 'node:path'
import type { Machine } from '../values/machine.ts'
import { known, knownText, nativeFunction, primitive, type Value } from '../values/values.ts'

const JOINING = ['basename', 'dirname', 'extname', 'join', 'normalize'] as const

/** The functions of `path` on texts that are known. */
export function fillPaths(m: Machine): void {
  const members = new Map<string, Value>([['sep', known('/')]])
  for (const name of JOINING)
    members.set(
      name,
      onTexts(name, (texts) => (posix[name] as (...given: readonly string[]) => string)(...texts)),
    )
  // Without a path to begin with they go by the folder that the process runs in.
  members.set(
    'resolve',
    onTexts('resolve', (texts) => (texts.some(posix.isAbsolute) ? posix.resolve(...texts) : null)),
  )
  members.set(
    'relative',
    onTexts('relative', ([from = '', to = '']) =>
      posix.isAbsolute(from) && posix.isAbsolute(to) ? posix.relative(from, to) : null,
    ),
  )
  for (const path of ['node:path', 'node:path/posix', 'node:path.posix'])
    m.nodeMembers.set(path, members)
}

function onTexts(name: string, make: (texts: readonly string[]) => string | null): Value {
  return nativeFunction(({ args }) => {
    const texts = args.map((arg) => (arg.kind === 'known' ? arg.value : null))
    const isPlain = texts.length > 0 && texts.every((text) => typeof text === 'string')
    const made = isPlain ? make(texts) : null
    return made === null ? primitive(`path.${name}()`, 'string') : knownText(made)
  })
}
