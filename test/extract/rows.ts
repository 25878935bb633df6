// A table as lines of text, one for each name: what a case of test/extract/cases expects.

import type {
  Definition,
  Deprecation,
  Entry,
  ModuleTable,
  Origin,
  SymbolTable,
} from '../../src/table/format/table.ts'

/** `origin`: the one that goes without saying. */
export type Shown = Readonly<{ origin: Origin; withLines: boolean }>

export function rowsOf(table: SymbolTable, shown: Shown): string[] {
  const inside = new Set(table.modules.map(({ name }) => name))
  const rowsIn = ({ name, entries }: ModuleTable) =>
    entries.flatMap((one) => entryRows(`${labelOf(name)}.${one.name}`, one, { shown, inside }, []))
  return [
    ...table.modules.flatMap((module, index) => {
      const before = table.modules.slice(0, index)
      const same = before.find((other) => haveTheSameNames(module, other))
      return [moduleRow(module, same, shown), ...(same === undefined ? rowsIn(module) : [])]
    }),
    ...table.unreadable.map(({ file, reason }) => `unreadable ${file}: ${reason}`),
    ...(table.loose === undefined ? [] : [`set on something unknown: ${table.loose.join(' ')}`]),
    ...(table.hidden ?? []).flatMap(({ name, kind, signature, isOpen, members }) => [
      row(`hidden ${name}`, kind, signature, [isOpen && 'open']),
      ...members.map((one) =>
        row(`hidden ${name}.${one.name}`, one.kind, one.signature, [!one.isPublic && 'private']),
      ),
    ]),
  ]
}

/** Another way into a module that stands before it. */
function haveTheSameNames(module: ModuleTable, other: ModuleTable): boolean {
  return (
    module.entries.length > 0 &&
    module.entries.length === other.entries.length &&
    module.entries.every((one, index) => {
      const its = other.entries[index]
      return (
        one.name === its?.name &&
        one.definition === its.definition &&
        one.origin === its.origin &&
        one.isPublic === its.isPublic &&
        one.isTypeOnly === its.isTypeOnly
      )
    })
  )
}

/** `.` is the package of every case, `./sub` a path below it. */
function labelOf(module: string): string {
  return module === '.' || module.startsWith('./') ? `pkg${module.slice(1)}` : module
}

type Fact = string | false | null

function row(path: string, kind: string, signature: string | null, facts: readonly Fact[]): string {
  const said = facts.filter((fact) => fact !== false && fact !== null)
  const text = [path, kind, ...(signature === null ? [] : [signature])].join(' ')
  return said.length === 0 ? text : `${text}  # ${said.join('; ')}`
}

function moduleRow(module: ModuleTable, same: ModuleTable | undefined, shown: Shown): string {
  const { state, stateReason, compiledIn } = module
  return row(labelOf(module.name), 'module', null, [
    !module.isPublic && 'private',
    module.origin !== shown.origin && module.origin,
    module.file === null && 'no file',
    state !== 'complete' && `${state}: ${stateReason}`,
    same !== undefined && `has the names of ${labelOf(same.name)}`,
    compiledIn !== undefined && `the rest is compiled in ${compiledIn.join(', ')}`,
    deprecated(module.deprecation),
    module.doc === null ? null : `"${module.doc}"`,
  ])
}

function deprecated(mark: Deprecation | null): Fact {
  if (mark === null) return null
  const since = mark.since === null ? '' : ` since ${mark.since}`
  return `deprecated${since}${mark.text === null ? '' : `: ${mark.text}`}`
}

type Around = Readonly<{ shown: Shown; inside: ReadonlySet<string> }>

function entryRows(
  path: string,
  entry: Entry,
  around: Around,
  above: readonly Definition[],
): string[] {
  const { definition, origin } = entry
  const { shown, inside } = around
  const home = [labelOf(definition.module), definition.name].filter((part) => part !== '').join('.')
  const isHere = home === path
  const line = shown.withLines && definition.line > 0 && `${definition.file}:${definition.line}`
  const own = row(path, definition.kind, definition.signature, [
    !entry.isPublic && 'private',
    entry.isTypeOnly && 'type only',
    origin !== shown.origin && origin,
    !isHere && `is ${home}`,
    ...(isHere || !inside.has(definition.module) ? [...factsOf(definition), line] : [line]),
  ])
  // What stands elsewhere in the package is written there, and a circle ends where it began.
  const isWritten = !isHere && inside.has(definition.module) && origin !== 'inherited'
  if (isWritten || above.includes(definition)) return [own]
  if (!isHere && !inside.has(definition.module)) {
    return [own, ...namesByKind(definition.members).map((names) => `${path} has ${names}`)]
  }
  const below = [...above, definition]
  return [
    own,
    ...definition.members.flatMap((one) => entryRows(`${path}.${one.name}`, one, around, below)),
    ...inheritedRows(path, definition, around),
  ]
}

function factsOf(definition: Definition): Fact[] {
  const { bases, furtherKeywords, isOpen, isOpenInObjectsOnly } = definition
  return [
    bases.length > 0 && `of ${bases.join(', ')}`,
    isOpen && (isOpenInObjectsOnly === true ? 'its objects are open' : 'open'),
    definition.isAbstract === true && 'abstract',
    definition.isRewritten === true && 'rewritten',
    furtherKeywords !== undefined &&
      `further keywords${furtherKeywords.isOfClass ? ' of the class' : ''}: ${furtherKeywords.keywords.join(' ')}`,
    deprecated(definition.deprecation),
    definition.doc === null ? null : `"${definition.doc}"`,
  ]
}

/** What a definition inherits: a line for each ancestor and kind; the first that has a name counts. */
function inheritedRows(path: string, definition: Definition, { inside }: Around): string[] {
  const taken = new Set(definition.members.map(({ name }) => name))
  return definition.inherits.flatMap((ancestor) => {
    const fresh = ancestor.members.filter(({ name }) => !taken.has(name))
    for (const { name } of fresh) taken.add(name)
    const of = `${labelOf(ancestor.module)}.${ancestor.name}`
    const lines = namesByKind(fresh, inside.has(ancestor.module))
    return lines.map((names) => `${path} inherits ${names} from ${of}`)
  })
}

/** Without names like `__len__` of what is outside the package: a class has dozens of them. */
function namesByKind(entries: readonly Entry[], isInside = false): string[] {
  const said = entries.filter(({ name }) => isInside || !name.startsWith('__'))
  const kinds = [...new Set(said.map((one) => one.definition.kind))].sort()
  return kinds.map((kind) => {
    const names = said.filter((one) => one.definition.kind === kind).map(({ name }) => name)
    return `${kind} ${names.join(' ')}`
  })
}
