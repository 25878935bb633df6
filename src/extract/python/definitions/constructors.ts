// How classes are called to make their objects: by `__init__` or `__new__`, or by what `@dataclass`,
// attrs, named tuples and bases make of their fields.

import { keptIn } from '../../../domain/maps.ts'
import { lastName } from '../../../syntax/python/expressionNames.ts'
import { expressionText } from '../../../syntax/python/expressionText.ts'
import type { ClassStatement, Expression } from '../../../syntax/python/syntax.ts'
import type { ClassMembers } from '../classes/classMembers.ts'
import { functionalBase, functionalBases, functionalNames } from '../classes/functionalBases.ts'
import { type ClassItem, isClassItem } from '../modules/items.ts'
import type { BindingOf } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import type { CallSignatures } from './callSignatures.ts'
import { argumentIs, madeFields } from './madeFields.ts'
import { fittingText, typedText } from './signature.ts'

export function constructorSignatures(classes: ClassMembers, signatures: CallSignatures) {
  const known = new Map<ClassItem, string | null>()
  const made = madeFields(classes, signatures.annotationText)
  const byBases = new Set<ClassItem>()

  /** Null where nothing says how it is called. */
  function signatureOf(cls: ClassItem, statement: ClassStatement): string | null {
    for (const step of classes.resolutionOrder(cls)) {
      const found = isClassItem(step) ? ownSignature(step) : null
      if (found !== null) return found
    }
    const isPlain = statement.arguments.length === 0 && classes.findMember(cls, '__init__') === null
    return isPlain ? '()' : null
  }

  /** By what the class itself says; null when it says nothing. */
  function ownSignature(cls: ClassItem): string | null {
    return keptIn(known, cls, () => readSignature(cls))
  }

  function readSignature(cls: ClassItem): string | null {
    const { names } = cls.scope
    const fields = names.has('__init__') ? null : fieldSignature(cls)
    if (fields !== null) return fields
    const ofBase = names.has('__init__') || names.has('__new__') ? null : made(cls)
    if (ofBase !== null) {
      byBases.add(cls)
      const { base, fields: told, takesMore } = ofBase
      return told === null ? ownSignature(base) : callText(told, takesMore)
    }
    for (const name of ['__init__', '__new__']) {
      const binding = names.get(name)
      if (binding?.kind === 'def') return signatures.ofMaker(cls, binding)
    }
    const [tuple] = functionalBases(cls).map(tupleSignature)
    return tuple ?? null
  }

  /** What `@dataclass` and `NamedTuple` make of the fields. */
  function fieldSignature(cls: ClassItem): string | null {
    if (cls.binding.kind !== 'class') return null
    const { source } = cls
    const marks = cls.binding.statement.decorators.map((span) => source.expression(span))
    const isData = marks.some((mark) => isOfDataclasses(mark) || isOfAttrs(mark))
    // A call among the bases has the fields itself.
    const isTuple =
      functionalBases(cls).every((base) => functionalBase(base) === null) &&
      classes.basesOf(cls).some((base) => base.kind === 'external' && base.name === 'NamedTuple')
    if (!isData && !isTuple) return null
    if (marks.some((mark) => argumentIs(mark, 'init', 'False'))) return null
    return callText(dataFields(cls), false)
  }

  function dataFields(cls: ClassItem): DataField[] {
    const fields = new Map<string, DataField>()
    const order = classes.resolutionOrder(cls).filter(isClassItem).toReversed()
    for (const step of order) {
      const decorators = step.binding.kind === 'class' ? step.binding.statement.decorators : []
      const marks = decorators.map((span) => step.source.expression(span))
      let isKeywordOnly = marks.some((mark) => argumentIs(mark, 'kw_only', 'True'))
      const isAttrs = marks.some(isOfAttrs)
      for (const [name, binding] of step.scope.names) {
        if (binding.kind !== 'value' || binding.annotation === null) continue
        const type = signatures.annotationText(binding.source, binding.annotation)
        if (/^(?:\w+\.)?ClassVar\b/.test(type)) continue
        if (type === 'KW_ONLY' || type.endsWith('.KW_ONLY')) {
          isKeywordOnly = true
          continue
        }
        const value = binding.value === null ? null : binding.source.expression(binding.value)
        const given = isAttrs ? parameterName(name, value) : name
        const field = dataField(binding.source, given, type, value, binding)
        const isSaid = value !== null && argumentIs(value, 'kw_only', 'True')
        const isDenied = value !== null && argumentIs(value, 'kw_only', 'False')
        const isKeyword = (isKeywordOnly || isSaid) && !isDenied
        if (field !== null) fields.set(name, { ...field, isKeyword })
      }
    }
    return [...fields.values()]
  }

  return {
    signatureOf,
    /** Whether a base makes the parameters of its names; what it takes besides is its own affair. */
    isMadeByBase: (cls: ClassItem) => byBases.has(cls),
  }
}

