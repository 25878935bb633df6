// The root of an index: what there is, named by digests, under one signature. docs/formats/packs.md
// specifies it.

import { canonicalJson } from '../../attest/canonicalJson.ts'
import { recoverAddress } from '../../attest/eip191.ts'
import { parseStrictJson } from '../../attest/strictJson.ts'
import { ECOSYSTEMS, type Ecosystem, isEcosystem } from '../../domain/names/packageName.ts'
import {
  NAME_SET_MAX_BYTES,
  SHARD_MAX_BYTES,
  SHARD_RELEASES_MAX,
  SHARDS_MAX,
} from '../../limits.ts'
import type { Signer } from '../../ports/signer.ts'
import { fieldsOf, wrong } from './fields.ts'
import { IndexError } from './indexError.ts'

export type ShardEntry = Readonly<{ sha256: string; bytes: number; releases: number }>

/** A set of names as it was when the index was made. */
export type NamesEntry = Readonly<{ ecosystem: Ecosystem; sha256: string; bytes: number }>

export type IndexRoot = Readonly<{
  /** Signing address, lower case. */
  maker: string
  /** ISO 8601, UTC. */
  madeAt: string
  /** The registries that the releases are from; ecosystems that are left out have none. */
  registries: Readonly<Partial<Record<Ecosystem, string>>>
  extractors: Readonly<Record<Ecosystem, string>>
  releases: number
  symbols: number
  /** A power of two of them, in the order of the places of packages. */
  shards: readonly ShardEntry[]
  names: readonly NamesEntry[]
}>

const FORMAT = 'assay.index/1'
const COUNT_MAX = 1_000_000_000_000

/** JSON with its signature, a line feed at the end. */
export function encodeRoot(root: IndexRoot, signer: Signer): string {
  const signed = wireOf(root)
  const signature = signer.sign(messageOf(signed))
  return `${JSON.stringify({ ...signed, signature }, null, 1)}\n`
}

function wireOf({ maker, madeAt, registries, extractors, names, ...root }: IndexRoot) {
  return {
    format: FORMAT,
    maker,
    made_at: madeAt,
    registries,
    extractors,
    releases: root.releases,
    symbols: root.symbols,
    names: names.map(({ ecosystem, sha256, bytes }) => ({ ecosystem, sha256, bytes })),
    shards: root.shards.map(({ sha256, bytes, releases }) => ({ sha256, bytes, releases })),
  }
}

function messageOf(signed: object): Buffer {
  return Buffer.from(canonicalJson(signed, { exactNumbers: true }), 'utf8')
}

/** Its signature fits the maker that it names. Throws `IndexError`. */
export function decodeRoot(text: string): IndexRoot {
  const parsed = parseStrictJson(text)
  if (!parsed.ok) throw new IndexError('there is no index: the root is no JSON')
  const fields = fieldsOf(parsed.value, 'root')
  if (fields.member('format') !== FORMAT) throw wrong('root', 'is of another format')
  const root: IndexRoot = {
    maker: fields.address('maker'),
    madeAt: fields.time('made_at'),
    registries: readRegistries(fields.member('registries')),
    extractors: readExtractors(fields.member('extractors')),
    releases: fields.number('releases', COUNT_MAX),
    symbols: fields.number('symbols', COUNT_MAX),
    shards: fields.list('shards', SHARDS_MAX).map(readShard),
    names: fields.list('names', ECOSYSTEMS.length).map(readNames),
  }
  if (!Number.isInteger(Math.log2(root.shards.length))) {
    throw wrong('shards', 'are not a power of two')
  }
  refuseUnsigned(parsed.value, root.maker)
  return root
}

/** All of what was read is signed, members that nobody knows included. */
function refuseUnsigned(value: unknown, maker: string): void {
  const { signature, ...signed } = value as Record<string, unknown> // An object: checked before.
  const recovered = recoverAddress(messageOf(signed), signature)
  if (!recovered.ok) throw new IndexError(`the root has no valid signature (${recovered.reason})`)
  if (recovered.address === maker) return
  throw new IndexError(`the root names ${maker} as its maker, but another key has signed it`)
}

function readRegistries(value: unknown): IndexRoot['registries'] {
  const fields = fieldsOf(value, 'registries')
  return Object.fromEntries(
    ECOSYSTEMS.flatMap((ecosystem) => {
      const registry = fields.textOrNull(ecosystem, 4_096)
      return registry === null ? [] : [[ecosystem, registry]]
    }),
  )
}

function readExtractors(value: unknown): IndexRoot['extractors'] {
  const fields = fieldsOf(value, 'extractors')
  return { pypi: fields.text('pypi', 64), npm: fields.text('npm', 64) }
}

function readShard(value: unknown, at: number): ShardEntry {
  const fields = fieldsOf(value, `shards[${at}]`)
  return {
    sha256: fields.sha256('sha256'),
    bytes: fields.number('bytes', SHARD_MAX_BYTES),
    releases: fields.number('releases', SHARD_RELEASES_MAX),
  }
}

function readNames(value: unknown, at: number): NamesEntry {
  const fields = fieldsOf(value, `names[${at}]`)
  const ecosystem = fields.member('ecosystem')
  if (!isEcosystem(ecosystem)) throw wrong(`names[${at}]`, 'are of no ecosystem that is known')
  return {
    ecosystem,
    sha256: fields.sha256('sha256'),
    bytes: fields.number('bytes', NAME_SET_MAX_BYTES),
  }
}
