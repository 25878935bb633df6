// Does this package exist? A hit with the proof of its latest release, or a miss with the names
// next to it. The fields are the wire's, because the signature covers them.

import { EXTRACTOR_VERSIONS } from '../domain/extractorVersions.ts'
import { keptIn } from '../domain/maps.ts'
import { type Ecosystem, type PackageKey, parsePackageName } from '../domain/names/packageName.ts'
import { ALIKE_POPULAR_ONLY, NEAR_POPULAR_ONLY } from '../domain/names/popularOnly.ts'
import type { LatestState } from '../ingest/latestReleases.ts'
import { MEANT_MAX } from '../limits.ts'
import type { Evidence, Statement } from '../ports/attester.ts'
import type { Caller } from '../ports/caller.ts'
import type { ImportIndex } from '../ports/importIndex.ts'
import type { NameIndex } from '../ports/nameIndex.ts'
import type { Registry } from '../ports/registry.ts'
import type { AnswerParts } from './evidence/answerParts.ts'
import { askedEvidence } from './evidence/askedEvidence.ts'
import { importedAs, noticed, spokenOf } from './evidence/notices.ts'
import { proofOf } from './proof.ts'
import { scopeOf } from './scope.ts'
import type { PreparedReply, ReplySigner, SignedReply } from './signedReply.ts'

export const PACKAGE_EXISTS_TYPE = 'assay.package_exists/1'

type Found = Extract<LatestState, { found: true }>
type NotFound = Extract<LatestState, { found: false }>

/** Answers at once where it can: a promise only when the store or the registry must be asked. */
export type AnswerPackageExists = ReturnType<typeof packageExists>

export function packageExists(
  parts: Omit<AnswerParts, 'registryIdentity' | 'tables' | 'words' | 'now'> &
    Readonly<{
      signer: ReplySigner
      /** Off only to measure what signing costs. */
      cacheSignatures: boolean
    }>,
) {
  // A state is one object as long as nothing changed, so what is made of it can hang on it. While it
  // is being signed the promise hangs there: many who ask at once share one signature and one row.
  let prepared = new WeakMap<LatestState, PreparedReply>()
  let signed = new WeakMap<LatestState, SignedReply | Promise<SignedReply>>()
  let generation = parts.names.generation

  /** Other names may make another answer of the same state. */
  function forgetOldNames(): void {
    if (generation === parts.names.generation) return
    generation = parts.names.generation
    prepared = new WeakMap()
    signed = new WeakMap()
  }

  function answer(key: PackageKey, state: LatestState): SignedReply | Promise<SignedReply> {
    forgetOldNames()
    const known = signed.get(state)
    if (known !== undefined) return known
    const signing = parts.signer.sign(prepare(key, state))
    if (!parts.cacheSignatures) return signing
    signed.set(state, signing)
    if (signing instanceof Promise) {
      // The map of now: the one that answers later may rest on other names.
      const waiting = signed
      signing.then(
        (reply) => waiting.set(state, reply),
        () => waiting.delete(state),
      )
    }
    return signing
  }

  function prepare(key: PackageKey, state: LatestState): PreparedReply {
    return keptIn(prepared, state, () => {
      const registry = parts.registryOf(key)
      const made = state.found
        ? hit(key, state, registry, parts)
        : miss(key, state, registry, parts)
      return parts.signer.prepare(made)
    })
  }

  return (key: PackageKey, caller: () => Caller) => {
    const known = parts.latest.peek(key)
    if (known !== null) return answer(key, known)
    return parts.latest.find(key, caller()).then((state) => answer(key, state))
  }
}

