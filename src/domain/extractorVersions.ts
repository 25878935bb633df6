// The extractors by the names and versions that proofs give them. Whoever changes what an extractor
// reads from the same bytes raises its version here, and says so in CHANGELOG.md under *Answers*.

import type { Ecosystem, PackageKey } from './names/packageName.ts'

export const PYTHON_EXTRACTOR = 'python/19'
export const NPM_EXTRACTOR = 'npm/19'

/** What a file holds, and what of it was read; `assay files` runs it. */
export const INVENTORY_EXTRACTOR = 'inventory/2'

/** Which paths of an npm package can be loaded; asked for where code loads a file by its path. */
export const LOADING_EXTRACTOR = 'npm-loading/2'

/** The ranges in which an npm package asks for others; asked for where a diff hangs on their types. */
export const RANGES_EXTRACTOR = 'npm-ranges/1'

/** What botocore and boto3 make of their data as they run; asked for where code names a service. */
export const SERVICES_EXTRACTOR = 'python-services/1'

/**
 * What reads the files of an ecosystem. `version` is what every proof names; run over a file, it gives
 * the table. `runs` is what runs when a file is ingested. Where the two are one, the table is kept with
 * the proof. Where they are not, an inventory opens the whole archive under the same strict rules, and
 * the table is made when somebody asks for it: reading JavaScript may take seconds, which the question
 * whether a package exists need not wait for.
 */
const READERS: Readonly<Record<Ecosystem, Readonly<{ version: string; runs: string }>>> = {
  pypi: { version: PYTHON_EXTRACTOR, runs: PYTHON_EXTRACTOR },
  npm: { version: NPM_EXTRACTOR, runs: INVENTORY_EXTRACTOR },
}

export const EXTRACTOR_VERSIONS: Readonly<Record<Ecosystem, string>> = {
  pypi: READERS.pypi.version,
  npm: READERS.npm.version,
}

/** Extractors whose output is a symbol table, under the name that proofs give them. */
export const TABLE_EXTRACTORS: ReadonlySet<string> = new Set([
  ...Object.values(EXTRACTOR_VERSIONS),
  SERVICES_EXTRACTOR,
])

/** The extractor that runs over a file when it is ingested. */
export function ingestExtractor({ ecosystem }: Pick<PackageKey, 'ecosystem'>): string {
  return READERS[ecosystem].runs
}

/** Whether ingesting makes a symbol table; where it does not, asking for one does. */
export function ingestMakesTable({ ecosystem }: Pick<PackageKey, 'ecosystem'>): boolean {
  return READERS[ecosystem].runs === READERS[ecosystem].version
}
