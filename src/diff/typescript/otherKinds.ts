// What callers notice when something is of another kind now: a constant that was the class, an interface
// that became one, an object that became an enum. Each is decided by what callers could do with it.

import { withoutModifiers } from '../../signatures/modifiers.ts'
import { type ClassSignature, parseClass } from '../../signatures/parseClass.ts'
import type { Call } from '../../signatures/parseType.ts'
import type { Facts } from '../facts.ts'
import { type Reason, severityOf } from '../reasons.ts'
import type { Assignability } from './assignable.ts'
import { compareOverloads } from './compareCalls.ts'
import { lacks } from './libraryMembers.ts'
import { makingOf } from './makingOf.ts'
import type { BothNames, Named, Names } from './named.ts'

export function isOtherKind(previous: string, next: string): boolean {
  if (previous === next) return false
  const isOneOf = (...kinds: readonly string[]) => kinds.includes(previous) && kinds.includes(next)
  // A method may be written as a property of a function type, a type as an interface.
  if (isOneOf('property', 'attribute', 'constant', 'method', 'function')) return false
  return !isOneOf('interface', 'type')
}

/** What is below is told by itself. `sides` are those of the two. */
export function kindReasons(
  previous: Facts,
  next: Facts,
  names: BothNames,
  sides: () => Assignability,
): Iterable<Reason> {
  if (isOfCode(previous) && isOfCode(next)) return ['type_changed_undecided']
  // Whoever had anything finds out what it is.
  if (isAny(previous) && !next.isTypeOnly) return ['readonly_type_narrowed']
  if (VALUES.has(previous.kind) && next.kind === 'class' && previous.signature !== null) {
    const found = becameClass(previous, next, names, sides())
    if (found !== null) return found
  }
  if (VALUES.has(previous.kind) && next.kind === 'enum') {
    const type = sides().parse(withoutModifiers(previous.signature ?? ''))
    const isObject = type.form === 'object' && type.unnamed.length === 0 && type.members.size > 0
    if (isObject) return ['type_rewritten']
    // Of an enum that goes by another name callers may have both.
    if (/^typeof [\w$.]+$/.test(type.text)) return ['type_changed_undecided']
  }
  if (OBJECTS.has(previous.kind) && next.kind === 'class') {
    // Whoever made such an object cannot give what a class hides.
    const isRefused = previous.position().isGiven && next.hidesMembers()
    return [isRefused ? 'kind_changed' : 'type_changed_undecided']
  }
  // What nobody can make or extend is the type that it was.
  if (previous.kind === 'class' && next.kind === 'interface' && previous.isTypeAlone())
    return ['type_rewritten']
  const constant = previous.kind === 'class' && OBJECTS.has(next.kind) ? next.constant() : null
  if (constant !== null && !next.isTypeOnly) {
    const found = becameConstant(previous, constant, names.from, sides())
    if (found !== null) return found
  }
  return [mayBeBoth(previous, next) ? 'type_changed_undecided' : 'kind_changed']
}

const VALUES: ReadonlySet<string> = new Set(['attribute', 'constant', 'property'])
const OBJECTS: ReadonlySet<string> = new Set(['interface', 'type'])

/**
 * In code a class may be written as a function, or be what something gives of which nothing is told: how
 * that is done is nothing to callers.
 */
function isOfCode({ kind, file, signature, isTyped }: Facts): boolean {
  if (isTyped || file === null) return false
  return kind === 'class' || kind === 'function' || (VALUES.has(kind) && signature === null)
}

function isAny({ kind, signature }: Facts): boolean {
  return VALUES.has(kind) && withoutModifiers(signature ?? '') === 'any'
}

/**
 * A constant beside a namespace of its name is one with it, and says nothing of its own type; an
 * object has the values that a namespace had; a constant beside an interface or an alias of its name may
 * make the objects that a class made; a value of which nothing was said may have been a class.
 */
function mayBeBoth({ kind: previous, signature }: Facts, next: Facts): boolean {
  const { kind, isTypeOnly } = next
  if (kind === 'class') return VALUES.has(previous) && signature === null
  if (previous === 'class' && OBJECTS.has(kind)) return !isTypeOnly && !next.isNamespace()
  if (previous === 'namespace') return kind === 'constant'
  return kind === 'namespace' && !isTypeOnly && (previous === 'function' || previous === 'constant')
}

