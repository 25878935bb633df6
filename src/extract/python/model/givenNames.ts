// Names that functions give to modules that they import themselves:
// `from . import other`, then `other.name = …`. They are there once somebody has called the function.

import { absoluteModule } from '../files/modulePaths.ts'
import { linesWith } from '../scope/linesOf.ts'
import type { Source } from '../scope/source.ts'

const IMPORTED = /^[ \t]+from[ \t]+(\.*)((?:\w[\w.]*)?)[ \t]+import[ \t]+([^\n#]+)/gmu
const WHOLE = /^[ \t]+import[ \t]+([\w.]+)(?:[ \t]+as[ \t]+(\w+))?[ \t]*$/gmu
const GIVEN = /(?:^[ \t]+|=[ \t]*)([\w.]+)\.(\w+)[ \t]*(?==(?!=))/gmu

type GivenName = Readonly<{ module: string; name: string }>

/** `pkg` is where relative imports of the text start. What a name is imported as counts all over it. */
export function givenNames({ text, writingLines }: Source, pkg: string): GivenName[] {
  const modules = new Map<string, string>()
  const imports = linesWith(text, 'import')
  for (const [, dots = '', path = '', list = ''] of imports.matchAll(IMPORTED)) {
    const from = absoluteModule(pkg, dots.length, path)
    if (from === null) continue
    for (const one of list.replaceAll(/[()\\]/g, '').split(',')) {
      const [name = '', , alias] = one.trim().split(/\s+/)
      if (name !== '') modules.set(alias ?? name, `${from}.${name}`)
    }
  }
  for (const [, path = '', alias] of imports.matchAll(WHOLE)) modules.set(alias ?? path, path)
  // A look for what was imported spares most texts a slower one.
  if (![...modules.keys()].some((head) => text.includes(`${head}.`))) return []
  return [...writingLines.matchAll(GIVEN)].flatMap(([, head = '', name = '']) => {
    const module = modules.get(head)
    return module === undefined ? [] : [{ module, name }]
  })
}

const OWN = String.raw`(?:\bglobals\(\)|\.modules\[__name__\]\.__dict__)`
/** The ways in which a function gives its module a name that it writes down. */
const TO_OWN = new RegExp(
  [
    String.raw`${OWN}\[\s*["'](\w+)["']\s*\]\s*=(?!=)`,
    String.raw`${OWN}\.(?:setdefault|__setitem__)\(\s*["'](\w+)["']`,
    String.raw`\.modules\[__name__\]\.(\w+)\s*=(?!=)`,
    String.raw`\bsetattr\(\s*\w+\.modules\[__name__\]\s*,\s*["'](\w+)["']`,
  ].join('|'),
  'gu',
)

/** Names that functions may give to their own module: `globals()["name"] = …`. */
export function givenToModule(source: Source): string[] {
  if (!source.has('globals()') && !source.has('.modules[')) return []
  const names = Array.from(source.text.matchAll(TO_OWN), (found) =>
    String(found.slice(1).find((one) => one !== undefined)),
  )
  return givesGetter(source.text) ? [...names, GETTER] : names
}

/** Asked for every name that a module lacks. */
export const GETTER = '__getattr__'

/** `space = globals()`, then `space["__getattr__"] = …` or `space.update(__getattr__=…)`. */
function givesGetter(text: string): boolean {
  if (!text.includes(GETTER)) return false
  return /\w\[\s*["']__getattr__["']\s*\]\s*=(?!=)|\.update\([^()\n]*\b__getattr__\s*["']?\s*[=:]/u.test(
    text,
  )
}
