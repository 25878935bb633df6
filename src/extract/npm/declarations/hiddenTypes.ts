// Types of the package that signatures name and that no path leads to: declared in a file that does
// not export them, or in one that nobody can import. Callers give and get them all the same. And values
// of which they say `typeof`.

import { keptIn } from '../../../domain/maps.ts'
import type { Definition, HiddenType, ModuleTable } from '../../../table/format/table.ts'
import type { Definitions } from './definitions.ts'
import type { Names, Target } from './program/names.ts'
import { HostileDeclarations } from './program/sourceFile.ts'
import type { Meant } from './program/symbols.ts'
import { exportedBy } from './types/targets.ts'

/** Where there are more, none is listed; a release that has more has nearly all of them public. */
const TYPES_MAX = 3_000
const CHARACTERS_MAX = 2_000_000

type Found = Readonly<{ target: Target; definition: Definition; namedIn: Set<string> }>

export function hiddenTypes(
  modules: readonly ModuleTable[],
  { names, definitions }: Readonly<{ names: Names; definitions: Definitions }>,
): readonly HiddenType[] {
  // By the name and where it is declared.
  const found = new Map<string, Found>()
  const renamed = new Map<string, Renamed>()
  const shown = reachable(modules.filter(({ isPublic }) => isPublic))
  const waiting = new Set(shown)
  const done = new Set<string>()
  let characters = 0
  try {
    // A set grows while it is walked.
    for (const { file, signature } of waiting) {
      if (file === null || signature === null) continue
      for (const { name, isValue } of namesIn(signature)) {
        const asked = `${file}\n${isValue ? 'typeof ' : ''}${name}`
        if (done.has(asked)) continue
        done.add(asked)
        const meant = names.program.bound(names.program.root, file)?.root.meant.get(name)
        const target = meant == null ? null : onlyTarget(names, meant)
        const other = target === null ? null : definitions.shown(target, shown)
        if (other !== null && (other.name !== name || other.module !== '.')) {
          const at = `${name}\n${other.module}\n${other.name}`
          keptIn(renamed, at, () => ({ name, other, namedIn: new Set<string>() })).namedIn.add(file)
        }
        const key = target === null ? null : definitions.hiddenKey(target, shown, isValue)
        if (target === null || key === null) continue
        const known = found.get(`${name}\n${key}`)
        if (known !== undefined) {
          known.namedIn.add(file)
          continue
        }
        const definition = definitions.hidden(target)
        if (definition === null) continue
        found.set(`${name}\n${key}`, { target, definition, namedIn: new Set([file]) })
        for (const one of [definition, ...definition.members.map((each) => each.definition)]) {
          waiting.add(one)
          characters += one.signature?.length ?? 0
        }
        if (found.size > TYPES_MAX || characters > CHARACTERS_MAX) return []
      }
    }
  } catch (error) {
    if (!(error instanceof HostileDeclarations)) throw error
    return []
  }
  return [
    ...[...found].map(([key, one]) => hiddenType(key.slice(0, key.indexOf('\n')), one)),
    ...(renamed.size > TYPES_MAX ? [] : [...renamed.values()].map(renamedType)),
  ]
}

/** What files call something that is elsewhere, or has another name for everybody else. */
type Renamed = Readonly<{ name: string; other: Definition; namedIn: Set<string> }>

function renamedType({
  name,
  other: { module, name: path, kind, file },
  namedIn,
}: Renamed): HiddenType {
  const told = { signature: null, isOpen: false, members: [] } as const
  const as = { module, name: path }
  return { name, kind, ...told, file: file ?? '', namedIn: [...namedIn].sort(), as }
}

function hiddenType(name: string, { definition, namedIn }: Found): HiddenType {
  const { kind, signature, isOpen, file, members } = definition
  return {
    ...{ name, kind, signature, isOpen, file: file ?? '', namedIn: [...namedIn].sort() },
    members: members.map(({ name: member, isPublic, definition: one }) => ({
      ...{ name: member, kind: one.kind, signature: one.signature, isPublic },
      ...declaredIn(one, definition),
    })),
  }
}

/** Where a member comes from that the type inherits. */
function declaredIn(member: Definition, { name, file }: Definition) {
  const of = member.name.slice(0, Math.max(0, member.name.lastIndexOf('.')))
  return {
    ...(member.file !== null && member.file !== file && { file: member.file }),
    ...(of !== '' && of !== name && { of }),
  }
}

/** Every definition of a table, as far as it says what it is made of. */
function reachable(modules: readonly ModuleTable[]): Set<Definition> {
  const found = new Set(modules.flatMap(({ entries }) => entries.map((one) => one.definition)))
  // A set grows while it is walked.
  for (const { members } of found) for (const { definition } of members) found.add(definition)
  return found
}

/** What all ways lead to in which a file means a name; null where they differ. */
function onlyTarget(names: Names, meant: readonly Meant[]): Target | null {
  const [first = null, ...others] = meant.map((one) => targetOf(names, one))
  return others.every((one) => one === first) ? first : null
}

function targetOf(names: Names, { scope, specifier, path }: Meant): Target | null {
  return specifier === null
    ? (names.path(scope, path)?.target ?? null)
    : exportedBy(names, scope, specifier, path)
}

type Mention = Readonly<{ name: string; isValue: boolean }>

/** Outside of quotes, and not as a part of another name. */
function namesIn(text: string): readonly Mention[] {
  const plain = text.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const all = plain.matchAll(/(?<![\w$.#])(typeof )?([A-Za-z_$][\w$]*(?:\.[\w$]+)*)(?![\w$#])/g)
  return Array.from(all, ([, word, name = '']) => ({ name, isValue: word !== undefined }))
}
