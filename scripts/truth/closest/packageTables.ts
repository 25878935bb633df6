// The tables of the packages that a list names. They are kept as files in a folder outside of the
// repository, beside the index they come from, so that a second run draws from the same releases.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createIngestApp, type IngestApp } from '../../../src/app/ingestApp.ts'
import { loadConfig } from '../../../src/config.ts'
import {
  type Ecosystem,
  isEcosystem,
  parsePackageName,
} from '../../../src/domain/names/packageName.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'

export type PackageTable = Readonly<{
  ecosystem: Ecosystem
  packageName: string
  table: OpenTable
}>

/** One package a line, `pypi requests`; what has no table is left out and named. */
export async function packageTables(
  dataDir: string,
  listFile: string,
): Promise<readonly PackageTable[]> {
  const folder = join(dataDir, 'tables')
  mkdirSync(folder, { recursive: true })
  let app: IngestApp | null = null
  const tables: PackageTable[] = []
  for (const line of readFileSync(listFile, 'utf8').split('\n')) {
    const [ecosystem = '', packageName = ''] = line.trim().split(' ')
    if (!isEcosystem(ecosystem)) continue
    const file = join(folder, `${ecosystem}-${packageName.replace('/', '+')}`)
    if (!existsSync(file)) {
      app ??= await createIngestApp(loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir }))
      const bytes = await readTable(app, ecosystem, packageName)
      if (bytes === null) continue
      writeFileSync(file, bytes)
    }
    tables.push({ ecosystem, packageName, table: openTable(readFileSync(file)) })
  }
  await app?.close()
  return tables
}

async function readTable(app: IngestApp, ecosystem: Ecosystem, packageName: string) {
  const name = parsePackageName(ecosystem, packageName)
  if (name === null) throw new Error(`${packageName} is no name`)
  try {
    const { signal } = new AbortController()
    const reading = await app.tables.read({ ecosystem, name }, null, signal)
    if (reading.state === 'read') return reading.bytes
    console.error(`${packageName}: ${reading.state}`)
  } catch (error) {
    console.error(`${packageName}: ${error instanceof Error ? error.message : error}`)
  }
  return null
}
