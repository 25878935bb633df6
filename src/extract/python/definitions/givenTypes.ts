// What a function or a property gives, and what a value is, where the signature does not say it in words
// that its own module has: an annotation with names that are imported for type checkers only is spelled
// from the top, and a function without one gives what every `return` of it makes.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import { parseBlock } from '../../../syntax/python/parsePython.ts'
import type { Expression, FunctionStatement, Span } from '../../../syntax/python/syntax.ts'
import { isWord, walkStatements } from '../../../syntax/python/walk.ts'
import { DECLARED, SEEN } from '../../../table/format/givenType.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type Item, isClassItem, type Target, targetPath } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'
import { isAssigned, isChanged } from './namesInText.ts'
import type { AnnotationText } from './signature.ts'

/** Longer ones are not read. */
const BODY_MAX = 8_000
/** A function that gives what another one gives, and so on. */
const DEPTH_MAX = 4
const SELF = 'Self'

export type GivenTypes = ReturnType<typeof makeGivenTypes>

export function makeGivenTypes(model: PackageModel, annotationText: AnnotationText) {
  const known = new Map<Item, string | null>()
  const open = new Set<Item>()

  /** What a call of a function gives, or a property is. Null where the signature says as much. */
  function ofFunction(item: Item): string | null {
    const { binding } = item
    if (binding.kind !== 'def') return null
    const { statement, source } = binding
    if (binding.overloads.length > 0 && source.isStub) return null
    if (statement.returns !== null) {
      const spelled = spelledFromTop(item, statement.returns)
      return spelled === null ? null : `${DECLARED}${awaited(statement, spelled)}`
    }
    const made = madeBy(item, 0)
    return made === null ? null : `${SEEN}${awaited(statement, made)}`
  }

  /** The same of a value with an annotation. */
  function ofValue(item: Item): string | null {
    const { binding } = item
    if (binding.kind !== 'value' || binding.annotation === null) return null
    const spelled = spelledFromTop(item, binding.annotation)
    return spelled === null ? null : `${DECLARED}${spelled}`
  }

  /** The text of an annotation with what only type checkers see spelled from the top; null where nothing is. */
  function spelledFromTop(item: Item, annotation: Span): string | null {
    const module = model.modules.moduleOf(item)
    const names = module.scope?.typeNames
    if (names === undefined || names.size === 0 || item.binding.source.isStub) return null
    let isSpelled = false
    const text = annotationText(item.binding.source, annotation)
    const spelled = text.replace(PATH, (path) => {
      const target = forTypeCheckers(module, path.split('.'))
      if (!isClassItem(target)) return path
      isSpelled = true
      return `.${targetPath(target)}`
    })
    return isSpelled ? spelled : null
  }

  function forTypeCheckers(module: PythonModule, parts: readonly string[]): Target | null {
    const [head = '', ...rest] = parts
    const binding = module.scope?.typeNames.get(head)
    if (binding === undefined || module.scope?.names.has(head) === true) return null
    let target: Target | null = model.resolver.resolveBinding(module, head, binding, null)
    for (const part of rest)
      target = target === null ? null : model.resolver.attribute(target, part)
    return target
  }

  /** What every `return` makes, as a type; null where one of them does not tell. */
  function madeBy(item: Item, depth: number): string | null {
    const before = known.get(item)
    if (before !== undefined) return before
    if (depth > DEPTH_MAX || open.has(item)) return null
    open.add(item)
    const made = readReturns(item, depth)
    open.delete(item)
    known.set(item, made)
    return made
  }

  function readReturns(item: Item, depth: number): string | null {
    const { binding } = item
    if (binding.kind !== 'def') return null
    const { statement, source } = binding
    const { span, line, isGenerator, isTrivial } = statement.body
    if (source.isStub || isGenerator || isTrivial || span.end - span.start > BODY_MAX) return null
    if (!statement.decorators.every((one) => KEEPING.test(source.slice(one)))) return null
    const text = source.slice(span)
    if (!maySay(text)) return null
    const self = selfOf(item, statement, text)
    let found: string | null = null
    for (const one of walkStatements(parseBlock({ text: source.text }, span, line))) {
      if (!isWord(one, 'return') || one.value === null) continue
      const value = source.expression(one.value)
      if (value.kind === 'constant' && source.slice(one.value) === 'None') continue
      const made = typeOf(value, { item, text, self, depth })
      if (made === null || (found !== null && found !== made)) return null
      found = made
    }
    return found
  }

  type Within = Readonly<{ item: Item; text: string; self: Self | null; depth: number }>

  function typeOf(value: Expression, within: Within): string | null {
    const { self, text, item } = within
    if (value.kind === 'name') {
      if (value.name === self?.name) return self.isClass ? null : SELF
      const given = onlyValueOf(value.name, text, item)
      return given === null ? null : typeOf(given, within)
    }
    if (value.kind !== 'call') return null
    if (self !== null && makesAnother(value.function, self)) return SELF
    const parts = dottedParts(value.function)
    const [head = ''] = parts ?? []
    if (parts === null || isBoundIn(head, text, item)) return null
    const module = model.modules.moduleOf(item)
    const target = model.resolver.resolveParts(module, parts, null, null)
    if (isClassItem(target)) return `.${targetPath(target)}`
    if (target?.kind !== 'def' || target.owner !== null) return null
    return given(target, within.depth + 1)
  }

  /** What a function of the package gives, declared or seen. */
  function given(item: Item, depth: number): string | null {
    const { binding } = item
    if (binding.kind !== 'def' || binding.statement.isAsync) return null
    const { returns } = binding.statement
    if (returns === null) return madeBy(item, depth)
    const module = model.modules.moduleOf(item)
    const path = annotationText(binding.source, returns)
    if (!/^[\w.]+$/.test(path)) return null
    const parts = path.split('.')
    const target =
      forTypeCheckers(module, parts) ?? model.resolver.resolveParts(module, parts, null, null)
    return isClassItem(target) ? `.${targetPath(target)}` : null
  }

  return { ofFunction, ofValue }
}