function callText(fields: readonly DataField[], takesMore: boolean): string {
  // Those that are given by name alone come last, wherever they stand.
  const byPlace = fields.filter((field) => !field.isKeyword)
  const named = fields.filter((field) => field.isKeyword)
  return fittingText((detail) => {
    const texts = (some: readonly DataField[]) => some.map((field) => typedText(field, detail))
    const keywords = named.length > 0 ? ['*', ...texts(named)] : []
    const rest = takesMore ? ['**extra_data'] : []
    return `(${[...texts(byPlace), ...keywords, ...rest].join(', ')})`
  })
}

/** `@dataclass`, and what others call so. */
function isOfDataclasses(mark: Expression): boolean {
  return /dataclass/.test(lastName(mark) ?? '')
}

/** Decorators of attrs, whose constructors do not say that a field is private. */
function isOfAttrs(mark: Expression): boolean {
  return /^(?:define|frozen|mutable|attrs|s)$/.test(lastName(mark) ?? '')
}

/** What decorators that make fields write into a class beside its methods. */
export function markedNames({ binding, source }: ClassItem): readonly string[] {
  if (binding.kind !== 'class') return []
  for (const span of binding.statement.decorators) {
    const mark = source.expression(span)
    const slots = argumentIs(mark, 'slots', 'True') ? ['__slots__'] : []
    if (isOfDataclasses(mark)) return [...OF_DATACLASSES, ...slots]
    if (isOfAttrs(mark)) return [...OF_ATTRS, ...slots]
  }
  return []
}

const OF_DATACLASSES = ['__dataclass_fields__', '__dataclass_params__', '__match_args__']
const OF_ATTRS = ['__attrs_attrs__', '__match_args__']

/** What `namedtuple` makes of its fields; which of them have defaults is not always written there. */
export function tupleSignature(call: Expression): string | null {
  if (call.kind !== 'call' || functionalBase(call)?.name !== 'NamedTuple') return null
  if (call.arguments.some(({ name }) => name === 'defaults')) return null
  const names = functionalNames(call)
  return names.length === 0 ? null : `(${names.join(', ')})`
}

function parameterName(name: string, value: Expression | null): string {
  const alias =
    value?.kind === 'call' ? value.arguments.find((one) => one.name === 'alias')?.value : undefined
  if (alias?.kind === 'string' && alias.value !== null) return alias.value
  return name.replace(/^_+/, '') || name
}

/** A parameter of the constructor that `@dataclass` makes. */
type DataField = Readonly<{
  name: string
  type: string
  value: string | null
  isKeyword: boolean
}>

/** A field of a dataclass as a parameter; null for one that is none. */
function dataField(
  source: Source,
  name: string,
  type: string,
  value: Expression | null,
  binding: BindingOf<'value'>,
): Omit<DataField, 'isKeyword'> | null {
  if (value === null || binding.value === null) return { name, type, value: null }
  const made = value.kind === 'call' ? lastName(value.function) : null
  if (made !== null && /^(?:field|ib|attrib|Factory)$/.test(made) && value.kind === 'call') {
    if (argumentIs(value, 'init', 'False')) return null
    const has = value.arguments.some(
      (one) => one.name === 'default' || one.name === 'default_factory' || one.name === 'factory',
    )
    return { name, type, value: has ? '...' : null }
  }
  return { name, type, value: expressionText(source.text, binding.value) }
}
