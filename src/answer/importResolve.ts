// Which distributions provide this import name? From the layouts of popular projects' files, and
// from the tables of what is indexed. What nobody is known to provide is not said to be absent.

import { type Ecosystem, type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import type { Notice } from '../domain/notice.ts'
import { keptTable } from '../ingest/keptTable.ts'
import { readByOf } from '../ingest/releaseTables.ts'
import { IMPORT_PROVIDERS_MAX } from '../limits.ts'
import type { Evidence, EvidenceArtifact, Statement } from '../ports/attester.ts'
import type { ImportMatch, ImportProvider } from '../ports/importIndex.ts'
import type { PackageStore, TableStore } from '../ports/store.ts'
import { openTableAside } from '../table/openTable.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import { noticed, spokenOf } from './evidence/notices.ts'
import { readFrom } from './evidence/readFrom.ts'
import type { ReplySigner } from './signedReply.ts'

export const IMPORT_RESOLVE_TYPE = 'assay.import_resolve/1'

/** What projects are called that provide `*`, besides that. */
const CALLED = ['python-*', '*-python', 'py*', '*-py', 'python*', 'lib*', '*lib', '*-lib', '*-sdk']

/** Null when nothing is known to provide it. */
export type AnswerImportResolve = ReturnType<typeof importResolve>

type Provided = ImportProvider & Readonly<{ artifact: EvidenceArtifact | null }>

/** With what is said of it, as far as it is indexed. */
type Spoken = Provided & Readonly<{ notices: readonly Notice[] }>

export function importResolve(
  parts: Pick<AnswerParts, 'imports' | 'names' | 'notices' | 'registryIdentity'> &
    Readonly<{ packages: PackageStore; tables: TableStore; signer: ReplySigner }>,
) {
  const { imports, names, notices, packages, tables, signer } = parts

  /** Projects that are called nearly like the import and whose indexed files have the module. */
  async function findIndexed(written: string): Promise<readonly Provided[]> {
    const [top = ''] = written.split('.')
    const found: Provided[] = []
    for (const called of [top, ...CALLED.map((form) => form.replace('*', top))]) {
      const name = parsePackageName('pypi', called)
      if (name === null) continue
      const artifact = await artifactWith(name, written)
      if (artifact !== null) found.push({ name, provides: written, downloads: null, artifact })
    }
    return found
  }

  /** The file of the indexed release, when its table has the module; null says nothing. */
  async function artifactWith(name: PackageName, module: string): Promise<EvidenceArtifact | null> {
    const release = (await packages.load({ ecosystem: 'pypi', name }))?.head.release
    const kept = release && (await keptTable(tables, release))
    const bytes = kept && (await tables.load(kept.key))
    const { version, artifact } = release ?? {}
    if (!bytes || !artifact || !version) return null
    const table = await openTableAside(bytes)
    if (table.findModule(module) < 0) return null
    const { filename, sha256 } = artifact
    return { package: name, version, filename, sha256, ...readByOf(kept.basis) }
  }

  async function findPython(written: string, match: ImportMatch): Promise<readonly Provided[]> {
    const found: Provided[] = []
    for (const provider of match.providers) {
      const artifact = await artifactWith(provider.name, provider.provides)
      found.push({ ...provider, artifact })
    }
    const indexed = match.standardLibrary ? [] : await findIndexed(written)
    const isNew = ({ name }: Provided) => found.every((one) => one.name !== name)
    return [...found, ...indexed.filter(isNew)].slice(0, IMPORT_PROVIDERS_MAX)
  }

  /** npm: the name is in the specifier; whether there is such a package, a set of names tells. */
  function findNode(match: ImportMatch): readonly Provided[] {
    return match.providers
      .filter(({ name }) => names.has('npm', name) === true)
      .map((provider) => {
        return { ...provider, downloads: names.downloads('npm', provider.name), artifact: null }
      })
  }

  /** In the words of when its latest release was last confirmed. */
  async function spoken(ecosystem: Ecosystem, provided: Provided): Promise<Spoken> {
    const key = { ecosystem, name: provided.name as PackageName }
    const release = (await packages.load(key))?.head.release
    if (release === undefined) return { ...provided, notices: [] }
    const of = spokenOf(release)
    return { ...provided, notices: [...notices.ofProject(key, of), ...notices.ofRelease(key, of)] }
  }

  return async (ecosystem: Ecosystem, written: string) => {
    const match = imports.find(ecosystem, written)
    const found = ecosystem === 'pypi' ? await findPython(written, match) : findNode(match)
    if (found.length === 0 && !match.standardLibrary) return null
    const provided: Spoken[] = []
    for (const one of found) provided.push(await spoken(ecosystem, one))
    const artifacts = provided
      .flatMap(({ artifact }) => artifact ?? [])
      .sort((one, other) => (one.package < other.package ? -1 : 1))
    // The lists that come with the program are no registry's word; the names of npm are.
    const isOfRegistry = artifacts.length > 0 || (ecosystem === 'npm' && provided.length > 0)
    const evidence: Evidence = {
      ...Object.assign(
        {},
        ...provided.map(({ name, notices: said }) => notices.evidence({ ecosystem, name }, said)),
      ),
      artifacts,
      ...readFrom(isOfRegistry ? [ecosystem] : [], parts.registryIdentity),
      ...(ecosystem === 'pypi'
        ? { imports: imports.snapshot }
        : { names: names.answering(ecosystem).snapshot }),
    }
    return signer.sign(signer.prepare(statement(ecosystem, written, match, provided, evidence)))
  }
}

function statement(
  ecosystem: Ecosystem,
  written: string,
  { standardLibrary }: ImportMatch,
  provided: readonly Spoken[],
  evidence: Evidence,
): Statement {
  return {
    type: IMPORT_RESOLVE_TYPE,
    question: { ecosystem, import: written },
    verdict: standardLibrary ? 'standard_library' : 'provided',
    evidence,
    answer: {
      ecosystem,
      import: written,
      standard_library: standardLibrary,
      distributions: provided.map(({ name, provides, downloads, artifact, notices }) => ({
        package: name,
        provides,
        monthly_downloads: downloads,
        ...noticed(notices),
        evidence:
          artifact === null
            ? { source: ecosystem === 'pypi' ? 'popular' : 'names' }
            : { source: 'index', version: artifact.version, artifact_sha256: artifact.sha256 },
      })),
    },
  }
}