/** Null for a constant that no objects are made of. */
function becameClass(
  previous: Facts,
  next: Facts,
  names: BothNames,
  sides: Assignability,
): ReadonlySet<Reason> | null {
  const text = withoutModifiers(previous.signature ?? '')
  const [, value] = /^typeof ([\w$.]+)$/.exec(text) ?? []
  const named = value === undefined ? null : names.from(value, previous.file)
  if (value !== undefined && named?.kind !== 'class') {
    return named === null ? new Set(['type_changed_undecided']) : null
  }
  const type = sides.parse(text)
  const shape = named === null ? sides.from.shapeOf(type)?.object : undefined
  // Nobody can call a class.
  if (shape !== undefined && shape.calls.length > 0) return null
  const before =
    value !== undefined && named !== null
      ? madeBy(value, classOf(named, sides), named.file, names.from, sides)
      : type.form === 'construct'
        ? [type.call]
        : (shape?.constructs ?? [])
  if (before !== null && before.length === 0) return null
  const now = parseClass(next.signature ?? '', sides.plain)
  if (now?.isAbstract) return new Set(['became_abstract'])
  const after = madeBy(next.name, now, next.file, names.to, sides)
  if (after?.length === 0) return new Set(['constructor_hidden'])
  if (before === null || after === null) return new Set(['type_changed_undecided'])
  const reasons = compareOverloads(sides, before, after)
  reasons.delete('overloads_changed')
  const made = names.to(next.name, next.file)
  if (named !== null && !named.isPublic) {
    // What objects of a class have that nobody can name is told nowhere else.
    if (made !== null && lacks(made, named)) reasons.add('type_changed')
    else if (made === null || made.body === null || named.body === null) {
      reasons.add('type_changed_undecided')
    }
  }
  return reasons.size === 0 ? new Set(['type_rewritten']) : reasons
}

const MADE_NO_MORE: ReadonlySet<Reason> = new Set(['kind_changed'])

/** A class that is a constant beside a type now; null unless objects are made otherwise. */
function becameConstant(
  previous: Facts,
  constant: string,
  names: Names,
  sides: Assignability,
): ReadonlySet<Reason> | null {
  const was = parseClass(previous.signature ?? 'class', sides.plain)
  const before = was?.isAbstract ? null : madeBy(previous.name, was, previous.file, names, sides)
  const type = sides.parse(withoutModifiers(constant))
  const shape = sides.to.shapeOf(type)
  const after = type.form === 'construct' ? [type.call] : shape?.object.constructs
  if (before === null || before.length === 0) return null
  if (type.form === 'call') return MADE_NO_MORE
  if (after === undefined) return null
  if (after.length === 0) return shape?.isOpen === false ? MADE_NO_MORE : null
  const reasons = compareOverloads(sides, before, after)
  return [...reasons].some((reason) => severityOf(reason) === 'breaking') ? reasons : null
}

function classOf({ generics, making }: Named, { plain }: Assignability): ClassSignature | null {
  return making === null ? null : parseClass(`class${generics} ${making}`, plain)
}

/** The ways to make an object of a class, none where its constructor is hidden; null for what is not known. */
function madeBy(
  name: string,
  signature: ClassSignature | null,
  file: string | null,
  names: Names,
  sides: Assignability,
): readonly Call[] | null {
  const making = signature === null ? null : makingOf(signature, file, names, sides.plain)
  if (signature === null || making === null) return null
  if (making.isHidden) return []
  const { typeParameters } = signature
  const given = typeParameters.map((one) => one.name).join(', ')
  const returns = sides.parse(given === '' ? name : `${name}<${given}>`)
  const named = names(name, file)
  // Objects of a class that nobody can name are what they have.
  const shown = named === null || named.isPublic ? null : named.body
  const made = shown === null ? returns : sides.parse(shown)
  return making.constructors.map((call) => ({ ...call, typeParameters, returns: made }))
}
