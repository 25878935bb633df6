// What the commands need that publish an index and pull one.

import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { eip191Signer } from '../attest/eip191.ts'
import { loadVerifierKey } from '../attest/keyFile.ts'
import type { Config } from '../config.ts'
import { orMissing } from '../domain/fileFault.ts'
import { ECOSYSTEMS, type Ecosystem } from '../domain/names/packageName.ts'
import { nameSetFacts } from '../names/build/nameFiles.ts'
import { NameFileInvalid } from '../names/stored/nameFile.ts'
import { IndexError } from '../packs/format/indexError.ts'
import { indexFolder } from '../packs/publish/indexFolder.ts'
import { publishIndex } from '../packs/publish/publishIndex.ts'
import { folderSource } from '../packs/pull/folderSource.ts'
import type { PackSource } from '../packs/pull/packSource.ts'
import { type PullOptions, pullIndex } from '../packs/pull/pullIndex.ts'
import { forgetNames, pullNames } from '../packs/pull/pullNames.ts'
import { webSource } from '../packs/pull/webSource.ts'
import { boundedFetch } from '../registry/fetch/boundedFetch.ts'
import { parseEndpoint } from '../registry/fetch/endpoint.ts'
import { proxySettings } from '../registry/fetch/proxies.ts'
import { extraAuthorities } from '../registry/openRegistries.ts'
import { VERSION } from '../version.ts'
import { type Clock, type Ingestion, openIngestion } from './ingestion.ts'
import { madeOn } from './later.ts'

export type PacksApp = Awaited<ReturnType<typeof openPacksApp>>

type PublishOptions = Readonly<{
  folder: string
  /** Null for both. */
  ecosystem: Ecosystem | null
  /** ISO 8601; null for all. */
  since: string | null
  /** Registries of one's own too: whoever can read the index sees what they hold. */
  isPrivateTaken: boolean
  onProgress: (releases: number) => void
}>

export async function openPacksApp(config: Config, clock: Clock = {}) {
  const { now = () => new Date(), random = Math.random } = clock
  const ingestion = await openIngestion(config, { now, random })
  return madeOn(openOn(config, ingestion, { now, random }), ingestion.close)
}

async function openOn(config: Config, ingestion: Ingestion, clock: Required<Clock>) {
  const { now, random } = clock
  const { store, nameFiles } = ingestion
  const registries = await boundRegistries(ingestion)
  const http = boundedFetch({
    now,
    random,
    userAgent: `assay/${VERSION}`,
    proxy: proxySettings(config.environment()),
    extraCa: extraAuthorities(config.environment()),
  })
  const namesFolder = join(config.dataDir, 'names')
  const pull = pullIndex({
    pulled: store.pulled,
    registries,
    pullNames: pullNames({
      folder: namesFolder,
      setPath: nameFiles.setPath,
      check: refuseOtherNames,
      replace: (ecosystem, path) => nameFiles.replace(ecosystem, { kind: 'set' }, path),
    }),
    now,
  })

  /** Where a set of names is; null where there is none that can be read. */
  async function namesPath(ecosystem: Ecosystem): Promise<string | null> {
    try {
      return (await nameFiles.load(ecosystem)) === null ? null : nameFiles.setPath(ecosystem)
    } catch (error) {
      if (error instanceof NameFileInvalid) return null
      throw error
    }
  }

  return {
    async publish(
      { folder, ecosystem, since, isPrivateTaken, onProgress }: PublishOptions,
      signal: AbortSignal,
    ) {
      const asked = ecosystem === null ? ECOSYSTEMS : [ecosystem]
      const taken = asked.filter((one) => isPrivateTaken || registries[one] === 'public')
      if (taken.length === 0) {
        throw new IndexError(
          'the registries of this store are private: --private publishes what was read of them',
          'untrusted',
        )
      }
      const key = await loadVerifierKey({
        hex: config.verifierKey(),
        file: config.verifierKeyFile,
        dataDir: config.dataDir,
      })
      const signer = await eip191Signer(key.privateKey)
      const publish = publishIndex({ store, signer, namesPath, registries, now })
      const options = { ecosystems: new Set(taken), since, onProgress }
      return publish(indexFolder(resolve(folder)), options, signal)
    },
    async pull(address: string, options: PullOptions, signal: AbortSignal) {
      const source = await openSource(address)
      try {
        return await pull(source, options, signal)
      } finally {
        await source.close()
      }
    },
    /** What went with the maker of the address; null where nothing was known of it. */
    async forget(address: string) {
      const forgotten = await store.pulled.forgetIndex(addressOf(address))
      if (forgotten === null) return null
      // Who made a set of names is not put down: one that was pulled goes, and comes with the next pull.
      return { ...forgotten, names: await forgetNames(namesFolder, nameFiles.setPath) }
    },
    async close(): Promise<void> {
      await http.close()
      await ingestion.close()
    },
  }

  async function openSource(address: string): Promise<PackSource> {
    const endpoint = isWeb(address) ? parseEndpoint(address) : null
    if (endpoint !== null) return webSource(http, endpoint)
    // It is not repeated: it may hold a password.
    if (isWeb(address)) throw new IndexError('that is no http(s) address', 'untrusted')
    const folder = addressOf(address)
    const found = await orMissing(stat(folder))
    if (found?.isDirectory() === true) return folderSource(folder)
    throw new IndexError(`${folder} is no folder, and no http(s) address`, 'untrusted')
  }
}

function isWeb(address: string): boolean {
  return /^https?:\/\//i.test(address)
}

/** As an address is remembered: without credentials, and whole. */
function addressOf(address: string): string {
  return (isWeb(address) ? parseEndpoint(address)?.baseUrl : null) ?? resolve(address)
}

/** Throws `IndexError` for a file that is no set of this ecosystem's names. */
async function refuseOtherNames(path: string, ecosystem: Ecosystem): Promise<void> {
  try {
    const facts = await nameSetFacts(path)
    if (facts.ecosystem === ecosystem) return
  } catch (error) {
    if (!(error instanceof NameFileInvalid)) throw error
    throw new IndexError(`the names of ${ecosystem} cannot be used: ${error.message}`)
  }
  throw new IndexError(`the names of ${ecosystem} are those of another registry`)
}

async function boundRegistries({
  store,
  registries,
}: Ingestion): Promise<Record<Ecosystem, string>> {
  const { provenance } = store
  return {
    pypi: await provenance.bindRegistry('pypi', registries.pypi.identity),
    npm: await provenance.bindRegistry('npm', registries.npm.identity),
  }
}
