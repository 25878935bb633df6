// A store with tables, an index of it, and an empty store to pull into.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { EXTRACTOR_VERSIONS } from '../../src/domain/extractorVersions.ts'
import type { Ecosystem, PackageName } from '../../src/domain/names/packageName.ts'
import {
  type Following,
  type IngestedRelease,
  NOTHING_FOLLOWED,
  tableKeyOf,
} from '../../src/domain/release.ts'
import { sha256 } from '../../src/domain/texts/sha256.ts'
import { indexFolder } from '../../src/packs/publish/indexFolder.ts'
import { publishIndex } from '../../src/packs/publish/publishIndex.ts'
import { folderSource } from '../../src/packs/pull/folderSource.ts'
import type { PackSource } from '../../src/packs/pull/packSource.ts'
import { type PullOptions, pullIndex } from '../../src/packs/pull/pullIndex.ts'
import type { PullNames } from '../../src/packs/pull/pullNames.ts'
import type { EncodedTable, Store } from '../../src/ports/store.ts'
import { openStore } from '../../src/store/openStore.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { definitionOf, entryOf, moduleOf, tableOf } from '../table/tableData.ts'

export const AT = '2026-03-01T12:00:00.000Z'
export const REGISTRIES = { pypi: 'public', npm: 'public' } as const
const { signal } = new AbortController()

type Fact = Partial<
  Pick<IngestedRelease, 'extractor' | 'remarks' | 'deprecation'> & {
    ecosystem: Ecosystem
    version: string
    names: readonly string[]
    following: Following
    isLatest: boolean
  }
>

/** A release and its table; what it defines follows from its name unless told. */
export function releaseWith(name: string, fact: Fact = {}) {
  const { ecosystem = 'pypi', version = '1.0', following = NOTHING_FOLLOWED } = fact
  const extractor = fact.extractor ?? EXTRACTOR_VERSIONS[ecosystem]
  const filename =
    ecosystem === 'pypi'
      ? `${name.replaceAll('-', '_')}-${version}-py3-none-any.whl`
      : `${name.split('/').at(-1)}-${version}.tgz`
  const release: IngestedRelease = {
    ecosystem,
    name: name as PackageName,
    version,
    artifact: {
      filename,
      sha256: sha256(`${ecosystem} ${name} ${version}`),
      sizeBytes: 1_000,
      digest: 'computed',
    },
    registryStatus: null,
    statusReason: null,
    deprecation: fact.deprecation ?? null,
    yanked: null,
    sourceUrl: null,
    remarks: fact.remarks ?? [],
    extractor,
    extractedAt: AT,
  }
  const { names = [`${name}_one`, `${name}_two`] } = fact
  const bytes = tableBytes(name, names)
  const key = tableKeyOf(release, following.files)
  if (key === null) throw new Error('a file that is not opened')
  const { definitions: symbols } = openTable(bytes).counts
  const table: EncodedTable = { key, bytes, symbols, following, madeAt: AT }
  return { release, table }
}

export function tableBytes(module: string, names: readonly string[]): Uint8Array {
  const entries = names.map((name) => entryOf(name, definitionOf(module, name)))
  return encodeTable(tableOf(moduleOf(module, entries)))
}

export async function saveRelease(store: Store, name: string, fact: Fact = {}) {
  const made = releaseWith(name, fact)
  const { release, table } = made
  if (fact.isLatest === false) await store.packages.savePinned(release, table)
  else await store.packages.saveLatest(release, AT, table)
  if (release.ecosystem === 'npm') {
    const declared = `sha512:${sha256(release.name)}${sha256(table.key.openingId)}`
    await store.provenance.saveDeclared(release.artifact?.sha256 ?? '', declared)
  }
  return made
}

export type PackWorld = Awaited<ReturnType<typeof packWorld>>

export async function packWorld() {
  const dir = await mkdtemp(join(tmpdir(), 'assay-packs-'))
  const opened: Store[] = []
  async function newStore(name: string): Promise<Store> {
    const store = await openStore({ databaseUrl: null, dataDir: join(dir, name) })
    opened.push(store)
    return store
  }
  const maker = await newStore('maker')
  const signer = await eip191Signer(Buffer.alloc(32, 7))
  const folder = join(dir, 'index')
  let clock = Date.parse(AT)
  const now = () => new Date(clock)

  return {
    dir,
    folder,
    /** The store that is published. */
    maker,
    signer,
    newStore,
    setClock(time: string): void {
      clock = Date.parse(time)
    },
    publish(
      given: Partial<{
        since: string
        by: typeof signer
        from: Store
        to: string
        namesPath: (ecosystem: Ecosystem) => Promise<string | null>
      }> = {},
    ) {
      const publish = publishIndex({
        store: given.from ?? maker,
        signer: given.by ?? signer,
        namesPath: given.namesPath ?? (async () => null),
        registries: REGISTRIES,
        now,
      })
      const options = {
        ecosystems: new Set(['pypi', 'npm'] as const),
        since: given.since ?? null,
        onProgress: () => {},
      }
      return publish(indexFolder(given.to ?? folder), options, signal)
    },
    pull(
      into: Store,
      given: Partial<PullOptions> & {
        source?: PackSource
        registries?: Readonly<Record<Ecosystem, string>>
        pullNames?: PullNames
        signal?: AbortSignal
      } = {},
    ) {
      const {
        source = folderSource(folder),
        registries = REGISTRIES,
        pullNames = async () => 'there' as const,
      } = given
      const pull = pullIndex({ pulled: into.pulled, registries, pullNames, now })
      const options: PullOptions = {
        maker: given.maker === undefined ? signer.address : given.maker,
        isOlderTaken: given.isOlderTaken ?? false,
        wanted: given.wanted ?? null,
        withNames: given.withNames ?? true,
        onProgress: given.onProgress ?? (() => {}),
      }
      return pull(source, options, given.signal ?? signal)
    },
    async close(): Promise<void> {
      for (const store of opened) await store.close()
      await rm(dir, { recursive: true, force: true })
    },
  }
}

/** What a source gives, changed on the way. */
export function alteredSource(
  inner: PackSource,
  alter: Readonly<{
    root?: (bytes: Buffer) => Buffer | Promise<Buffer>
    read?: (bytes: Buffer, ...asked: Parameters<PackSource['read']>) => Buffer | Promise<Buffer>
  }>,
): PackSource {
  return {
    ...inner,
    root: async (stop) => (alter.root ?? same)(await inner.root(stop)),
    read: async (...asked) => (alter.read ?? same)(await inner.read(...asked), ...asked),
  }
}

const same = (bytes: Buffer) => bytes

/** Every release of a store whose table is there, with the bytes of the table. */
export async function tablesIn(
  store: Store,
  names: readonly string[],
  ecosystem: Ecosystem = 'pypi',
) {
  const found: Record<string, string> = {}
  for (const name of names) {
    for (const { release } of await store.pulled.releases({
      ecosystem,
      name: name as PackageName,
    })) {
      const opening = tableKeyOf(release)
      const basis = opening && (await store.tables.basis(opening))
      const key = basis && tableKeyOf(release, basis.files)
      const bytes = key && (await store.tables.load(key))
      if (bytes) found[`${name} ${release.version}`] = sha256(bytes)
    }
  }
  return found
}
