// A name of a module, of a class, of a value: where it leads, whether it is missing, or why neither
// can be said.

import { BUILTIN_MEMBERS } from '../../symbols/builtinMembers.ts'
import { attributesOf } from '../../symbols/pythonAttributes.ts'
import { isDoingModule } from '../../table/doingModule.ts'
import { entryRanked } from '../../table/findPath.ts'
import { isTypeOnly, originOf } from '../../table/format/facts.ts'
import { NEVER } from '../../table/format/givenType.ts'
import { isLoose } from '../../table/format/looseNames.ts'
import type { ModuleState } from '../../table/format/table.ts'
import { at } from '../../table/format/varints.ts'
import { hiddenIn, isHidden } from '../../table/hiddenDefinitions.ts'
import { mayHoldMore } from '../../table/mayHoldMore.ts'
import { isObjectModule } from '../../table/objectModule.ts'
import { isPerhapsThere, isSpelledNowhere, mayBeCompiled } from '../../table/spelledNowhere.ts'
import { aliasMeaning, memberOfBases, memberOfParts, memberOfText, VALUES } from './npmMembers.ts'
import { boundOf, npmType } from './npmTypes.ts'
import { typedByStub } from './stubs.ts'
import {
  type Arrival,
  arrivedAt,
  type Lookup,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
} from './tableNode.ts'
import { typeOf } from './types.ts'

const STATE_REASONS: Readonly<Record<Exclude<ModuleState, 'complete'>, string>> = {
  dynamic: 'makes names at run time',
  opaque: 'is compiled code',
  unreadable: 'could not be read',
  unread: 'is not read',
  gapped: 'takes names from elsewhere',
}

/** What a function has besides being called. */
export const CARRIED = 'what a function carries is not listed'
const SET_SOMEWHERE = 'code of the package sets it on an object that could not be told'

/** Every object of Python has some, and so has every function of JavaScript. */
const UNIVERSAL = {
  pypi: /^(?:__\w+__|mro)$/,
  npm: /^(?:__\w+__|prototype|constructor|name|length|call|apply|bind|toString|toLocaleString|valueOf|hasOwnProperty|isPrototypeOf|propertyIsEnumerable|then|captureStackTrace|stackTraceLimit)$/,
} as const

/** Aliases may lead to themselves: `type Tree = Leaf | Tree`. */
const NESTING_MAX = 30

export function newLookup(): Lookup {
  let open = 0
  return {
    typesOpen: 0,
    memberOf(asked, node, name) {
      if (open >= NESTING_MAX) return unknown('its type leads to itself')
      open += 1
      try {
        return memberFound(asked, node, name)
      } finally {
        open -= 1
      }
    },
  }
}

export function memberOf(view: PackageView, node: TableNode, name: string): Arrival {
  return view.lookup.memberOf(view, node, name)
}

function memberFound(asked: PackageView, node: TableNode, name: string): Arrival {
  const view = viewOf(asked, node)
  const found = memberIn(view, node, name)
  // What was taken out since looks like a slip of what stayed.
  return found.state === 'missing' && view.isGuessed === true
    ? unknown('which release of the types counts is not known')
    : found
}

function memberIn(view: PackageView, node: TableNode, name: string): Arrival {
  switch (node.kind) {
    case 'module':
      return view.of.ecosystem === 'pypi'
        ? memberOfModule(view, node.module, name)
        : exportOf(view, node.module, name)
    case 'definition':
      return memberOfDefinition(view, node, name)
    case 'type':
      return view.of.ecosystem === 'npm'
        ? memberOfText(view, node, name)
        : memberOfBuiltin(node, name)
    case 'parts':
      return memberOfParts(view, node, name)
  }
}

/** Classes below lists and tables often have what another class of the language has (`add`). */
const BUILTIN = /^(?:builtins\.)?(str|bytes)$/

