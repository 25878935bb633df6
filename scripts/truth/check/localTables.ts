// Tables for measurements: from an index in a folder outside of the repository, through the same
// ingestion as the service's. A second run asks no registry for what is there.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compare, explain } from '@renovatebot/pep440'
import { compare as compareNpm, valid } from 'semver'
import { createIngestApp } from '../../../src/app/ingestApp.ts'
import type { PackageOutcome, PackageTables } from '../../../src/check/plan/packageTables.ts'
import { loadConfig } from '../../../src/config.ts'
import type { PackageKey } from '../../../src/domain/names/packageName.ts'
import { keyText } from '../../../src/domain/release.ts'
import { nameFiles } from '../../../src/names/build/nameFiles.ts'
import {
  loadBundledImports,
  loadDroppedMembers,
  loadNodeNames,
  loadStandardModules,
  loadStandardNames,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { nameLibrary } from '../../../src/names/nameLibrary.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import { openTable } from '../../../src/table/openTable.ts'
import { measuringRegistries } from './measuringRegistries.ts'

export type LocalTables = Readonly<{
  tables: PackageTables
  imports: ImportIndex
  /** A final release half way from the first to this one; null when there is none. */
  olderVersion(key: PackageKey, version: string): Promise<string | null>
  close(): Promise<void>
}>

/** `namesDir`: where the whole sets of names are; without them only the popular ones are known. */
export async function localTables(
  dataDir: string,
  namesDir = join(dataDir, 'names'),
): Promise<LocalTables> {
  const config = loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir })
  const app = await createIngestApp(config)
  const known = new Map<string, Promise<PackageOutcome>>()
  const { signal } = new AbortController()
  const imports = importNames({
    list: loadBundledImports(),
    popular: loadBundledNames().pypi.names,
    standardModules: loadStandardModules,
    standardNames: loadStandardNames,
    nodeNames: loadNodeNames,
    droppedMembers: loadDroppedMembers,
  })

  const names = nameLibrary({
    files: nameFiles(namesDir),
    popular: popularNames(loadBundledNames()),
  })
  await names.refresh()
  const registries = measuringRegistries()
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

  async function read(...[key, wanted, use]: Parameters<PackageTables>): Promise<PackageOutcome> {
    try {
      const pin = wanted.pin ?? (wanted.range === null ? null : await newestIn(key, wanted.range))
      const reading = await app.tables.read(key, pin, signal)
      if (reading.state === 'absent') {
        const near = names.near(key.ecosystem, key.name).names.map(({ name }) => name)
        const meant = names.meant(key.ecosystem, key.name).map(({ name }) => name)
        return { state: 'package_not_found', near: [...new Set([...near, ...meant])] }
      }
      if (reading.state === 'version_not_found') return { state: reading.state, latest: null }
      const lookalike = names.lookalike(key.ecosystem, key.name, false)
      const confusable =
        lookalike === null ? null : ({ reason: 'lookalike', meant: lookalike } as const)
      if (reading.state !== 'read') {
        return { state: 'undetermined', reason: reading.state, confusable }
      }
      const { version, artifact, extractor, followed } = reading
      const bytes =
        use === 'services' ? await app.services(key, { version, artifact }, signal) : reading.bytes
      if (bytes === null) return { state: 'undetermined', reason: 'no data' }
      return {
        state: 'opened',
        table: openTable(bytes),
        evidence: {
          version,
          filename: artifact.filename,
          artifactSha256: artifact.sha256,
          extractor,
        },
        confusable,
        withdrawn: null,
        artifact,
        followed,
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
    tables(key, wanted, use = 'table') {
      const id = `${keyText(key)}@${wanted.pin} ${wanted.range} ${use === 'services'}`
      const found = known.get(id) ?? inLine(() => read(key, wanted, use))
      known.set(id, found)
      return found
    },
    async olderVersion(key, version) {
      const id = `${keyText(key)} before ${version}`
      const before = ranges.get(id)
      if (before !== undefined) return before
      const listed = await registries[key.ecosystem].versions(key.name, signal)
      if (!listed.found) return null
      const isNpm = key.ecosystem === 'npm'
      const order = isNpm ? compareNpm : compare
      const isVersion = (one: string) => (isNpm ? valid(one) : explain(one)) !== null
      const older = listed.versions
        .filter((one) => one.isFinal && !one.isWithdrawn && isVersion(one.version))
        .map((one) => one.version)
        .filter((one) => order(one, version) < 0)
        .sort(order)
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
