// What the program finds on this machine, for `assay doctor`: its parts, the registries, what is kept.
// Nothing is made or changed, and no secret is told.

import { accessSync, constants, existsSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Config } from '../config.ts'
import { ECOSYSTEMS, type Ecosystem, type PackageName } from '../domain/names/packageName.ts'
import { npmAddress, publicBases, pypiAddress } from '../registry/addresses.ts'
import type { RegistryEndpoint } from '../registry/fetch/endpoint.ts'
import { proxySettings, proxyUrls } from '../registry/fetch/proxies.ts'
import { shownAddress } from '../registry/fetch/shownAddress.ts'
import { openRegistries } from '../registry/openRegistries.ts'
import { isIndexVariable } from '../registry/otherIndexes.ts'
import { sqliteLibrary } from '../store/library/sqliteLibrary.ts'
import { VERSION } from '../version.ts'
import { hasStore } from './hasStore.ts'
import { createIngestApp } from './ingestApp.ts'
import { machineOf } from './inProject.ts'

export { isIndexVariable }

const REACHED_WITHIN_MS = 5_000
/** Asked about to see whether anybody answers; that there is none of that name is an answer. */
const ASKED_ABOUT = 'assay' as PackageName
const ENTRIES_MAX = 200_000
const OTHERS = 0o077

/** What a part is, or why it is not there. */
type Part = Readonly<{ is: string | null; fault: string | null }>

export type RegistryCondition = Readonly<{
  ecosystem: Ecosystem
  address: string
  from: string
  /** Null: nobody asked. */
  isReached: boolean | null
  fault: string | null
}>

export function partsHere(): Readonly<Record<'sqlite' | 'parser', Part>> {
  const sqlite = part(() => (sqliteLibrary().file === 'node:sqlite' ? "Node's own" : 'native'))
  const load = createRequire(import.meta.url)
  const parser = part(() => {
    // Here, so that one that is not there can be told.
    const { parseSync }: typeof import('oxc-parser') = load('oxc-parser')
    parseSync('a.ts', 'export const a: number = 1')
    const loaded = Object.keys(load.cache)
    return loaded.some((file) => /parser[^/\\]*\.node$/.test(file)) ? 'native' : 'WebAssembly'
  })
  return { sqlite, parser }
}

function part(find: () => string): Part {
  try {
    return { is: find(), fault: null }
  } catch (error) {
    return { is: null, fault: messageOf(error) }
  }
}

/** Where each registry is, who said so, and whether it answers. */
export async function registriesHere(config: Config): Promise<readonly RegistryCondition[]> {
  const machine = machineOf(config)
  const project = config.projectRegistry()
  const known = {
    pypi: () => pypiAddress(machine, config.pypiIndex()).index,
    npm: () => npmAddress(machine, config.npmRegistry(), project).endpoint,
  }
  const said = {
    pypi: config.pypiIndex() === null ? null : 'ASSAY_PYPI_INDEX',
    npm:
      config.npmRegistry() !== null
        ? 'ASSAY_NPM_REGISTRY'
        : project && 'the .npmrc of this project',
  }
  const settings = { pypi: "pip's settings", npm: "npm's settings" }
  return Promise.all(
    ECOSYSTEMS.map(async (ecosystem) => {
      const from = said[ecosystem] ?? settings[ecosystem]
      try {
        const endpoint = known[ecosystem]()
        const isDefault = endpoint.baseUrl === publicBases()[ecosystem]
        const address = shownBase(endpoint)
        const fault = config.isOffline ? null : await reached(config, ecosystem)
        const isReached = config.isOffline ? null : fault === null
        const by = said[ecosystem] ?? (isDefault ? 'default' : from)
        return { ecosystem, address, from: by, isReached, fault }
      } catch (error) {
        const fault = messageOf(error)
        return { ecosystem, address: '', from, isReached: false, fault }
      }
    }),
  )
}

