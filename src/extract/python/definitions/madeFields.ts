// Parameters that a base class makes of the annotated names of a class (PEP 681): models of pydantic,
// structs of msgspec. The base says so by a mark on its metaclass or on itself, and its own `__init__`
// takes anything. Where an alias, a setting or a base cannot be read, nothing is told.

import { lastName } from '../../../syntax/python/expressionNames.ts'
import { expressionText } from '../../../syntax/python/expressionText.ts'
import type { Expression } from '../../../syntax/python/syntax.ts'
import type { ClassMembers } from '../classes/classMembers.ts'
import type { Step } from '../classes/classOrder.ts'
import { type ClassItem, isClassItem } from '../modules/items.ts'
import type { BindingOf } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import type { AnnotationText } from './signature.ts'

export type MadeField = Readonly<{
  name: string
  type: string
  value: string | null
  isKeyword: boolean
}>

/** `fields`: null where they are not all told, and the base alone says what is taken. */
type MadeFields = Readonly<{
  base: ClassItem
  fields: readonly MadeField[] | null
  /** What is no field is taken as well, and kept. */
  takesMore: boolean
}>

/** `isOfModels`: fields are given by name. Of pydantic those that begin with `_` are none. */
type Maker = Readonly<{ isOfModels: boolean; isOfPydantic: boolean; hasImpliedNone: boolean }>

export function madeFields(classes: ClassMembers, annotationText: AnnotationText) {
  /** Null for a class whose base makes nothing of its names. */
  function fieldsOf(cls: ClassItem): MadeFields | null {
    const order = classes.resolutionOrder(cls)
    // A class that says itself how it is made is no concern of what stands above it.
    const at = order.findIndex((step) => isClassItem(step) && hasConstructor(step))
    const base = order[at]
    if (at < 1 || base === undefined || !isClassItem(base)) return null
    const maker = makerOf(base)
    return maker === null ? null : { base, ...fieldsBelow(order, at, base, maker) }
  }

  function fieldsBelow(
    order: readonly Step[],
    at: number,
    base: ClassItem,
    maker: Maker,
  ): Pick<MadeFields, 'fields' | 'takesMore'> {
    const untold = { fields: null, takesMore: false }
    const below = order.slice(0, at)
    if (!order.every((step) => isSettled(step, below, base))) return untold
    const fields = new Map<string, MadeField>()
    let takesMore = false
    for (const step of below.toReversed()) {
      if (!isClassItem(step)) continue
      const isUnknown = classes.hasUnknownBase(step) || isMadeElse(step)
      const settings = isUnknown ? null : settingsOf(step)
      if (settings === null) return untold
      takesMore ||= settings.takesMore
      if (!addFields(fields, step, maker, settings.isKeywordOnly)) return untold
    }
    return { fields: [...fields.values()], takesMore }
  }

  /** A class whose constructor takes anything, and that marks those below it. */
  function makerOf(cls: ClassItem): Maker | null {
    const init = cls.scope.names.get('__init__')
    if (init?.kind !== 'def' || !takesAnything(init)) return null
    const order = classes.resolutionOrder(cls).filter(isClassItem)
    for (const step of order) {
      const one = markedOf(step)
      const mark = one === null ? null : markOf(one)
      if (one === null || mark === null) continue
      const isOfModels = argumentIs(mark, 'kw_only_default', 'True')
      const isOfPydantic = order.some(({ module }) => /^pydantic\b/.test(module))
      // The first pydantic gives what may be None that value; both stand in one module there.
      const hasImpliedNone = /^pydantic\.(?:v1\.)?main$/.test(one.module)
      return { isOfModels, isOfPydantic, hasImpliedNone }
    }
    return null
  }

  /** What bears the mark: the class itself, or its metaclass, where none before that has a say. */
  function markedOf(step: ClassItem): ClassItem | null {
    if (markOf(step) !== null) return step
    for (const meta of classes.metaclassOf(step) ?? []) {
      if (!isClassItem(meta)) return null
      if (markOf(meta) !== null) return meta
      if (MAKERS.some((name) => meta.scope.names.has(name))) return null
    }
    return null
  }

  /** Whether a class below names a metaclass of its own that may make other fields. */
  function isMadeElse(step: ClassItem): boolean {
    return classes.metaclassOf(step) !== null && markedOf(step) === null
  }

  function isSettled(step: Step, above: readonly Step[], maker: ClassItem): boolean {
    if (!isClassItem(step)) return PLAIN.test(step.module)
    return above.includes(step) || classes.resolutionOrder(maker).includes(step)
  }

  /** False where a name is no field and yet may be one. */
  function addFields(
    fields: Map<string, MadeField>,
    { scope }: ClassItem,
    { isOfModels, isOfPydantic, hasImpliedNone }: Maker,
    isKeywordOnly: boolean,
  ): boolean {
    for (const [name, binding] of scope.names) {
      if (binding.kind !== 'value') continue
      if (binding.annotation === null) {
        if (fields.has(name)) return false
        continue
      }
      if (isOfModels && name.startsWith('_')) {
        if (isOfPydantic) continue
        return false
      }
      if (isRelation(binding)) continue
      const type = annotationText(binding.source, binding.annotation)
      if (/^(?:\w+\.)?ClassVar\b/.test(type)) continue
      if (UNSETTLED.test(type)) return false
      const found = fieldOf(binding.source, name, type, binding)
      if (found === null) return false
      const isImplied = found.value === null && hasImpliedNone && MAY_BE_NONE.test(type)
      const value = isImplied && !found.isRequired ? 'None' : found.value
      fields.set(name, { name: found.name, type, value, isKeyword: isOfModels || isKeywordOnly })
    }
    return true
  }

  return fieldsOf
}

