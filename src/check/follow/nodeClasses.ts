// Names that objects of Node's own classes have. scripts/nodeClasses.ts writes the file, for one release
// of Node: others may have more.

import { readFileSync } from 'node:fs'

type ClassFile = Readonly<{
  declarations: string
  /** Names with spaces between them, by module and class. */
  classes: Readonly<Record<string, Readonly<Record<string, string>>>>
}>

// The same two steps up from src/ and from dist/.
const FILE = new URL('../../../assets/node-classes.json', import.meta.url)

let loaded: ClassFile | null = null
const known = new Map<string, ReadonlySet<string> | null>()

/** `http`, `IncomingMessage`: null for what is not listed. */
export function nodeClass(module: string, name: string): ReadonlySet<string> | null {
  const key = `${module.replace(/^node:/, '')} ${name}`
  const before = known.get(key)
  if (before !== undefined) return before
  // Written by our own script, and part of the package.
  loaded ??= JSON.parse(readFileSync(FILE, 'utf8')) as ClassFile
  const [of = ''] = key.split(' ')
  const classes = Object.hasOwn(loaded.classes, of) ? loaded.classes[of] : undefined
  const names = classes !== undefined && Object.hasOwn(classes, name) ? classes[name] : undefined
  const found = names === undefined ? null : new Set(names.split(' '))
  known.set(key, found)
  return found
}
