// Questions are asked in folders of projects, whose `.npmrc` may name a registry of the project's own.
// It is asked, as npm asks it. But the project may be anybody's: what that registry says is no word of
// the public one, and is kept apart, where it can neither be taken for it nor stand in its way.

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { Ecosystem } from '../domain/names/packageName.ts'
import { bunfig, yarnrc } from '../manifests/indexSettings.ts'
import type { Manifest } from '../manifests/manifest.ts'
import {
  npmAddress,
  npmAsked,
  type ProjectRegistry,
  projectRegistry,
  pypiAddress,
} from '../registry/addresses.ts'
import { type Machine, readText } from '../registry/fetch/userConfig.ts'
import { otherIndexes } from '../registry/otherIndexes.ts'

const APART = 'apart'
const DIGEST_CHARS = 24

export function machineOf(config: Config): Machine {
  return {
    env: config.environment(),
    homeDir: config.homeDir,
    projectDir: config.workingDir,
    execPath: process.execPath,
    platform: process.platform,
  }
}

/**
 * Where the registries are asked, by the user's settings and without what identifies whoever asks.
 * Throws when an address that the user gave is none.
 */
export function askedAddresses(config: Config): Readonly<Record<Ecosystem, string>> {
  const machine = machineOf(config)
  return {
    pypi: pypiAddress(machine, config.pypiIndex()).index.baseUrl,
    npm: npmAddress(machine, config.npmRegistry()).endpoint.baseUrl,
  }
}

/** Addresses that lead to no other registry of npm than the one that is asked. */
export function npmAskedHere(config: Config): readonly string[] {
  try {
    return npmAsked(machineOf(config), config.npmRegistry(), config.projectRegistry())
  } catch {
    return []
  }
}

/** Files of the user's own that lead scopes of npm to other registries, besides those of npm. */
const USERS_FILES = [
  ['.yarnrc.yml', yarnrc],
  ['.yarnrc', yarnrc],
  ['.bunfig.toml', bunfig],
] as const

/** What they say of scopes. For every name the registry that is asked stands, whatever they say. */
export function usersScopes(config: Config): readonly Manifest[] {
  return USERS_FILES.flatMap(([name, read]) => {
    const manifest = read(`~/${name}`, readText(join(config.homeDir, name)))
    const registries = manifest.registries?.filter(({ scope }) => scope !== null) ?? []
    return registries.length === 0 ? [] : [{ ...manifest, registries }]
  })
}

/** Who of the user's settings names another index besides, by ecosystem. */
export function otherIndexesHere(config: Config): Readonly<Partial<Record<Ecosystem, string>>> {
  try {
    return otherIndexes(machineOf(config), askedAddresses(config))
  } catch {
    // What is wrong with an address is told by whoever asks there.
    return {}
  }
}

/** What the project says of npm's registry; nothing where a setting names one. */
function told(config: Config): ProjectRegistry {
  if (config.npmRegistry() !== null) return { endpoint: null, isWithOwnWord: false, unfilled: [] }
  try {
    return projectRegistry(machineOf(config))
  } catch (error) {
    throw new ConfigError(error instanceof Error ? error.message : 'the .npmrc cannot be read')
  }
}

/**
 * The settings of a question in the folder that it is asked in, and what the person is to be told.
 * Throws `ConfigError` where a database is shared with others: there is no folder in it.
 */
export function inProject(config: Config): Readonly<{ config: Config; note: string | null }> {
  const { endpoint, isWithOwnWord, unfilled } = told(config)
  const isUnfilled = unfilled.length > 0
  if (endpoint === null) return { config, note: unfilled.includes('registry') ? UNFILLED : null }
  const { baseUrl } = endpoint
  if (config.databaseUrl() !== null) throw otherRegistry(baseUrl, 'ASSAY_DATABASE_URL')
  // Whoever asks with other credentials may be shown other packages under the same address.
  const asked = isWithOwnWord ? JSON.stringify([baseUrl, endpoint.authorization]) : baseUrl
  const digest = createHash('sha256').update(asked).digest('hex').slice(0, DIGEST_CHARS)
  const dataDir = join(config.dataDir, APART, digest)
  return {
    config: { ...config, dataDir, projectRegistry: () => endpoint },
    note: `assay: the .npmrc of this project leads npm to ${baseUrl}${isUnfilled ? ' (its variables are not filled in)' : ''}; what is read there is kept apart, in ${dataDir}`,
  }
}

const UNFILLED =
  "assay: the .npmrc of this project names its registry by a variable, which is not filled in: the user's own registry is asked"

/** A service answers others: a folder's file does not decide what it asks. Throws `ConfigError`. */
export function refuseProjectRegistry(config: Config): void {
  const { endpoint } = told(config)
  if (endpoint !== null) throw otherRegistry(endpoint.baseUrl, 'a service')
}

function otherRegistry(baseUrl: string, whose: string): ConfigError {
  return new ConfigError(
    `the .npmrc of this folder leads npm to ${baseUrl}, and the store of ${whose} takes no registry ` +
      'from there: set ASSAY_NPM_REGISTRY, or start in another folder',
  )
}
