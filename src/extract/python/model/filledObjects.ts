// Classes, objects and functions that are given attributes after they were made: `codes = Table()`, then
// `setattr(codes, name, …)` in some function. Told by the names that stand before what is given, over
// all modules of a package: what is called so anywhere may be meant.

import { keptOnce } from '../../../domain/maps.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Source } from '../scope/source.ts'

/** `codes.ok = …`, `status.codes.ok = …`; what a method gives to its own object is its class's affair. */
const WRITTEN =
  /^[ \t]*(?!(?:self|cls)\.)(?:\w+\.)*?(\w+)\.\w+[ \t]*(?::[^=\n]+|[-+*/%&|^@<>]{1,2})?=(?!=)/gmu
/** `setattr(codes, …)`, `object.__setattr__(codes, …)`, `vars(codes)`. */
const HANDED = /\b(?:setattr|__setattr__|vars)\(\s*(?!(?:self|cls)\.)(?:\w+\.)*?(\w+)\s*[,)]/gu
/** `codes.__dict__`. */
const OPENED = /\b(\w+)\.__dict__\b/gu

function filledIn(source: Source): ReadonlySet<string> {
  const found = new Set<string>()
  for (const [, name = ''] of source.writingLines.matchAll(WRITTEN)) found.add(name)
  const ways = [
    ...(source.has('setattr') || source.has('vars(') ? [HANDED] : []),
    ...(source.has('__dict__') ? [OPENED] : []),
  ]
  for (const way of ways) for (const [, name = ''] of source.text.matchAll(way)) found.add(name)
  return found
}

/** The names, without paths, of whatever is given attributes. */
function filledNames(modules: Iterable<PythonModule>): ReadonlySet<string> {
  const found = new Set<string>()
  for (const { scope } of modules) {
    for (const name of scope?.source.told(filledIn) ?? []) found.add(name)
  }
  found.delete('self')
  found.delete('cls')
  return found
}

/** What stands indented, and so in a function, a class or a block of the module: `Settings.debug = …`. */
const INDENTED = /^[ \t]+([A-Z]\w*)\.(\w+)[ \t]*(?::[^=\n]+)?=(?!=)/gmu

type Written = Readonly<{ head: string; name: string }>

function writtenIn({ writingLines }: Source): readonly Written[] {
  return Array.from(writingLines.matchAll(INDENTED), ([, head = '', name = '']) => ({ head, name }))
}

/** The attributes that classes are given so, by the name of what is given them. */
function writtenNames(modules: Iterable<PythonModule>): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  for (const { scope } of modules) {
    for (const { head, name } of scope?.source.told(writtenIn) ?? []) {
      const names = found.get(head) ?? new Set()
      found.set(head, names.add(name))
    }
  }
  return found
}

/** Both over the modules of one package, looked for once somebody asks. */
export function filledObjects(modules: ReadonlyMap<string, PythonModule>) {
  const filled = keptOnce(() => filledNames(modules.values()))
  const written = keptOnce(() => writtenNames(modules.values()))
  return {
    /** Whether something of that name is given attributes. */
    isFilled: (name: string) => filled().has(name),
    /** Names that functions and methods give to a class of that name: `Settings.debug = …`. */
    writtenTo: (cls: string) => written().get(cls) ?? NONE,
  }
}

const NONE: ReadonlySet<string> = new Set()
