// From values to definitions: kinds, places, comments, members.

import { keptIn, keptOnce } from '../../../domain/maps.ts'
import { lineAt } from '../../../domain/texts/textLines.ts'
import { onlyThrows } from '../../../syntax/javascript/onlyThrows.ts'
import { signatureOf } from '../../../syntax/javascript/signature.ts'
import { RAISES_BY_NAME } from '../../../syntax/raisesByName.ts'
import type { SymbolKind } from '../../../table/format/table.ts'
import { IS_OBJECT } from '../../../table/objectModule.ts'
import { type Doc, docAt } from '../docComment.ts'
import { classOf, GivenNames } from './givenNames.ts'
import type { JsDefinition, JsMember } from './jsModule.ts'
import { ModuleRecord, type PackageUnit } from './modules/moduleRecord.ts'
import { NAMESPACE_MARK } from './modules/namespaces.ts'
import { mayHaveNames, Unions } from './unions.ts'
import { type Machine, OutOfSteps } from './values/machine.ts'
import { handedDown, ownOfInstance, platformMember } from './values/platform.ts'
import { getProperty } from './values/properties.ts'
import { prototypeOf } from './values/slots.ts'
import {
  hiddenSlot,
  type ObjectValue,
  platform,
  type Site,
  type Slot,
  settledOptions,
  slotOf,
  Unknown,
  type Value,
} from './values/values.ts'

const DEPTH_MAX = 6
/** So many classes above each other are followed. */
const CHAIN_MAX = 30
const MEMBERS_MAX = 20_000
/** What every function has. */
const OF_FUNCTIONS = new Set(['prototype', 'length', 'name', 'arguments', 'caller'])

type Place = Pick<JsDefinition, 'file' | 'package' | 'line' | 'doc' | 'deprecation'>
type Members = Readonly<{ members: readonly JsMember[]; open: string | null }>
type Below = Readonly<{ slot: Slot; isStatic: boolean; isInherited: boolean; isOfClass: boolean }>
type How = Pick<Below, 'isStatic' | 'isOfClass'>

