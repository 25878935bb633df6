// Whether the tables of services have what clients and resources of boto3 have as they run: everything
// that an interpreter shows and a table lacks would be a wrong error.
//
//   npx tsx scripts/truth/check/services.ts <data folder> <version of boto3> <version of botocore>

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createIngestApp } from '../../../src/app/ingestApp.ts'
import { loadConfig } from '../../../src/config.ts'
import { parsePackageName } from '../../../src/domain/names/packageName.ts'
import { parseSignatures } from '../../../src/signatures/parseSignature.ts'
import { isLoose } from '../../../src/table/format/looseNames.ts'
import { openTable } from '../../../src/table/openTable.ts'
import type { OpenTable } from '../../../src/table/tableView.ts'
import { python } from '../venv.ts'

const [dataDir, ofBoto3, ofBotocore] = process.argv.slice(2)
if (dataDir === undefined || ofBoto3 === undefined || ofBotocore === undefined) {
  console.error('usage: services.ts <data folder> <version of boto3> <version of botocore>')
  process.exit(2)
}

type Shown =
  | {
      service: string
      names: string[]
      keywords: Record<string, string[]>
      pages: string[]
      waiters: string[]
      errors: string[]
    }
  | { resource: string; classes: Record<string, string[]> }

const app = await createIngestApp(loadConfig({ ...process.env, ASSAY_DATA_DIR: dataDir }))
const { signal } = new AbortController()

async function tableOf(written: string, version: string): Promise<OpenTable> {
  const name = parsePackageName('pypi', written)
  if (name === null) throw new Error(written)
  const key = { ecosystem: 'pypi' as const, name }
  const read = await app.tables.read(key, version, signal)
  if (read.state !== 'read') throw new Error(`${written} ${version}: ${read.state}`)
  const bytes = await app.services(key, read, signal)
  if (bytes === null) throw new Error(`${written} ${version} has no data`)
  return openTable(bytes)
}

const clients = await tableOf('botocore', ofBotocore)
const resources = await tableOf('boto3', ofBoto3)
const interpreter = await python([`boto3==${ofBoto3}`, `botocore==${ofBotocore}`])
const script = join(import.meta.dirname, 'services.py')
const { stdout } = await promisify(execFile)(interpreter, ['-W', 'ignore', script], {
  maxBuffer: 1 << 30,
})

const counts = { services: 0, names: 0, keywords: 0, lacking: 0, invented: 0, perhaps: 0 }

/** Tells what is shown and not listed, and counts what is listed and not shown. */
function compare(table: OpenTable, module: string, path: string, shown: readonly string[]): void {
  const found = table.find(module, path)
  const listed = new Set(
    found === null ? [] : [...table.membersOf(found.definition)].map(({ name }) => name),
  )
  counts.names += shown.length
  for (const name of shown) {
    if (listed.has(name)) continue
    if (isLoose(table.columns, name)) counts.perhaps += 1
    else {
      counts.lacking += 1
      console.log(`lacking: ${module}.${path}.${name}`)
    }
  }
  for (const name of listed) if (!shown.includes(name)) counts.invented += 1
}

for (const line of stdout.trim().split('\n')) {
  const shown = JSON.parse(line) as Shown
  if ('resource' in shown) {
    for (const [cls, names] of Object.entries(shown.classes)) {
      compare(resources, 'boto3.resources', `${shown.resource}.${cls}`, names)
    }
    continue
  }
  counts.services += 1
  const client = clients.find('botocore.data', shown.service)
  if (client === null) {
    counts.lacking += 1
    console.log(`lacking: ${shown.service}`)
    continue
  }
  const { name } = clients.definition(client.definition)
  compare(clients, 'botocore.client', name, shown.names)
  compare(clients, 'botocore.paginate', name, shown.pages)
  compare(clients, 'botocore.waiter', name, shown.waiters)
  compare(clients, 'botocore.errorfactory', name, shown.errors)
  for (const [method, keywords] of Object.entries(shown.keywords)) {
    const found = clients.find('botocore.client', `${name}.${method}`)
    const signature = found === null ? null : clients.definition(found.definition).signature
    const [parsed] = parseSignatures(signature ?? '()') ?? []
    const taken = new Set(parsed?.parameters.map((one) => one.name))
    counts.keywords += keywords.length
    for (const keyword of keywords) {
      if (taken.has(keyword)) continue
      counts.lacking += 1
      console.log(`lacking: ${name}.${method}(${keyword})`)
    }
  }
}
await app.close()
console.log(JSON.stringify(counts))
