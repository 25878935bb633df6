// Functions that put names into the module of whoever calls them: `sys._getframe(1).f_globals[name] = …`.
// Told by the text; nothing is followed. They may be methods, may stand in other modules, and may take
// the frame from a function of their own.

import type { FunctionStatement } from '../../../syntax/python/syntax.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import { linesWith } from '../scope/linesOf.ts'
import { bodyOf } from '../scope/putsNames.ts'
import { functionsOf } from './bodyEffects.ts'
import { calledIn, pathBefore } from './calledIn.ts'

const SPACE = 'f_(?:globals|locals)'
const PUTTING = String.raw`(?:\[[^\]\n]{1,200}\]\s*=(?!=)|\.(?:update|setdefault|__setitem__)\(|\s*\|=)`
const PUTS = new RegExp(String.raw`\b${SPACE}${PUTTING}|\bexec\([^\n]{0,200}\.${SPACE}\b`)
/** `space = frame.f_globals` */
const HELD = new RegExp(String.raw`\b(\w+)\s*=[^\n=]{0,200}\.${SPACE}\b`, 'g')
/** `return sys._getframe(depth).f_globals`, or the frame itself. */
const RETURNS = new RegExp(
  String.raw`\breturn\b[^\n]{0,200}(?:\b${SPACE}\b|\b_getframe\(|\bcurrentframe\(|\.f_back\b)`,
)

const DECORATOR = /^[ \t]*@((?:\w+\.){0,5})(\w+)/gmu
const ENTERED = /^[ \t]*(?:async[ \t]+)?with[ \t]+((?:\w+\.){0,5})(\w+)[ \t]*(?:as\b|:)/gmu
const BASES = /^[ \t]*class[ \t]+(\w+)[ \t]*\(([^)]*)\)/gmu

/** Functions that call functions that put names are looked for so often. */
const ROUNDS_MAX = 4
const NO_METHODS: Set<string> = new Set()
const OWN_METHOD = /^__\w+__$/

/** Whoever calls one of the functions, or anything by one of the names, may be given names. */
type Givers = Readonly<{
  functions: Set<FunctionStatement>
  /** What the functions are called where they are defined. */
  functionNames: Set<string>
  /** Classes whose construction puts names, and objects of them, by their names alone. */
  names: Set<string>
  /** Methods, which are told by their names as well, where a module calls them itself. */
  methods: Set<string>
}>

function putsIntoFrames(body: string, askers: ReadonlySet<string>): boolean {
  const asked = [...askers].filter((name) => body.includes(`${name}(`))
  if (asked.length === 0 && !/\bf_(?:globals|locals)\b/.test(body)) return false
  if (PUTS.test(body)) return true
  const held = Array.from(body.matchAll(HELD), ([, name = '']) => name)
  for (const asker of asked) {
    const given = new RegExp(String.raw`\b(\w+)\s*=[^\n=]{0,200}\b${asker}\(`, 'g')
    held.push(...Array.from(body.matchAll(given), ([, name = '']) => name))
    if (new RegExp(String.raw`\b${asker}\([^\n]{0,100}\)${PUTTING}`).test(body)) return true
  }
  return held.some((name) =>
    new RegExp(String.raw`\b${name}${PUTTING}|\bexec\([^\n]{0,200}\b${name}\b`).test(body),
  )
}

/** Modules that call such a function as they are imported, or one that calls it. */
export function callersOfFrames(resolver: Resolver): readonly PythonModule[] {
  const all = [...resolver.modules.own.values()].filter(({ scope }) => scope !== null)
  const givers = giversIn(all)
  if (givers === null) return []
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { size } = givers.functions
    for (const module of all) addCallers(resolver, module, givers)
    if (givers.functions.size === size) break
  }
  addObjects(all, givers)
  return all.filter((module) => callsAny(resolver, module, importedText(module), givers))
}

/** Null where the package has none, as nearly every package. */
function giversIn(all: readonly PythonModule[]): Givers | null {
  const reaching = all.filter(({ scope }) => {
    const { source } = scope ?? {}
    return ['f_globals', 'f_locals', '_getframe', 'currentframe'].some((one) => source?.has(one))
  })
  const askers = new Set<string>()
  for (const { body, statement } of bodiesOf(reaching)) {
    if (RETURNS.test(body)) askers.add(statement.name)
  }
  const givers: Givers = {
    functions: new Set(),
    functionNames: new Set(),
    names: new Set(),
    methods: new Set(),
  }
  for (const { body, statement, owner } of bodiesOf(askers.size > 0 ? all : reaching)) {
    if (putsIntoFrames(body, askers)) add(givers, statement, owner)
  }
  return givers.functions.size === 0 ? null : givers
}