/** Of what is declared as a text: `-> str`. */
function memberOfBuiltin(node: NodeOf<'type'>, name: string): Arrival {
  const [, cls = ''] = BUILTIN.exec(node.text) ?? []
  const members = BUILTIN_MEMBERS.get(cls)
  if (members === undefined) return unknown('its type is not followed')
  if (members.has(name) || UNIVERSAL.pypi.test(name)) return unknown('it is of the language')
  // It may be of a class below: only what another class of the language has is known to be missed.
  const isOfAnother = [...BUILTIN_MEMBERS.values()].some((one) => one.has(name))
  if (!isOfAnother) return unknown(`a class below ${cls} may have it`)
  return { state: 'missing', of: node, name, isForCallsOnly: true }
}

function entryOf({ table }: PackageView, list: number, name: string): number | null {
  const rank = table.columns.names.find(name)
  const found = rank < 0 ? null : entryRanked(table.columns, list, rank)
  return found === null ? null : at(table.columns.entries.target, found.entry)
}

/** The number of what a definition has by a name. */
function memberNamed(view: PackageView, definition: number, name: string): number | null {
  const { columns } = view.table
  if (isHidden(columns, definition)) return hiddenIn(columns).member(definition, name)
  return entryOf(view, columns.modules.count + definition, name)
}

function memberOfModule(view: PackageView, module: number, name: string): Arrival {
  const { table } = view
  const definition = entryOf(view, module, name)
  const below = table.findModule(`${table.module(module).name}.${name}`)
  // A class or a function hides a module of its name; a name that is made when it is asked for is
  // the module.
  const kind = definition === null ? null : table.definition(definition).kind
  const isHidden = kind !== null && kind !== 'attribute' && kind !== 'constant'
  if (below >= 0 && !isHidden) return arrivedAt({ kind: 'module', module: below, view })
  if (definition !== null) return atDefinition(view, definition, null)
  return missingIn(view, module, name)
}

/** A module that is imported: what code sets on some object is none. */
export function submoduleOf(view: PackageView, module: number, name: string): Arrival {
  const found = memberOf(view, { kind: 'module', module }, name)
  const isSetSomewhere = found.state === 'unknown' && found.reason === SET_SOMEWHERE
  const isListed = view.table.module(module).state === 'complete'
  if (!isSetSomewhere || !isListed) return found
  return { state: 'missing', of: { kind: 'module', module, view }, name }
}

function missingIn(view: PackageView, module: number, name: string): Arrival {
  const { table } = view
  const { name: written, state, stateReason, file } = table.module(module)
  if (UNIVERSAL[view.of.ecosystem].test(name) && !isOwnOfModules(view, name, file)) {
    return unknown('every module has it')
  }
  if (state === 'complete' && isPerhapsThere(table.columns, module, name)) {
    return unknown(`${written} may have it: other code gives it names, or some platforms do`)
  }
  if (isLoose(table.columns, name)) return unknown(SET_SOMEWHERE)
  if (view.of.ecosystem === 'pypi' && isDoingModule(table, module)) {
    return unknown(`${written} names nothing of its own, and may put something else in its place`)
  }
  if (state === 'complete' || isSpelledNowhere(table.columns, module, name)) {
    // An object is given more as the code runs.
    const isAddedTo = view.of.ecosystem === 'npm' && isObjectModule(table, module)
    return {
      ...{ state: 'missing', of: { kind: 'module', module, view }, name },
      ...(isAddedTo && { isLoose: true }),
    }
  }
  const why = stateReason === null ? '' : `: ${stateReason}`
  return unknown(`${written} ${STATE_REASONS[state]}${why}`)
}

/** `__version__`: what a module of Python that was read from its code has only where that says so. */
function isOwnOfModules({ of }: PackageView, name: string, file: string | null): boolean {
  const isRead = of.ecosystem === 'pypi' && /\.py$/.test(file ?? '')
  return isRead && name !== '__all__' && !attributesOf('package').has(name)
}