function hit(
  key: PackageKey,
  { release, source }: Found,
  registry: Registry,
  { names, imports, notices }: Pick<AnswerParts, 'names' | 'imports' | 'notices'>,
): Statement {
  const { artifact, version, deprecation: message } = release
  const of = spokenOf(release)
  const lookalike = notices.lookalike(key, of)
  const pointsTo = message === null ? null : notices.successor(key, message)
  const said = [...notices.ofProject(key, of), ...notices.ofRelease(key, of)]
  const isPopular = lookalike !== null && names.answering(key.ecosystem).source === 'popular'
  const evidence: Evidence = {
    registry: registry.identity,
    artifacts:
      artifact && version !== null
        ? [{ package: key.name, version, filename: artifact.filename, sha256: artifact.sha256 }]
        : [],
    extractor: release.extractor,
    // Without the names that say so there is no such claim, and nothing of them in the answer.
    ...(lookalike === null && pointsTo === null
      ? {}
      : { names: names.answering(key.ecosystem).snapshot }),
    ...(lookalike?.isImported === true ? { imports: imports.snapshot } : {}),
  }
  return statement(key, 'exists', evidence, {
    exists: true,
    ecosystem: key.ecosystem,
    name: key.name,
    latest_version: version,
    typosquat_adjacent: false,
    adjacent_to: [],
    adjacent_total: 0,
    adjacent: [],
    adjacent_source: null,
    lookalike_of: lookalike?.name ?? null,
    meant: [],
    elsewhere: null,
    registry_status: release.registryStatus,
    // Answers about anything else stay what they were before there were such fields.
    ...(message === null ? {} : { deprecation: { message, points_to: pointsTo } }),
    ...noticed(said),
    ...builtIn(key, imports),
    scope: `${scopeOf(key, registry)}${isPopular ? ALIKE_POPULAR_ONLY : ''}`,
    source,
    proof: proofOf(registry, key, release),
  })
}

function miss(
  key: PackageKey,
  state: NotFound,
  registry: Registry,
  { names, imports }: Pick<AnswerParts, 'names' | 'imports'>,
): Statement {
  const near = names.near(key.ecosystem, key.name)
  const elsewhere = findElsewhere(key, names)
  const imported = importedAs(key, imports)
  const meant = [...names.meant(key.ecosystem, key.name), ...imported]
    .filter(({ name }, place, all) => all.findIndex((one) => one.name === name) === place)
    .sort((a, b) => b.downloads - a.downloads || (a.name < b.name ? -1 : 1))
  const evidence: Evidence = {
    registry: registry.identity,
    artifacts: [],
    extractor: EXTRACTOR_VERSIONS[key.ecosystem],
    names: near.snapshot,
    ...(elsewhere === null ? {} : { other_names: names.answering(elsewhere).snapshot }),
    ...(imported.length === 0 ? {} : { imports: imports.snapshot }),
    ...askedEvidence([state]),
  }
  return statement(key, 'absent', evidence, {
    exists: false,
    ecosystem: key.ecosystem,
    name: key.name,
    latest_version: null,
    typosquat_adjacent: near.total > 0,
    adjacent_to: near.names.map(({ name }) => name),
    adjacent_total: near.total,
    adjacent: near.names.map(({ name, distance, downloads, cost }) => ({
      name,
      distance,
      monthly_downloads: downloads,
      cost,
    })),
    adjacent_source: near.source,
    lookalike_of: null,
    meant: meant.slice(0, MEANT_MAX).map(({ name, reason, downloads }) => ({
      name,
      reason,
      monthly_downloads: downloads,
    })),
    elsewhere,
    registry_status: state.status,
    ...builtIn(key, imports),
    scope: `${scopeOf(key, registry)}${near.source === 'popular' ? NEAR_POPULAR_ONLY : ''}`,
    source: 'registry',
    proof: null,
  })
}

/** Whoever wants a module that the language brings along needs no package of that name. */
function builtIn({ ecosystem, name }: PackageKey, imports: ImportIndex) {
  return imports.find(ecosystem, name).standardLibrary ? { standard_library: true } : {}
}

/** The other registry, when it has a package of this name: a mix-up of the two is common. */
function findElsewhere({ ecosystem, name }: PackageKey, names: NameIndex): Ecosystem | null {
  const other = ecosystem === 'pypi' ? 'npm' : 'pypi'
  const written = parsePackageName(other, name)
  return written !== null && names.has(other, written) === true ? other : null
}

function statement(
  key: PackageKey,
  verdict: string,
  evidence: Evidence,
  answer: Statement['answer'],
): Statement {
  const question = { ecosystem: key.ecosystem, name: key.name }
  return { type: PACKAGE_EXISTS_TYPE, question, verdict, evidence, answer }
}
