// The classes that boto3 makes of `resources-1.json`: `resource("s3")`, and what stands below it.

import { isMembers } from '../../../domain/texts/jsonValue.ts'
import { newDraft } from '../../../table/format/draft.ts'
import { DECLARED, NEVER } from '../../../table/format/givenType.ts'
import type { Definition, Entry, SymbolKind } from '../../../table/format/table.ts'
import { entry, unique } from './clientClasses.ts'
import { fieldOf, namesIn, type ServiceData } from './serviceFiles.ts'

const MODULE = 'boto3.resources'
const OF_EVERY = ['meta', 'load', 'reload', 'get_available_subresources']

type Members = Readonly<Record<string, unknown>>

/** A namespace with a class for each kind of resource; null where the file cannot be read. */
export function resourceClasses(
  data: ServiceData,
  pythonName: (name: string) => string,
): Readonly<{ service: string; all: Definition; top: Definition }> | null {
  const model = data.read('resources-1')
  if (model === null) return null
  const { service, file } = data
  const space = service.replace(/\W+/g, '_')
  const kinds = fieldOf(model, 'resources') ?? {}
  const classOf = (name: string, of: Members): Definition => {
    const member = (one: string, kind: SymbolKind, bases: readonly string[] = []): Entry =>
      entry({ ...newDraft(MODULE, `${space}.${name}.${one}`, kind), file, bases })
    // Names that are taken twice have their kind behind them.
    const named = (one: string, kind: string) =>
      [one, `${one}_${kind}`].map((each) =>
        member(each, kind === 'action' ? 'method' : 'attribute'),
      )
    const isTop = !Object.hasOwn(kinds, name)
    const has = fieldOf(of, 'has') ?? {}
    const made = (one: string, type: string | null) => {
      const isKind = type !== null && Object.hasOwn(kinds, type)
      return member(one, 'method', isKind ? [`${DECLARED}.${MODULE}.${space}.${type}`] : [])
    }
    const members = [
      ...identifiers(of).flatMap((one) => named(pythonName(one), 'identifier')),
      ...namesIn(of, 'actions').flatMap((one) => named(pythonName(one), 'action')),
      ...Object.keys(has).flatMap((one) => {
        // Those that the service names itself are properties, and called by nobody.
        return [made(one, resourceType(fieldOf(has, one))), member(pythonName(one), 'attribute')]
      }),
      // The service itself can make every one.
      ...(isTop ? Object.keys(kinds).map((one) => made(one, one)) : []),
      ...namesIn(of, 'hasMany').flatMap((one) => named(pythonName(one), 'collection')),
      ...namesIn(of, 'waiters').map((one) => member(pythonName(`WaitUntil${one}`), 'method')),
      ...OF_EVERY.map((one) => member(one, 'attribute')),
    ]
    const draft = newDraft(MODULE, `${space}.${name}`, 'class')
    // The data of a resource is described elsewhere: only calls can be wrong.
    return { ...draft, file, members: unique(members), bases: [NEVER] }
  }
  const top = classOf('ServiceResource', fieldOf(model, 'service') ?? {})
  const below = Object.keys(kinds).map((name) => classOf(name, fieldOf(kinds, name) ?? {}))
  const members = unique([entry(top), ...below.map(entry)])
  return { service, top, all: { ...newDraft(MODULE, space, 'namespace'), file, members } }
}

function identifiers(of: Members): readonly string[] {
  const list = Object.hasOwn(of, 'identifiers') ? of['identifiers'] : []
  if (!Array.isArray(list)) return []
  return list.flatMap((one: unknown) => {
    const name = isMembers(one) ? one['name'] : null
    return typeof name === 'string' ? [name] : []
  })
}

function resourceType(has: Members | null): string | null {
  const type = has === null ? null : fieldOf(has, 'resource')?.['type']
  return typeof type === 'string' ? type : null
}