type Found = Readonly<{ name: string; value: string | null; isRequired: boolean }>

/** `teams: list[Team] = Relationship(…)` of SQLModel, which is no field. */
function isRelation({ source, value }: BindingOf<'value'>): boolean {
  const written = value === null ? null : source.expression(value)
  return written?.kind === 'call' && lastName(written.function) === 'Relationship'
}

/** Null where its name as a parameter is not written down. */
function fieldOf(
  source: Source,
  name: string,
  type: string,
  binding: BindingOf<'value'>,
): Found | null {
  const inType = /\bdefault(?:_factory)?=(?!\.\.\.)/.test(type) ? '...' : null
  if (binding.value === null) return { name, value: inType, isRequired: false }
  const value = source.expression(binding.value)
  if (isEllipsis(value)) return { name, value: null, isRequired: true }
  if (value.kind !== 'call' || !/^(?:field|Field|\w+Field)$/.test(lastName(value.function) ?? ''))
    return { name, value: expressionText(source.text, binding.value), isRequired: false }
  if (value.arguments.some(({ stars }) => stars > 0)) return null
  const argument = (called: string) => value.arguments.find((one) => one.name === called)?.value
  const [first] = value.arguments
  const written = argument('default') ?? (first?.name === null ? first.value : undefined)
  const isMade = argument('default_factory') !== undefined || argument('factory') !== undefined
  const hasDefault = isMade || (written !== undefined && !isEllipsis(written))
  const shown = called(argument('alias'), argument('validation_alias'), name)
  if (shown === null) return null
  const isRequired = written !== undefined && isEllipsis(written)
  return { name: shown, value: hasDefault ? '...' : inType, isRequired }
}

/** What a parameter is called; null where that is computed. */
function called(
  alias: Expression | undefined,
  second: Expression | undefined,
  name: string,
): string | null {
  for (const one of [alias, second]) {
    if (one === undefined) continue
    // A choice of several paths names no parameter.
    if (one === second && one.kind === 'call') continue
    if (one.kind !== 'string' || one.value === null) return null
    if (/^[\p{L}_][\p{L}\p{N}_]*$/u.test(one.value)) return one.value
  }
  return name
}

type Settings = Readonly<{ takesMore: boolean; isKeywordOnly: boolean }>

/** What a class says of how its names are taken; null where that cannot be read. */
function settingsOf({ binding, scope, source }: ClassItem): Settings | null {
  if (binding.kind !== 'class') return null
  const given = binding.statement.arguments
    .filter(({ name }) => name !== null && name !== 'metaclass')
    .map(({ name, value }) => `${name}=${source.slice(value)}`)
  const written = scope.names.get('model_config')
  if (written !== undefined) {
    if (written.kind !== 'value' || written.value === null) return null
    const text = written.source.slice(written.value)
    if (!/^(?:(?:\w+\.)*\w*(?:Config|ConfigDict|SettingsConfigDict)|dict)\(|^\{/.test(text))
      return null
    if (text.includes('**')) return null
    given.push(text)
  }
  const inner = scope.names.get('Config')
  if (inner !== undefined) {
    if (inner.kind !== 'class' || inner.statement.arguments.some(({ name }) => name === null))
      return null
    for (const line of inner.statement.body) {
      if (line.kind !== 'assign' || line.value === null) continue
      const names = line.targets.map((target) => source.slice(target)).join(' ')
      given.push(`${names}=${source.slice(line.value)}`)
    }
  }
  const text = given.join('\n')
  if (/\b(?:alias_generator|rename)\b/.test(text)) return null
  const extra = /\bextra\b["']?\s*[:=]\s*["']?(?:Extra\.)?(\w+)/.exec(text)?.[1]
  if (extra !== undefined && !/^(?:allow|ignore|forbid)$/.test(extra)) return null
  return { takesMore: extra === 'allow', isKeywordOnly: /\bkw_only=True\b/.test(text) }
}

/** `@dataclass_transform(kw_only_default=True)`. */
function markOf({ binding, source }: ClassItem): Expression | null {
  if (binding.kind !== 'class') return null
  for (const span of binding.statement.decorators) {
    const mark = source.expression(span)
    if (/^(?:__)?dataclass_transform(?:__)?$/.test(lastName(mark) ?? '')) return mark
  }
  return null
}

function hasConstructor({ scope }: ClassItem): boolean {
  return scope.names.has('__init__')
}

/** `(self, /, **data)`, `(self, *args, **kwargs)`. */
function takesAnything({ statement: { parameters } }: BindingOf<'def'>): boolean {
  const [, ...others] = parameters
  const isOpen = others.some(({ kind }) => kind === 'varkeywords')
  return isOpen && others.every(({ kind }) => kind === 'varkeywords' || kind === 'varargs')
}

function isEllipsis(value: Expression): boolean {
  return value.kind === 'constant' && value.name === '...'
}

/** `kw_only=True`. */
export function argumentIs(call: Expression, name: string, constant: string): boolean {
  if (call.kind !== 'call') return false
  return call.arguments.some(
    (one) => one.name === name && one.value.kind === 'constant' && one.value.name === constant,
  )
}

/** Modules of Python whose classes bring no fields. */
const PLAIN = /^(?:abc|builtins|collections\.abc|enum|typing|typing_extensions)$/
/** Types that say more of a field than what it is. */
const UNSETTLED = /\bInitVar\b|^(?:\w+\.)?Final\b|\b(?:validation_)?alias\b/
/** What a metaclass makes its classes by. */
const MAKERS = ['__new__', '__init__', '__call__', '__prepare__']
const MAY_BE_NONE = /(?:^|\| )None\b|^(?:\w+\.)?Any$|^(?:\w+\.)?Optional\[/