/** A name of a module of npm, or of what it gives by default, which is the same to many loaders. */
function exportOf(view: PackageView, module: number, name: string): Arrival {
  const definition = entryOf(view, module, name)
  if (definition !== null) {
    const found = atDefinition(view, definition, null)
    return isTypeAlone(view, module, name) ? asType(found) : found
  }
  const fallback = entryOf(view, module, 'default')
  if (fallback !== null) {
    const node: TableNode = {
      kind: 'definition',
      definition: fallback,
      isInstance: false,
      owner: null,
    }
    const below = memberOf(view, node, name)
    const isWhole = wholeModuleOf(view, fallback) === module
    // Some loaders hand out what another kind of module gives by default; Node does not.
    if (below.state === 'at') return isWhole ? below : unknown('only what its default gives has it')
    if (below.state === 'unknown' && !isWhole) return below
  } else if (name === 'default') {
    // Without one, loaders of CommonJS hand out the module itself.
    const { origin } = view.table.module(module)
    if (origin !== 'js') return unknown('the declarations name no default')
  }
  return missingIn(view, module, name)
}

/** Whether the module has nothing of that name when the code runs. */
function isTypeAlone({ table: { columns } }: PackageView, module: number, name: string): boolean {
  const rank = columns.names.find(name)
  const found = rank < 0 ? null : entryRanked(columns, module, rank)
  return found !== null && isTypeOnly(at(columns.entries.facts, found.entry))
}

function asType(found: Arrival): Arrival {
  if (found.state !== 'at' || found.node.kind !== 'definition') return found
  return { ...found, node: { ...found.node, isType: true } }
}

/**
 * The module that `export =` makes of a definition: they are one object, and what the code gives to
 * it stands among the names of the module. Null for what is no such thing.
 */
function wholeModuleOf({ table, of }: PackageView, definition: number): number | null {
  if (of.ecosystem !== 'npm') return null
  const { columns } = table
  const rank = columns.names.find('default')
  if (rank < 0) return null
  for (let module = 0; module < columns.modules.count; module += 1) {
    const found = entryRanked(columns, module, rank)
    if (found === null || at(columns.entries.target, found.entry) !== definition) continue
    return originOf(at(columns.entries.facts, found.entry)) === 'inherited' ? module : null
  }
  return null
}

function atDefinition(view: PackageView, definition: number, owner: TableNode | null): Arrival {
  const { table } = view
  const info = table.definition(definition)
  const module = info.kind === 'module' ? table.findModule(info.module) : -1
  if (module >= 0) return arrivedAt({ kind: 'module', module, view })
  return arrivedAt({ kind: 'definition', definition, isInstance: false, owner, view })
}

function memberOfDefinition(view: PackageView, node: NodeOf<'definition'>, name: string): Arrival {
  const { table } = view
  const { columns } = table
  const info = table.definition(node.definition)
  const found = memberNamed(view, node.definition, name)
  if (found !== null) return memberOfEvery(view, node, found) ?? memberAt(view, found, node)
  if (UNIVERSAL[view.of.ecosystem].test(name)) return unknown('every object has it')
  // What is there to say that it is gone has nothing that can be called.
  const isGone = info.bases.includes(NEVER)
  if (isGone && isLoose(columns, name)) return unknown(SET_SOMEWHERE)
  if (isGone) return { state: 'missing', of: node, name, isForCallsOnly: true }
  const whole = node.isInstance ? null : wholeModuleOf(view, node.definition)
  if (whole !== null) {
    const other = entryOf(view, whole, name)
    if (other !== null) return atDefinition(view, other, node)
    return memberOfValue(view, node, name) ?? missingIn(view, whole, name)
  }
  if (info.kind === 'function' || info.kind === 'method') {
    // Mocks of a function are asked for more than it has.
    const isListed = info.kind === 'function' && !info.isOpen && !name.startsWith('mock')
    // Of another package what it carries is listed where there is anything.
    const isDeclared =
      info.file === null
        ? view.of.ecosystem === 'npm' && table.hasMembers(node.definition)
        : /\.d\.[cm]?ts$/.test(info.file)
    return isListed && isDeclared
      ? { state: 'missing', of: node, name, isOfFunction: true }
      : unknown(CARRIED)
  }
  const isType = info.kind === 'class' || info.kind === 'interface' || info.kind === 'enum'
  if (!isType && info.kind !== 'namespace') {
    if (info.kind === 'type' && node.isInstance && view.of.ecosystem === 'npm') {
      return memberOfAlias(view, node, info.signature, name)
    }
    const told = typeOf(view, node)
    const isOpenToStubs = told === null && view.of.ecosystem === 'pypi'
    const type = isOpenToStubs ? typedByStub(view, node) : told
    if (type?.kind === 'definition' || type?.kind === 'parts') return memberOf(view, type, name)
    if (type?.kind === 'type' && view.of.ecosystem === 'npm') {
      const written = memberOf(view, type, name)
      if (written.state === 'missing') return { ...written, of: node }
      if (written.state === 'at') return written
      if (!table.hasMembers(node.definition)) return written
    }
    if (!table.hasMembers(node.definition)) return unknown('its type is not followed')
  }
  const isAskedAsClass = info.kind === 'class' && !node.isInstance
  if (mayHoldMore(columns, node.definition, isAskedAsClass)) {
    const isDeclared = view.of.ecosystem === 'npm' && node.isInstance
    const ofBases = isDeclared ? memberOfBases(view, node, name) : null
    return ofBases ?? { ...unknown(`${info.name} may have more members`), open: { of: node, name } }
  }
  if (!isHidden(columns, node.definition) && mayBeCompiled(columns, node.definition, name)) {
    return unknown(`the stub of ${info.module} may leave it out`)
  }
  // A class of another package of which nothing is listed.
  if (info.file === null && !table.hasMembers(node.definition)) {
    return unknown(`${info.module}.${info.name} belongs to another package`)
  }
  if (isLoose(columns, name)) return unknown(SET_SOMEWHERE)
  // Where only the code has a default, compilers take the module for it, with the types that it declares.
  const module = info.kind === 'namespace' && info.name === 'default' ? info.module : null
  const beside = module === null ? null : entryOf(view, table.findModule(module), name)
  if (beside !== null) return atDefinition(view, beside, node)
  return memberOfValue(view, node, name) ?? { state: 'missing', of: node, name }
}