/** `follows`: into other packages, for what they hand down and for what is exported of them. */
export function makeDescriber(machine: Machine, root: PackageUnit, follows: boolean) {
  const known = new Map<ObjectValue, JsDefinition>()
  /** Members of classes: what is inherited is one definition for all that inherit it. */
  const shared = new Map<Slot, JsDefinition>()
  const unions = new Unions()
  const given = new GivenNames(machine)

  /** A value of another package, where it is looked at; else the value as it is. */
  function followed(value: Value): Value {
    if (value.kind !== 'lazy') return value
    if (!value.isExternal) return value.force()
    if (!follows || !machine.hasRoom) return value
    const found = value.force()
    return found.kind === 'object' ? found : value
  }

  /** A name of a module or object. */
  function ofSlot(holder: ObjectValue, name: string, slot: Slot): JsDefinition {
    if (slot.get !== null && isGone(slot.get))
      return { ...place(slot.site), ...UNDESCRIBED, kind: 'constant', isGone: true }
    const before = machine.beginStatement()
    const value = slot.get === null ? slot.value : getProperty(machine, holder, name)
    const definition = ofValue(value, slot.site, 0)
    machine.endStatement(before)
    return asNamed(name, definition)
  }

  function ofValue(given: Value, site: Site | null, depth: number): JsDefinition {
    const settled = settledOptions(given, { isOurs: true })
    // A package that is exported whole under a name has its names there.
    const options = settled.map((one) =>
      depth === 0 && one.kind === 'lazy' && !/[#(]/.test(one.label) ? followed(one) : one,
    )
    const objects = options.filter((option) => option.kind === 'object')
    if (objects.length > 0) {
      const each = objects.map((one) => keptIn(known, one, () => describedObject(one, site, depth)))
      return unions.of(each, options.find(mayHaveNames) ?? null)
    }
    const outside = options.find((option) => option.kind === 'lazy')
    const from = outside?.kind === 'lazy' ? outside.label : null
    const [value] = options
    const isUnknown = options.length === 1 && value?.kind === 'unknown'
    const open = isUnknown ? value.why : null
    const isFunction = isUnknown && value.typeOf === 'function'
    const kind = isFunction ? 'function' : 'constant'
    return { ...place(site), ...UNDESCRIBED, kind, open, from }
  }

  function describedObject(object: ObjectValue, site: Site | null, depth: number): JsDefinition {
    // Late: most names are declared as well, and then nobody asks what the code has below them.
    const below = keptOnce(() => (depth < DEPTH_MAX ? lateMembers(object, depth) : UNSEEN))
    const own = place(object.site ?? site)
    const around = object.site === null ? own : place(site)
    return {
      ...own,
      // `exports.x = x`: the comment may stand at either place.
      doc: own.doc ?? around.doc,
      deprecation: own.deprecation ?? around.deprecation,
      kind: kindOf(object),
      signature: object.code === null ? null : signatureOf(object.code.node),
      get members() {
        return below().members
      },
      get open() {
        return object.open ?? below().open
      },
      from: null,
      isGone: isGone(object),
    }
  }

  /** Values are looked at while they are described, and that may be too much. */
  function lateMembers(object: ObjectValue, depth: number): Members {
    const before = machine.beginStatement()
    try {
      return membersOf(object, depth)
    } catch (error) {
      if (!(error instanceof OutOfSteps || error instanceof RangeError)) throw error
      return UNSEEN
    } finally {
      machine.endStatement(before)
    }
  }

  function kindOf(object: ObjectValue): SymbolKind {
    if (object.classNode !== null) return 'class'
    if (object.isCallable) return isConstructor(object) ? 'class' : 'function'
    if (object.isEnum) return 'enum'
    return object.has(NAMESPACE_MARK) ? 'namespace' : 'constant'
  }

  /** A function with methods below its prototype is a class by another name. */
  function isConstructor(object: ObjectValue): boolean {
    const prototype = object.slot('prototype')?.value
    if (prototype?.kind !== 'object') return given.isConstructor(object)
    return (
      prototype.proto !== null ||
      [...prototype.slots.keys()].some((key) => key !== 'constructor') ||
      given.isConstructor(object)
    )
  }

  function membersOf(object: ObjectValue, depth: number): Members {
    const found = new Map<string, Below>()
    const isClass = kindOf(object) === 'class'
    const reasons = [addChain(found, object, { isStatic: object.isCallable, isOfClass: isClass })]
    const prototype = isClass ? prototypeOf(machine, object) : null
    const how = { isStatic: false, isOfClass: true }
    if (prototype !== null)
      reasons.push(addChain(found, prototype, how), addGiven(found, prototype, how, object))
    else if (classOf(object) !== null && object.proto?.kind === 'object')
      reasons.push(addGiven(found, object.proto, { ...how, isOfClass: false }), IS_OBJECT)
    if (object.pattern !== null) {
      const all = platform('RegExp')
      addKeys(found, all, ownOfInstance('RegExp').keys, { isStatic: false, isOfClass: false })
    }
    const open = reasons.find((one) => one !== null) ?? null
    const members = [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, below]) => ({
        name,
        definition: asNamed(
          name,
          below.isOfClass ? sharedMember(below, depth) : ofObject(below.slot, depth),
        ),
        isStatic: below.isStatic,
        isInherited: below.isInherited,
      }))
    return { members, open }
  }

  /** A name of an object that is no class; what its getters make is not looked at. */
  function ofObject({ value, get, site }: Slot, depth: number): JsDefinition {
    if (get !== null && isGone(get))
      return { ...place(site), ...UNDESCRIBED, kind: 'constant', isGone: true }
    return ofValue(value, site, depth + 1)
  }

  /** Says why there may be more. */
  function addChain(found: Map<string, Below>, start: ObjectValue, how: How): string | null {
    let object: Value | null = start
    let open: string | null = null
    for (let i = 0; object !== null; i++) {
      if (i >= CHAIN_MAX || found.size >= MEMBERS_MAX) return TOO_MANY
      object = followed(object)
      if (object.kind === 'unknown' && object.isPlatform)
        return open ?? addPlatform(found, object, how)
      if (object.kind !== 'object') return open ?? endOf(object)
      open ??= object.open
      for (const [name, slot] of object.slots) {
        if (found.has(name) || name === NAMESPACE_MARK || name === 'constructor') continue
        if (object.isCallable && OF_FUNCTIONS.has(name)) continue
        if (found.size < MEMBERS_MAX) found.set(name, { slot, ...how, isInherited: i > 0 })
      }
      object = object.proto
    }
    return open
  }

  /** What a class of Node's hands down. */
  function addPlatform(found: Map<string, Below>, from: Unknown, how: How): string | null {
    const { keys, open } = handedDown(machine, from)
    addKeys(found, from, keys, how)
    return open
  }

  function addKeys(
    found: Map<string, Below>,
    from: Unknown,
    keys: readonly string[],
    how: How,
  ): void {
    for (const name of keys) {
      if (found.has(name) || name === 'constructor') continue
      const slot = hiddenSlot(platformMember(machine, from, name))
      found.set(name, { slot, ...how, isInherited: true })
    }
  }

  /** What a class gives to its objects, and what its bases do. Says why there may be more. */
  function addGiven(
    found: Map<string, Below>,
    start: ObjectValue,
    how: How,
    own: ObjectValue | null = null,
  ): string | null {
    let at: Value | null = start
    for (let i = 0; at !== null; i++) {
      if (i >= CHAIN_MAX) return TOO_MANY
      at = followed(at)
      if (at.kind === 'unknown' && at.isPlatform) {
        const { keys, open } = ownOfInstance(at.why.replace(/\.prototype$/, ''))
        addKeys(found, at, keys, how)
        return open
      }
      if (at.kind !== 'object') return endOf(at)
      const made = i === 0 && own !== null ? own : at.slot('constructor')?.value
      const byClass = made?.kind === 'object' ? given.byClass(made) : []
      for (const [name, site] of [...byClass, ...given.byMethods(at)])
        if (!found.has(name))
          found.set(name, { slot: slotOf(FIELD, site), ...how, isInherited: i > 0 })
      at = at.proto
    }
    return null
  }

  function sharedMember({ slot, isStatic }: Below, depth: number): JsDefinition {
    return keptIn(shared, slot, () => {
      const described = member(slot, depth)
      // A method that only throws is there for the classes below.
      return described.isGone && !isStatic ? changed(described, { isGone: false }) : described
    })
  }

  /** Below a class functions are methods, and what a getter makes is not looked at. */
  function member(slot: Slot, depth: number): JsDefinition {
    if (slot.get !== null || slot.set !== null) {
      const open = NOT_LOOKED_AT
      const isDead = slot.get !== null && isGone(slot.get)
      return { ...place(slot.site), ...UNDESCRIBED, kind: 'property', open, isGone: isDead }
    }
    const described = ofValue(slot.value, slot.site, depth + 1)
    if (described.kind === 'function') return changed(described, { kind: 'method' })
    return described.kind === 'constant' ? changed(described, { kind: 'attribute' }) : described
  }

  function place(site: Site | null): Place {
    const module = site?.module
    if (site === null || !(module instanceof ModuleRecord))
      return { file: null, package: null, line: 0, doc: null, deprecation: null }
    if (module.unit !== root)
      return { file: null, package: module.unit.from.name, line: 0, doc: null, deprecation: null }
    const { source } = module
    const doc: Doc = source === null ? { doc: null, deprecation: null } : docAt(source, site.anchor)
    return { file: module.file, package: null, line: lineAt(module.lines, site.anchor), ...doc }
  }

  /** What the methods of its class give to an object besides what it has. */
  function givenTo(object: ObjectValue): readonly (readonly [string, JsDefinition])[] {
    if (classOf(object) === null || object.proto?.kind !== 'object') return []
    const found = new Map<string, Below>()
    addGiven(found, object.proto, { isStatic: false, isOfClass: false })
    return [...found].map(([name, { slot }]) => [name, ofValue(slot.value, slot.site, 0)])
  }

  return { slot: ofSlot, value: ofValue, givenTo }
}

