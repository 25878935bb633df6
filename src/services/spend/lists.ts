// Addresses and hosts that nobody should pay, as data with a digest and a date. The bundled lists are
// in assets/spend; an operator's file adds to them.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { isMembers } from '../../domain/texts/jsonValue.ts'

export type ListEntry = Readonly<{ reason: string }>

export type DenyLists = Readonly<{
  /** Nobody holds a key to these. By address, in lower case. */
  burn: ReadonlyMap<string, ListEntry>
  /** By address or host, in lower case. */
  denied: ReadonlyMap<string, ListEntry>
  /** Of everything in them, in one order, wherever it came from. */
  sha256: string
  /** The newest date among them. */
  asOf: string
}>

type ListFile = Readonly<{ asOf: string; entries: ReadonlyMap<string, ListEntry> }>

const ASSETS = new URL('../../../assets/spend/', import.meta.url)
const ENTRIES_MAX = 1_000_000
const KEY = /^(?:0x[0-9a-f]{40}|(?=.{1,253}$)[a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)$/

/** `extraPath`: the operator's own file. Throws a sentence that names the file and the place. */
export function loadDenyLists(extraPath: string | null): DenyLists {
  const burn = readList(new URL('burn.json', ASSETS), 'burn.json')
  const bundled = readList(new URL('denylist.json', ASSETS), 'denylist.json')
  const extra = extraPath === null ? null : readList(extraPath, 'the list of denied payees')
  const denied = new Map([...bundled.entries, ...(extra?.entries ?? [])])
  const lines = [
    ...[...burn.entries].map(([key, { reason }]) => JSON.stringify(['burn', key, reason])),
    ...[...denied].map(([key, { reason }]) => JSON.stringify(['denied', key, reason])),
  ].sort()
  const dates = [burn.asOf, bundled.asOf, ...(extra === null ? [] : [extra.asOf])].sort()
  return {
    burn: burn.entries,
    denied,
    sha256: createHash('sha256').update(lines.join('\n')).digest('hex'),
    asOf: dates.at(-1) ?? '',
  }
}

function readList(from: URL | string, called: string): ListFile {
  const parsed: unknown = JSON.parse(readFileSync(from, 'utf8'))
  const { as_of: asOf, entries } = isMembers(parsed) ? parsed : {}
  if (typeof asOf !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(asOf)) {
    throw new Error(`${called}: as_of must be a date, YYYY-MM-DD`)
  }
  if (!Array.isArray(entries) || entries.length > ENTRIES_MAX) {
    throw new Error(`${called}: entries must be a list of at most ${ENTRIES_MAX}`)
  }
  return { asOf, entries: new Map(entries.map((entry, at) => readEntry(entry, at, called))) }
}

function readEntry(entry: unknown, at: number, called: string): [string, ListEntry] {
  const { payee, reason } = isMembers(entry) ? entry : {}
  const key = typeof payee === 'string' ? payee.toLowerCase() : ''
  if (!KEY.test(key) || typeof reason !== 'string' || reason === '' || reason.length > 300) {
    throw new Error(
      `${called}: entry ${at + 1} needs payee (an address or a host) and reason (1 to 300 characters)`,
    )
  }
  return [key, { reason }]
}

/** The entry of a host or of a domain above it. */
export function deniedHost(lists: DenyLists, host: string): ListEntry | null {
  const labels = host.toLowerCase().replace(/\.$/, '').split('.')
  for (let from = 0; from < labels.length; from++) {
    const entry = lists.denied.get(labels.slice(from).join('.'))
    if (entry !== undefined) return entry
  }
  return null
}
