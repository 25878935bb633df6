// Functions that put names into the module of whoever calls them: `sys._getframe(1).f_globals[name] = …`.
// Told by the text; nothing is followed.

import { bodyOf } from '../scope/putsNames.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Source } from '../scope/source.ts'
import { functionsOf } from './bodyEffects.ts'

const SPACE = String.raw`f_(?:globals|locals)`
const PUTS = new RegExp(
  String.raw`\b${SPACE}(?:\[[^\]\n]{1,200}\]\s*=(?!=)|\.(?:update|setdefault|__setitem__)\(|\s*\|=)|\bexec\([^\n]*\.${SPACE}\b`,
)
/** `space = frame.f_globals` */
const HELD = new RegExp(String.raw`\b(\w+)\s*(?::[^=\n]+)?=[^\n=]*\.${SPACE}\b`, 'g')

/** What wraps such a function and calls it is looked for so often. */
const ROUNDS_MAX = 2

function putsIntoFrames(body: string): boolean {
  if (!/\bf_(?:globals|locals)\b/.test(body)) return false
  if (PUTS.test(body)) return true
  return Array.from(body.matchAll(HELD), ([, name = '']) => name).some((name) =>
    new RegExp(
      String.raw`\b${name}(?:\[[^\]\n]{1,200}\]\s*=(?!=)|\.(?:update|setdefault|__setitem__)\(|\s*\|=)|\bexec\([^\n]*\b${name}\b`,
    ).test(body),
  )
}

/** Modules that call such a function, or one that calls it. */
export function callersOfFrames(modules: Iterable<PythonModule>): readonly PythonModule[] {
  const all = [...modules].filter(({ scope }) => scope !== null)
  const isAny = all.some(({ scope }) => hasFrames(scope?.source))
  if (!isAny) return []
  const names = new Set<string>()
  for (const module of all.filter(({ scope }) => hasFrames(scope?.source))) {
    for (const { name, source, statement } of functionsOf(module))
      if (putsIntoFrames(bodyOf(source, statement))) names.add(name)
  }
  const found = new Set<PythonModule>()
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    for (const module of names.size === 0 ? [] : all) {
      const known = namesIn(module, names)
      const called = new RegExp(
        String.raw`(?<!\bdef[ \t]+)(?:\b(?:${known.join('|')})\(|@(?:\w+\.)*(?:${known.join('|')})\b)`,
      )
      if (!called.test(module.scope?.source.text ?? '')) continue
      found.add(module)
      for (const { name, source, statement } of functionsOf(module))
        if (called.test(bodyOf(source, statement))) names.add(name)
    }
  }
  return [...found]
}

function hasFrames(source: Source | undefined): boolean {
  return source !== undefined && (source.has('f_globals') || source.has('f_locals'))
}

/** Under what names a module may call them. */
function namesIn({ scope }: PythonModule, names: ReadonlySet<string>): string[] {
  const found = [...names]
  for (const [alias, binding] of scope?.names ?? [])
    if (binding.kind === 'from' && names.has(binding.name) && alias !== binding.name)
      found.push(alias)
  return found
}