function isGone({ code }: ObjectValue): boolean {
  return code !== null && onlyThrows(code.node)
}

/** What is gone is so under any name but such a one. */
function asNamed(name: string, definition: JsDefinition): JsDefinition {
  return definition.isGone && RAISES_BY_NAME.test(name)
    ? changed(definition, { isGone: false })
    : definition
}

export type Describer = ReturnType<typeof makeDescriber>

/** The same but for something of it, its members as late as they were. */
export function changed(
  definition: JsDefinition,
  by: Partial<Pick<JsDefinition, 'kind' | 'signature' | 'isGone'>>,
  members: () => readonly JsMember[] = () => definition.members,
): JsDefinition {
  const { file, package: owner, line, doc, deprecation, kind, signature, from, isGone } = definition
  return {
    ...{ file, package: owner, line, doc, deprecation, kind, signature, from, isGone, ...by },
    get members() {
      return members()
    },
    get open() {
      return definition.open
    },
  }
}

/** Why what is no object may hand down more names; null where there is nothing. */
function endOf(value: Value): string | null {
  if (value.kind === 'known') return null
  if (value.kind === 'lazy') return `inherits from ${value.label}`
  return value.kind === 'unknown' ? `inherits from ${value.why}` : 'inherits from one of several'
}

const NOT_LOOKED_AT = 'is made when it is asked for'
/** What the objects of a class hold is not looked at. */
const FIELD = new Unknown('is given to an object')

/** What has no members that anybody looks at. */
const UNDESCRIBED = {
  ...{ signature: null, members: [], open: null, from: null, isGone: false },
} as const

const UNSEEN: Members = { members: [], open: 'takes too much work to look at' }
const TOO_MANY = 'has too many names'
