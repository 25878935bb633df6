// Where the files of packages are, to code that asks: below a folder that nobody has. What is made of
// its path is no name; what is made of the paths inside of a package is.

import { posix } from 'node:path'
import type { Machine } from './machine.ts'
import type { PackageUnit } from './moduleRecord.ts'
import { known, knownText, nativeFunction, primitive, type Value } from './values.ts'

/** No path of a machine has these characters in it. */
const MARK = '\ufffe\u0001\ufffe'
const FOLDER = `/${MARK}/node_modules`

const JOINING = ['basename', 'dirname', 'extname', 'join', 'normalize'] as const

/** The path that a file of a package has to its code. */
export function pathOf({ from }: PackageUnit, file: string): string {
  return `${FOLDER}/${from.name}/${file}`
}

/** The file or folder of a package that a path leads to; null for what is not in there. */
export function fileAt({ from }: PackageUnit, path: string): string | null {
  const folder = `${FOLDER}/${from.name}`
  const clean = posix.normalize(path).replace(/\/$/, '')
  if (clean === folder) return ''
  return clean.startsWith(`${folder}/`) ? clean.slice(folder.length + 1) : null
}

/** Whether a text tells where a package is, which differs between machines. */
export function isOfMachine(text: string): boolean {
  return text.includes(MARK)
}

/** What a folder of a package holds, sorted; null for no folder. */
export function filesIn({ from }: PackageUnit, folder: string): readonly string[] | null {
  const prefix = folder === '' ? '' : `${folder}/`
  const inside = from.entries.filter((file) => file.startsWith(prefix))
  if (inside.length === 0) return null
  const names = inside.map((file) => file.slice(prefix.length).split('/', 1)[0] ?? '')
  return [...new Set(names)].sort()
}

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
