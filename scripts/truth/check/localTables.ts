// Tables for measurements: from an index in a folder outside of the repository, through the same
// ingestion as the service's. A second run asks no registry for what is there.

import { createIngestApp } from '../../../src/app.ts'
import type { PackageOutcome, PackageTables } from '../../../src/check/packageTables.ts'
import { loadConfig } from '../../../src/config.ts'
import { keyText } from '../../../src/domain/release.ts'
import { loadBundledImports, loadStandardModules } from '../../../src/names/bundledImports.ts'
import { loadBundledNames } from '../../../src/names/bundledNames.ts'
import { importNames } from '../../../src/names/importNames.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import { openTable } from '../../../src/table/openTable.ts'

export type LocalTables = Readonly<{
  tables: PackageTables
  imports: ImportIndex
  close(): Promise<void>
}>

export async function localTables(dataDir: string): Promise<LocalTables> {
  const app = await createIngestApp(
    loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_LOG_LEVEL: 'silent' }),
  )
  const known = new Map<string, Promise<PackageOutcome>>()
  const { signal } = new AbortController()
  const imports = importNames({
    list: loadBundledImports(),
    popular: loadBundledNames().pypi.names,
    standardModules: loadStandardModules,
  })

  async function read(...[key, { pin }]: Parameters<PackageTables>): Promise<PackageOutcome> {
    try {
      const reading = await app.tables.read(key, pin, signal)
      if (reading.state === 'absent') return { state: 'package_not_found', near: [] }
      if (reading.state === 'version_not_found') return { state: reading.state, latest: null }
      if (reading.state !== 'read') return { state: 'undetermined', reason: reading.state }
      const { version, artifact, extractor, bytes } = reading
      return {
        state: 'opened',
        table: openTable(bytes),
        evidence: { version, artifactSha256: artifact.sha256, extractor },
        confusable: null,
        withdrawn: null,
      }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      return { state: 'undetermined', reason }
    }
  }

  return {
    imports,
    tables(key, wanted) {
      const id = `${keyText(key)}@${wanted.pin}`
      const found = known.get(id) ?? read(key, wanted)
      known.set(id, found)
      return found
    },
    close: () => app.close(),
  }
}
