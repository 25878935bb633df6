// The data that clients and resources of services are made of, as botocore and boto3 ship it:
// `<package>/data/<service>/<version>/service-2.json`, packed or not, with what the library adds to it.

import { gunzipSync } from 'node:zlib'
import { isMembers } from '../../../domain/texts/jsonValue.ts'

type Members = Readonly<Record<string, unknown>>

export type ServiceFile = 'service-2' | 'paginators-1' | 'waiters-2' | 'resources-1'

const DATA =
  /^(\w+)\/data\/([\w.-]+)\/(\d{4}-\d{2}-\d{2})\/(service-2|paginators-1|waiters-2|resources-1)(\.sdk-extras)?\.json(\.gz)?$/
/** The largest is of ec2, with 10 MB of JSON. */
const UNPACKED_MAX_BYTES = 64 * 1024 * 1024

export function isServiceFile(path: string): boolean {
  return DATA.test(path)
}

/** The newest version of a service counts, as it does for the library. */
export type ServiceData = Readonly<{
  /** The package that ships it. */
  top: string
  service: string
  file: string
  read(kind: ServiceFile): Members | null
}>

/** By service, those that have a file of the kind. */
export function servicesIn(
  paths: readonly string[],
  kind: ServiceFile,
  read: (path: string) => Uint8Array | null,
): readonly ServiceData[] {
  const newest = new Map<string, { top: string; service: string; version: string; file: string }>()
  for (const path of paths) {
    const [, top = '', service = '', version = '', of = '', extras] = DATA.exec(path) ?? []
    if (of !== kind || extras !== undefined) continue
    const known = newest.get(service)
    if (known === undefined || known.version < version) {
      newest.set(service, { top, service, version, file: path })
    }
  }
  const there = new Set(paths)
  const json = (path: string): Members | null => {
    const found = [path, `${path}.gz`].find((one) => there.has(one))
    const bytes = found === undefined ? null : read(found)
    return bytes === null ? null : parsed(bytes, found?.endsWith('.gz') === true)
  }
  return [...newest.values()]
    .sort((one, other) => (one.service < other.service ? -1 : 1))
    .map(({ top, service, version, file }) => ({
      top,
      service,
      file,
      read(of) {
        const base = `${top}/data/${service}/${version}/${of}`
        const own = json(`${base}.json`)
        const extras = json(`${base}.sdk-extras.json`)
        const more = extras === null ? null : fieldOf(extras, 'merge')
        return own === null || more === null ? own : joined(own, more)
      },
    }))
}

function parsed(bytes: Uint8Array, isPacked: boolean): Members | null {
  const text = isPacked ? gunzipSync(bytes, { maxOutputLength: UNPACKED_MAX_BYTES }) : bytes
  const value: unknown = JSON.parse(Buffer.from(text).toString('utf8'))
  return isMembers(value) ? value : null
}

/** Both, at any depth; of two values the later counts. */
function joined(one: Members, other: Members): Members {
  const all: Record<string, unknown> = { ...one }
  for (const [name, value] of Object.entries(other)) {
    const before = Object.hasOwn(one, name) ? one[name] : undefined
    all[name] = isMembers(before) && isMembers(value) ? joined(before, value) : value
  }
  return all
}

export function fieldOf(of: Members, name: string): Members | null {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return isMembers(value) ? value : null
}

export function textOf(of: Members, name: string): string | null {
  const value = Object.hasOwn(of, name) ? of[name] : undefined
  return typeof value === 'string' ? value : null
}

/** The names below a field. */
export function namesIn(of: Members | null, name: string): readonly string[] {
  const field = of === null ? null : fieldOf(of, name)
  return field === null ? [] : Object.keys(field)
}