/**
 * `A & { x: B }`: a table lists one declaration of each name. Where that is not the one that is written
 * out, both count. Null for what is declared otherwise.
 */
function memberOfEvery(
  view: PackageView,
  node: NodeOf<'definition'>,
  listed: number,
): Arrival | null {
  const { kind, name, signature } = view.table.definition(node.definition)
  const isValue = view.of.ecosystem === 'npm' && VALUES.has(kind)
  if (!isValue || signature?.includes(' & ') !== true) return null
  const { name: path } = view.table.definition(listed)
  const last = path.slice(path.lastIndexOf('.') + 1)
  const isWrittenOut = [`{ ${last}: `, `; ${last}: `].some((one) => signature.includes(one))
  if (path === `${name}.${last}` || !isWrittenOut) return null
  const type = typeOf(view, node)
  if (type?.kind !== 'parts' || type.join !== 'every') return null
  const found = memberOf(view, type, last)
  return found.state === 'at' ? found : null
}

/** A constant and a namespace of one name: what the constant is declared as; null where there is none. */
function memberOfValue(
  view: PackageView,
  node: NodeOf<'definition'>,
  name: string,
): Arrival | null {
  const { value } = view.table.definition(node.definition)
  if (value === undefined || node.isInstance) return null
  const type = npmType(view, { text: value, home: node.definition, owner: null })
  const told = memberOf(view, type, name)
  return told.state === 'missing' ? { ...told, of: node } : told
}

/** A name that the alias does not list: of what it stands for, which may be told in full. */
function memberOfAlias(
  view: PackageView,
  node: NodeOf<'definition'>,
  signature: string | null,
  name: string,
): Arrival {
  const meant = signature === null ? null : aliasMeaning(view, node, signature)
  const found = meant === null ? unknown('its type is not followed') : memberOf(view, meant, name)
  // The alias is what others know it by.
  return found.state === 'missing' ? { ...found, of: node } : found
}

/** A member, with what the type parameters around it stand for. */
function memberAt(view: PackageView, definition: number, owner: NodeOf<'definition'>): Arrival {
  const found = atDefinition(view, definition, owner)
  if (view.of.ecosystem !== 'npm' || found.state !== 'at' || found.node.kind !== 'definition') {
    return found
  }
  const bound = boundOf(view, owner, definition)
  return arrivedAt({ ...found.node, ...(bound && { bound }) })
}