const shownBase = (endpoint: RegistryEndpoint) =>
  shownAddress(endpoint.baseUrl, [endpoint]) ?? new URL(endpoint.baseUrl).origin

/** Null where it answered; else why not. */
async function reached(config: Config, ecosystem: Ecosystem): Promise<string | null> {
  const registries = openRegistries({
    machine: machineOf(config),
    npmRegistry: config.npmRegistry(),
    pypiIndex: config.pypiIndex(),
    projectRegistry: config.projectRegistry(),
    timeoutMs: Math.min(config.registryTimeoutMs, REACHED_WITHIN_MS),
    userAgent: `assay/${VERSION}`,
    now: () => new Date(),
    random: Math.random,
  })
  try {
    await registries[ecosystem].versions(ASKED_ABOUT, AbortSignal.timeout(REACHED_WITHIN_MS))
    return null
  } catch (error) {
    return messageOf(error)
  } finally {
    await registries.close()
  }
}

/** Proxies without what may be a password. Throws where one is no address. */
export function proxiesHere(config: Config): readonly string[] {
  const settings = proxySettings(config.environment())
  const { http, https, no } = proxyUrls(settings)
  const shown = (name: string, url: string) =>
    url === '' ? [] : [`${name} ${new URL(url).origin}`]
  return [
    ...shown('HTTP_PROXY', http),
    ...shown('HTTPS_PROXY', https),
    ...(no === '' ? [] : [`NO_PROXY ${no}`]),
  ]
}

/** What the data folder holds; null where there is none yet. Throws what opening it throws. */
export async function keptHere(config: Config) {
  const { dataDir } = config
  if (config.databaseUrl() === null && !hasStore(dataDir)) return null
  const app = await createIngestApp({ ...config, isOffline: true })
  try {
    const names = await Promise.all(
      ECOSYSTEMS.map(async (ecosystem) => ({ ecosystem, ...(await app.names.status(ecosystem)) })),
    )
    return {
      ...(await app.store.packages.size()),
      bytes: bytesBelow(dataDir),
      names,
      indexes: (await app.store.pulled.indexes()).map((index) => ({
        ...index,
        address: withoutSecrets(index.address),
      })),
    }
  } finally {
    await app.close()
  }
}

/** Of files and folders, as far as they are looked at. */
function bytesBelow(folder: string): number {
  let bytes = 0
  let entries = 0
  const left = [folder]
  for (let next = left.pop(); next !== undefined && entries < ENTRIES_MAX; next = left.pop()) {
    for (const entry of readdirSync(next, { withFileTypes: true })) {
      entries += 1
      const path = join(next, entry.name)
      if (entry.isDirectory()) left.push(path)
      else bytes += lstatSync(path, { throwIfNoEntry: false })?.size ?? 0
    }
  }
  return bytes
}

/** What is wrong with the folder itself, or null. */
export function folderFault({ dataDir }: Config): string | null {
  let at = dataDir
  while (!existsSync(at) && dirname(at) !== at) at = dirname(at)
  try {
    if (!statSync(at).isDirectory()) return `${at} is no folder`
    accessSync(at, constants.W_OK | constants.X_OK)
  } catch {
    return `${at} cannot be written`
  }
  const key = statSync(join(dataDir, 'verifier.key'), { throwIfNoEntry: false })
  const isOpen = key !== undefined && process.platform !== 'win32' && (key.mode & OTHERS) !== 0
  return isOpen ? `${join(dataDir, 'verifier.key')} can be read by others` : null
}

/** An address may hold a password, or a token in its query. */
export function withoutSecrets(value: string): string {
  if (!URL.canParse(value) || !/^https?:/.test(value)) {
    // An address that is written wrong may have a password in it all the same.
    return value.includes('@') || value.includes('://') ? '(hidden)' : value
  }
  const { origin, pathname } = new URL(value)
  return `${origin}${pathname}`
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
