// From values to definitions: kinds, places, comments, members.

import type { Expression } from 'oxc-parser'
import { keptIn, keptOnce } from '../../../domain/maps.ts'
import { lineAt } from '../../../domain/texts/textLines.ts'
import { namesGivenToThis } from '../../../syntax/javascript/instanceNames.ts'
import { signatureOf } from '../../../syntax/javascript/signature.ts'
import type { SymbolKind } from '../../../table/format/table.ts'
import { type Doc, docAt } from '../docComment.ts'
import { Definers } from './evaluate/definers.ts'
import { propertyKey } from './evaluate/members.ts'
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
  const definers = new Definers(machine)

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
    const before = machine.beginStatement()
    const value = slot.get === null ? slot.value : getProperty(machine, holder, name)
    const definition = ofValue(value, slot.site, 0)
    machine.endStatement(before)
    return definition
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
    if (prototype?.kind !== 'object') return false
    return (
      prototype.proto !== null || [...prototype.slots.keys()].some((key) => key !== 'constructor')
    )
  }

  function membersOf(object: ObjectValue, depth: number): Members {
    const found = new Map<string, Below>()
    const isClass = kindOf(object) === 'class'
    let open = addChain(found, object, { isStatic: object.isCallable, isOfClass: isClass })
    const prototype = object.slot('prototype')?.value
    if (isClass && prototype?.kind === 'object')
      open ??= addChain(found, prototype, { isStatic: false, isOfClass: true })
    if (isClass) open ??= addFields(found, object)
    const members = [...found]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, { slot, isStatic, isInherited, isOfClass }]) => ({
        name,
        definition: isOfClass
          ? sharedMember(slot, depth)
          : ofValue(slot.value, slot.site, depth + 1),
        isStatic,
        isInherited,
      }))
    return { members, open }
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

  /**
   * Fields, and what constructors and methods give to `this`; those of bases too. Says why there may be
   * more.
   */
  function addFields(found: Map<string, Below>, start: ObjectValue): string | null {
    let at: Value | null = prototypeOf(machine, start)
    for (let i = 0; at !== null; i++) {
      if (i >= CHAIN_MAX) return TOO_MANY
      at = followed(at)
      if (at.kind === 'unknown' && at.isPlatform) {
        const { keys, open } = ownOfInstance(at.why.replace(/\.prototype$/, ''))
        addKeys(found, at, keys, { isStatic: false, isOfClass: true })
        return open
      }
      if (at.kind !== 'object') return endOf(at)
      const made = i === 0 ? start : at.slot('constructor')?.value
      const given = [
        ...(made?.kind === 'object' ? givenByClass(made) : []),
        ...[...at.slots.values()].flatMap(givenByMethod),
      ]
      for (const [name, site] of given) {
        if (found.has(name)) continue
        const slot = slotOf(FIELD, site)
        found.set(name, { slot, isStatic: false, isInherited: i > 0, isOfClass: true })
      }
      at = at.proto
    }
    return null
  }

  type Given = readonly [name: string, site: Site | null]

  function givenByClass(made: ObjectValue): Given[] {
    const { classNode, scope, site } = made
    const fields: Given[] = []
    for (const element of scope === null ? [] : (classNode?.body.body ?? [])) {
      if (element.type !== 'PropertyDefinition' || element.static || scope === null) continue
      const key = propertyKey(machine, element.key, element.computed, scope)
      const place = site === null ? null : { ...site, anchor: element.start }
      if (typeof key === 'string') fields.push([key, place])
    }
    return [...fields, ...givenByCode(made, true)]
  }

  function givenByMethod({ value, get, set }: Slot): Given[] {
    const functions = [value, get, set].filter((one) => one?.kind === 'object')
    return functions.flatMap((one) => (one.classNode === null ? givenByCode(one, false) : []))
  }

  function givenByCode({ code }: ObjectValue, isConstructor: boolean): Given[] {
    if (code === null) return []
    const { module, scope } = code
    const defines = (callee: Expression) => definers.isDefiner(callee, scope)
    const names = namesGivenToThis(code.node, { isConstructor, defines })
    return [...names].map(([name, anchor]) => [name, { module, anchor }])
  }

  function sharedMember(slot: Slot, depth: number): JsDefinition {
    return keptIn(shared, slot, () => member(slot, depth))
  }

  /** Below a class functions are methods, and what a getter makes is not looked at. */
  function member(slot: Slot, depth: number): JsDefinition {
    if (slot.get !== null || slot.set !== null) {
      return { ...place(slot.site), ...UNDESCRIBED, kind: 'property', open: NOT_LOOKED_AT }
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

  return { slot: ofSlot, value: ofValue }
}

export type Describer = ReturnType<typeof makeDescriber>

/** The same but for something of it, its members as late as they were. */
export function changed(
  definition: JsDefinition,
  by: Partial<Pick<JsDefinition, 'kind' | 'signature'>>,
  members: () => readonly JsMember[] = () => definition.members,
): JsDefinition {
  const { file, package: owner, line, doc, deprecation, kind, signature, from } = definition
  return {
    ...{ file, package: owner, line, doc, deprecation, kind, signature, from, ...by },
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
const UNDESCRIBED = { signature: null, members: [], open: null, from: null } as const

const UNSEEN: Members = { members: [], open: 'takes too much work to look at' }
const TOO_MANY = 'has too many names'
