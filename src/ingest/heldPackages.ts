// The index for whoever works offline: it is read and never written, and of each release that is handed
// out the moment is remembered at which the registry last spoke of it.

import { ECOSYSTEMS, type Ecosystem, type PackageKey } from '../domain/names/packageName.ts'
import { notHeld } from '../domain/notHeld.ts'
import { nextProof } from '../domain/proofChain.ts'
import { type IngestedRelease, keyText } from '../domain/release.ts'
import { invariant } from '../errors.ts'
import type { IndexedPackage, PackageStore } from '../ports/store.ts'

/** A release that an answer rests on. */
export type RestsOn = Readonly<{
  /** Left out where nothing tells which of the two it is. */
  ecosystem?: Ecosystem
  package: string
  version: string | null
}>

/** When the registry spoke of what was handed out; in milliseconds. */
export type HeldDays = Readonly<{
  /** Of a release, else of the latest one of its package; none of what was not handed out. */
  of(release: RestsOn): readonly number[]
}>

/** A release that somebody else has read, as it is to be answered from. */
export type HeldElsewhere = Readonly<{
  release: IngestedRelease
  /** When the registry last told that it is the latest; null for another one. ISO 8601, UTC. */
  latestAt: string | null
}>

/** Everything of that kind about a package. */
export type ReleasesElsewhere = (key: PackageKey) => Promise<readonly HeldElsewhere[]>

const NOTHING_ELSEWHERE: ReleasesElsewhere = async () => []

export function heldPackages(
  own: PackageStore,
  now: () => Date,
  elsewhere: ReleasesElsewhere = NOTHING_ELSEWHERE,
): Readonly<{ packages: PackageStore; days: HeldDays }> {
  const known = new Map<string, number>()

  function note({ ecosystem, name }: PackageKey, version: string | null, at: string): void {
    const ms = Date.parse(at)
    // A moment that lies ahead was told by a clock that was wrong; it is no day to answer for.
    if (!(ms <= now().getTime())) {
      throw notHeld(`the day of ${name} in the data folder lies ahead of the clock of this machine`)
    }
    known.set(idOf(ecosystem, name, version), ms)
  }

  function momentOf(ecosystem: Ecosystem, { package: name, version }: RestsOn): number[] {
    const ms = known.get(idOf(ecosystem, name, version)) ?? known.get(idOf(ecosystem, name, null))
    return ms === undefined ? [] : [ms]
  }

  /** What was seen here stands against what others say: their word on other bytes is left out. */
  async function believed(key: PackageKey): Promise<readonly HeldElsewhere[]> {
    const others = await elsewhere(key)
    if (others.length === 0) return others
    const seen = await own.releases(key)
    return others.filter(({ release }) => !seen.some((one) => isOtherFile(one, release)))
  }

  /** Whoever asked the registry last tells which release is the latest. */
  async function latestOf(key: PackageKey): Promise<IndexedPackage | null> {
    let latest = await own.load(key)
    for (const { release, latestAt } of await believed(key)) {
      if (latestAt === null) continue
      if (latest !== null && Date.parse(latestAt) <= Date.parse(latest.checkedAt)) continue
      latest = { head: nextProof(null, 'indexed', release), checkedAt: latestAt }
    }
    return latest
  }

  async function load(key: PackageKey): Promise<IndexedPackage | null> {
    const latest = await latestOf(key)
    if (latest === null) return null
    note(key, null, latest.checkedAt)
    note(key, latest.head.release.version, latest.checkedAt)
    return latest
  }

  /** One of each version; what was read here comes before what others have read. */
  async function releases(key: PackageKey): Promise<readonly IngestedRelease[]> {
    const all = [
      ...(await believed(key)).map(({ release }) => release),
      ...(await own.releases(key)),
    ]
    return [...new Map(all.map((release) => [release.version, release])).values()]
  }

  /** One that was the latest was never pinned, perhaps. */
  async function loadPinned(key: PackageKey, version: string): Promise<IngestedRelease | null> {
    const found =
      (await own.loadPinned(key, version)) ??
      (await releases(key)).find((one) => one.version === version) ??
      null
    if (found === null) return null
    const latest = await latestOf(key)
    // Of the latest one the registry has spoken again since it was read.
    const isLatest = latest?.head.release.version === found.version
    note(key, found.version, isLatest ? latest.checkedAt : found.extractedAt)
    return found
  }

  return {
    packages: {
      ...own,
      load,
      loadPinned,
      releases,
      saveLatest: (release) => refuseWrite(release),
      savePinned: (release) => refuseWrite(release),
    },
    days: {
      of: (release) =>
        (release.ecosystem === undefined ? ECOSYSTEMS : [release.ecosystem]).flatMap((ecosystem) =>
          momentOf(ecosystem, release),
        ),
    },
  }
}

/** `version`: null for the latest, whichever it is. */
function idOf(ecosystem: Ecosystem, name: string, version: string | null): string {
  return JSON.stringify([ecosystem, name, version])
}

/** The same file of the same version, with other bytes. */
function isOtherFile(seen: IngestedRelease, { version, artifact }: IngestedRelease): boolean {
  return (
    seen.version === version &&
    seen.artifact?.filename === artifact?.filename &&
    seen.artifact?.sha256 !== artifact?.sha256
  )
}

async function refuseWrite(release: IngestedRelease): Promise<never> {
  invariant(false, `${keyText(release)}: written offline`)
}
