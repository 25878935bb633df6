// Tables for measurements: from an index in a folder outside of the repository, through the same
// ingestion as the service's. A second run asks no registry for what is there.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, explain } from '@renovatebot/pep440'
import { createIngestApp } from '../../../src/app.ts'
import type { PackageOutcome, PackageTables } from '../../../src/check/packageTables.ts'
import { loadConfig } from '../../../src/config.ts'
import type { PackageKey } from '../../../src/domain/packageName.ts'
import { keyText } from '../../../src/domain/release.ts'
import { loadBundledImports, loadStandardModules } from '../../../src/names/bundledImports.ts'
import { loadBundledNames } from '../../../src/names/bundledNames.ts'
import { importNames } from '../../../src/names/importNames.ts'
import { nameFiles } from '../../../src/names/nameFiles.ts'
import { nameLibrary } from '../../../src/names/nameLibrary.ts'
import { popularNames } from '../../../src/names/popularNames.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import { openRegistries } from '../../../src/registry/openRegistries.ts'
import { openTable } from '../../../src/table/openTable.ts'

export type LocalTables = Readonly<{
  tables: PackageTables
  imports: ImportIndex
  /** A final release half way from the first to this one; null when there is none. */
  olderVersion(key: PackageKey, version: string): Promise<string | null>
  close(): Promise<void>
}>

export async function localTables(dataDir: string): Promise<LocalTables> {
  const config = loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir })
  const app = await createIngestApp(config)
  const known = new Map<string, Promise<PackageOutcome>>()
  const { signal } = new AbortController()
  const imports = importNames({
    list: loadBundledImports(),
    popular: loadBundledNames().pypi.names,
    standardModules: loadStandardModules,
  })

  const names = nameLibrary({
    files: nameFiles(join(dataDir, 'names')),
    popular: popularNames(loadBundledNames()),
  })
  const registries = openRegistries({
    machine: {
      env: config.environment(),
      homeDir: config.homeDir,
      projectDir: config.workingDir,
      execPath: process.execPath,
      platform: process.platform,
    },
    npmRegistry: config.npmRegistry(),
    pypiIndex: config.pypiIndex(),
    timeoutMs: config.registryTimeoutMs,
    userAgent: 'assay/measure',
    now: () => new Date(),
    random: Math.random,
  })
  /** Ranges that were asked before, so that a second run is offline. */
  const rangesFile = join(dataDir, 'ranges.json')
  const ranges = new Map<string, string>(
    existsSync(rangesFile) ? JSON.parse(readFileSync(rangesFile, 'utf8')) : [],
  )

  async function newestIn(key: PackageKey, range: string): Promise<string | null> {
    const id = `${keyText(key)} ${range}`
    const known = ranges.get(id)
    if (known !== undefined) return known
    const found = await registries[key.ecosystem].newestIn(key.name, [range], signal)
    if (!found.found) return null
    ranges.set(id, found.release.version)
    return found.release.version
  }

  async function read(...[key, wanted]: Parameters<PackageTables>): Promise<PackageOutcome> {
    try {
      const pin = wanted.pin ?? (wanted.range === null ? null : await newestIn(key, wanted.range))
      const reading = await app.tables.read(key, pin, signal)
      if (reading.state === 'absent') {
        const near = names.near(key.ecosystem, key.name).names.map(({ name }) => name)
        return { state: 'package_not_found', near }
      }
      if (reading.state === 'version_not_found') return { state: reading.state, latest: null }
      if (reading.state !== 'read') return { state: 'undetermined', reason: reading.state }
      const { version, artifact, extractor, bytes } = reading
      const lookalike = names.lookalike(key.ecosystem, key.name, false)
      return {
        state: 'opened',
        table: openTable(bytes),
        evidence: {
          version,
          filename: artifact.filename,
          artifactSha256: artifact.sha256,
          extractor,
        },
        confusable: lookalike === null ? null : { reason: 'lookalike', meant: lookalike },
        withdrawn: null,
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { state: 'undetermined', reason }
    }
  }

  /** One after the other, so that the registry sees no crowd. */
  let line: Promise<unknown> = Promise.resolve()
  function inLine<T>(run: () => Promise<T>): Promise<T> {
    const next = line.then(run, run)
    line = next
    return next
  }

  return {
    imports,
    tables(key, wanted) {
      const id = `${keyText(key)}@${wanted.pin} ${wanted.range}`
      const found = known.get(id) ?? inLine(() => read(key, wanted))
      known.set(id, found)
      return found
    },
    async olderVersion(key, version) {
      const id = `${keyText(key)} before ${version}`
      const before = ranges.get(id)
      if (before !== undefined) return before
      const listed = await registries[key.ecosystem].versions(key.name, signal)
      if (!listed.found) return null
      const older = listed.versions
        .filter((one) => one.isFinal && !one.isWithdrawn && explain(one.version) !== null)
        .map((one) => one.version)
        .filter((one) => compare(one, version) < 0)
        .sort(compare)
      const chosen = older[Math.floor(older.length / 2)] ?? null
      if (chosen !== null) ranges.set(id, chosen)
      return chosen
    },
    async close() {
      writeFileSync(rangesFile, JSON.stringify([...ranges]))
      await app.close()
    },
  }
}
