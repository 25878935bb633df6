// Functions that put names into the module of whoever calls them: `sys._getframe(1).f_globals[name] = …`.
// Told by the text; nothing is followed.

import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import { bodyOf } from '../scope/putsNames.ts'
import { functionsOf } from './bodyEffects.ts'

const SPACE = 'f_(?:globals|locals)'
const PUTTING = String.raw`(?:\[[^\]\n]{1,200}\]\s*=(?!=)|\.(?:update|setdefault|__setitem__)\(|\s*\|=)`
const PUTS = new RegExp(String.raw`\b${SPACE}${PUTTING}|\bexec\([^\n]{0,200}\.${SPACE}\b`)
/** `space = frame.f_globals` */
const HELD = new RegExp(String.raw`\b(\w+)\s*=[^\n=]{0,200}\.${SPACE}\b`, 'g')

/** Lines at the margin, which run as the module is imported, and what they call or are decorated with. */
const AT_MARGIN = /^(?!def\b|async\b|class\b)[^\s#][^\n]*$/gmu
const CALLED = /((?:\w+\.){0,5})(\w+)\(|^@((?:\w+\.){0,5})(\w+)/gu

function putsIntoFrames(body: string): boolean {
  if (!/\bf_(?:globals|locals)\b/.test(body)) return false
  if (PUTS.test(body)) return true
  return Array.from(body.matchAll(HELD), ([, name = '']) => name).some((name) =>
    new RegExp(String.raw`\b${name}${PUTTING}|\bexec\([^\n]{0,200}\b${name}\b`).test(body),
  )
}

/** Modules that call such a function as they are imported, or one that calls it. */
export function callersOfFrames(resolver: Resolver): readonly PythonModule[] {
  const all = [...resolver.modules.own.values()].filter(({ scope }) => scope !== null)
  const givers = new Map<FunctionStatement, string>()
  for (const module of all) {
    const source = module.scope?.source
    if (source === undefined || !(source.has('f_globals') || source.has('f_locals'))) continue
    const own = functionsOf(module).filter(({ owner }) => owner === null)
    const found = own.filter(({ statement }) => putsIntoFrames(bodyOf(source, statement)))
    for (const { name, statement } of found) givers.set(statement, name)
    for (const { name } of found) {
      const called = new RegExp(String.raw`\b${name}\(`)
      for (const one of own)
        if (called.test(bodyOf(source, one.statement))) givers.set(one.statement, one.name)
    }
  }
  if (givers.size === 0) return []
  return all.filter((module) => calledAtMargin(resolver, module, givers))
}

function calledAtMargin(
  resolver: Resolver,
  module: PythonModule,
  givers: ReadonlyMap<FunctionStatement, string>,
): boolean {
  const names = new Set(givers.values())
  const lines = module.scope?.source.text.match(AT_MARGIN) ?? []
  for (const line of lines) {
    for (const [, one, called, other, decorator] of line.matchAll(CALLED)) {
      const path = one ?? other ?? ''
      const name = called ?? decorator ?? ''
      const binding = path === '' ? module.scope?.names.get(name) : undefined
      const isAlias = binding?.kind === 'from' && names.has(binding.name)
      if (!isAlias && !names.has(name)) continue
      const target = resolver.resolveParts(module, `${path}${name}`.split('.'), null, null)
      if (target?.kind !== 'def' || target.binding.kind !== 'def') continue
      if (givers.has(target.binding.statement)) return true
    }
  }
  return false
}