function* bodiesOf(modules: readonly PythonModule[]) {
  for (const module of modules) {
    const source = module.scope?.source
    if (source === undefined) continue
    for (const { statement, owner } of functionsOf(module))
      yield { statement, owner, body: bodyOf(source, statement) }
  }
}

function add(givers: Givers, statement: FunctionStatement, owner: string | null): void {
  givers.functions.add(statement)
  if (owner === null) givers.functionNames.add(statement.name)
  // `Use("name")`, `class A(Use)`, `with Use():`: Python itself calls such a method.
  else if (OWN_METHOD.test(statement.name)) givers.names.add(owner)
  else givers.methods.add(statement.name)
}

function addCallers(resolver: Resolver, module: PythonModule, givers: Givers): void {
  for (const { body, statement, owner } of bodiesOf([module])) {
    if (givers.functions.has(statement)) continue
    // By a method's name alone nearly everything would be a caller of something.
    const known = { ...givers, methods: NO_METHODS }
    if (callsAny(resolver, module, body, known)) add(givers, statement, owner)
  }
}

/** `use = Use()`, and classes that stand on such a class. */
function addObjects(all: readonly PythonModule[], { names }: Givers): void {
  if (names.size === 0) return
  for (const { scope } of all) {
    if (scope === null) continue
    for (const [name, binding] of scope.names) {
      if (binding.kind === 'value' && binding.value !== null) {
        const called = /^(?:\w+\.){0,5}(\w+)\(/.exec(scope.source.slice(binding.value))?.[1]
        if (called !== undefined && names.has(called)) names.add(name)
      }
    }
    for (const [, name = '', bases = ''] of scope.source.text.matchAll(BASES))
      if (wordsOf(bases).some((word) => names.has(word))) names.add(name)
  }
}

const wordsOf = (text: string): readonly string[] => text.match(/\w+/gu) ?? []

/** What runs as a module is imported: its text without the bodies of its functions. */
function importedText(module: PythonModule): string {
  const { text = '' } = module.scope?.source ?? {}
  const spans = functionsOf(module)
    .map(({ statement }) => statement.body.span)
    .sort((one, other) => one.start - other.start)
  let at = 0
  let kept = ''
  for (const { start, end } of spans) {
    if (start < at) continue
    kept += `${text.slice(at, start)}\n`
    at = end
  }
  return (kept + text.slice(at)).replace(/^[ \t]*(?:(?:async[ \t]+)?def\b|#)[^\n]*$/gmu, '')
}

function callsAny(
  resolver: Resolver,
  module: PythonModule,
  text: string,
  { functions, functionNames, names, methods }: Givers,
): boolean {
  if (names.size > 0) {
    for (const [, , bases = ''] of text.matchAll(BASES))
      if (wordsOf(bases).some((word) => names.has(word))) return true
    for (const [, , name = ''] of text.matchAll(ENTERED)) if (names.has(name)) return true
  }
  const isGiver = (name: string, pathOf: () => string) => {
    if (names.has(name)) return true
    const binding = module.scope?.names.get(name)
    const isAlias = binding?.kind === 'from' && functionNames.has(binding.name)
    // Nearly every name is none of these: what stands before it is not looked at.
    if (!isAlias && !functionNames.has(name) && !methods.has(name)) return false
    const path = pathOf()
    if (path !== '' && methods.has(name)) return true
    if (!functionNames.has(name) && !(isAlias && path === '')) return false
    const target = resolver.resolveParts(module, `${path}${name}`.split('.'), null, null)
    if (target?.kind !== 'def' || target.binding.kind !== 'def') return false
    return functions.has(target.binding.statement)
  }
  for (const { name, start } of calledIn(text)) {
    if (isGiver(name, () => pathBefore(text, start))) return true
  }
  for (const [, path = '', name = ''] of linesWith(text, '@').matchAll(DECORATOR)) {
    if (isGiver(name, () => path)) return true
  }
  return false
}