/** Paths in the text of an annotation; texts of `Literal` are none. */
const PATH = /(?<![\w.'"])[A-Za-z_]\w*(?:\.\w+)*(?![\w'"])/g
/** Decorators below which a function gives what it returns. */
const KEEPING =
  /^(?:\w+\.)*(?:staticmethod|classmethod|override|final|no_type_check|property|cached_property)$/

function awaited({ isAsync }: FunctionStatement, type: string): string {
  return isAsync ? `Awaitable[${type}]` : type
}

const RETURN = 'return'
const TELLING = /[ \t]*(?:$|#|None\b|[A-Za-z_][\w.]*(?:\(|[ \t]*(?:#|$))|type\()/my

/** Whether every `return` may be one that tells: most functions have one that does not. */
function maySay(text: string): boolean {
  let count = 0
  for (let at = text.indexOf(RETURN); at !== -1; at = text.indexOf(RETURN, at + 1)) {
    const end = at + RETURN.length
    if (!beginsStatement(text, at) || /\w/.test(text[end] ?? '')) continue
    TELLING.lastIndex = end
    if (!TELLING.test(text)) return false
    count += 1
  }
  return count > 0
}

function beginsStatement(text: string, at: number): boolean {
  let before = at - 1
  while (text[before] === ' ' || text[before] === '\t') before -= 1
  return before < 0 || /[\n\r:;]/.test(text[before] ?? '')
}

type Self = Readonly<{ name: string; isClass: boolean }>

/** What the object of a method is called, or its class; null where there is none. */
function selfOf(
  item: Item,
  { parameters, decorators }: FunctionStatement,
  text: string,
): Self | null {
  const [first] = parameters
  if (item.owner === null || first === undefined || first.kind === 'varargs') return null
  const marks = decorators.map((one) => item.binding.source.slice(one))
  if (marks.some((mark) => /staticmethod$/.test(mark))) return null
  if (isAssigned(first.name, text)) return null
  return { name: first.name, isClass: marks.some((mark) => /classmethod$/.test(mark)) }
}

/** `cls(…)`, `type(self)(…)`, `self.__class__(…)`. */
function makesAnother(called: Expression, { name, isClass }: Self): boolean {
  if (called.kind === 'name') return isClass && called.name === name
  if (called.kind === 'attribute') {
    return called.name === '__class__' && called.value.kind === 'name' && called.value.name === name
  }
  if (called.kind !== 'call' || called.function.kind !== 'name') return false
  const [argument] = called.arguments
  const isOfSelf = argument?.value.kind === 'name' && argument.value.name === name
  return called.function.name === 'type' && called.arguments.length === 1 && isOfSelf
}

/** The one value that a name of the body is given, where nothing else is done to it. */
function onlyValueOf(name: string, text: string, item: Item): Expression | null {
  const { binding } = item
  if (binding.kind !== 'def' || !/^\w+$/.test(name)) return null
  if (binding.statement.parameters.some((one) => one.name === name)) return null
  if (isChanged(name, text)) return null
  const { span, line } = binding.statement.body
  let found: Expression | null = null
  let others = text
  for (const one of walkStatements(parseBlock({ text: binding.source.text }, span, line))) {
    if (one.kind !== 'assign' || one.value === null || one.operator !== null) continue
    const [target, ...more] = one.targets
    if (target === undefined || binding.source.slice(target) !== name) continue
    if (found !== null || more.length > 0) return null
    found = binding.source.expression(one.value)
    const at = target.start - span.start
    others = `${text.slice(0, at)}${' '.repeat(target.end - target.start)}${text.slice(target.end - span.start)}`
  }
  return found === null || isAssigned(name, others) ? null : found
}

/** Whether a name means something of the function's own. */
function isBoundIn(name: string, text: string, item: Item): boolean {
  const { binding } = item
  if (binding.kind !== 'def') return true
  return binding.statement.parameters.some((one) => one.name === name) || isAssigned(name, text)
}
