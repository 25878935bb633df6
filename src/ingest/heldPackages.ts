// The index for whoever works offline: it is read and never written, and of each release that is handed
// out the moment is remembered at which the registry last spoke of it.

import { ECOSYSTEMS, type Ecosystem, type PackageKey } from '../domain/names/packageName.ts'
import { notHeld } from '../domain/notHeld.ts'
import { nextProof } from '../domain/proofChain.ts'
import { type IngestedRelease, keyText } from '../domain/release.ts'
import { isReadElsewhere } from '../domain/remarks.ts'
import { invariant } from '../errors.ts'
import type { IndexedPackage, PackageStore } from '../ports/store.ts'

/** A release that an answer rests on. */
export type RestsOn = Readonly<{
  /** Left out where nothing tells which of the two it is. */
  ecosystem?: Ecosystem
  package: string
  version: string | null
}>

/** When the registry spoke of a release, and to whom where it was not to us. */
export type HeldMoment = Readonly<{ ms: number; askedBy: string | null }>

export type HeldDays = Readonly<{
  /** Of a release, else of the latest one of its package; none of what was not handed out. */
  of(release: RestsOn): readonly HeldMoment[]
}>

/** A release that somebody else has read, as it is to be answered from. */
export type HeldElsewhere = Readonly<{
  release: IngestedRelease
  /** When the registry last told that it is the latest; null for another one. ISO 8601, UTC. */
  latestAt: string | null
  /** Who has asked the registry, and read the file. */
  askedBy: string
  /** PyPI: the Python that tables speak of is given it. */
  isForReference: boolean
}>

/** Everything of that kind about a package. */
export type ReleasesElsewhere = (key: PackageKey) => Promise<readonly HeldElsewhere[]>

const NOTHING_ELSEWHERE: ReleasesElsewhere = async () => []

export function heldPackages(
  own: PackageStore,
  now: () => Date,
  elsewhere: ReleasesElsewhere = NOTHING_ELSEWHERE,
): Readonly<{
  packages: PackageStore
  days: HeldDays
  /** Whether somebody else says of a file that was handed out that this Python is given it. */
  isForReference(sha256: string): boolean
}> {
  const forReference = new Set<string>()
  const known = new Map<string, HeldMoment>()

  function note(key: PackageKey, version: string | null, at: string, askedBy: string | null): void {
    const ms = Date.parse(at)
    // A moment that lies ahead was told by a clock that was wrong; it is no day to answer for.
    if (!(ms <= now().getTime())) {
      const whose = `the day of ${key.name} in the data folder`
      throw notHeld(`${whose} lies ahead of the clock of this machine`)
    }
    known.set(idOf(key.ecosystem, key.name, version), { ms, askedBy })
  }

  function momentOf(ecosystem: Ecosystem, { package: name, version }: RestsOn) {
    const moment =
      known.get(idOf(ecosystem, name, version)) ?? known.get(idOf(ecosystem, name, null))
    return moment === undefined ? [] : [moment]
  }

  /**
   * What was put down here on the word of somebody else counts for as long as that somebody says so:
   * a maker may be forgotten.
   */
  async function isVouched(release: IngestedRelease): Promise<boolean> {
    if (!isReadElsewhere(release)) return true
    const others = await elsewhere(release)
    return others.some(({ release: one }) => {
      return one.version === release.version && one.artifact?.sha256 === release.artifact?.sha256
    })
  }

  async function ownReleases(key: PackageKey): Promise<readonly IngestedRelease[]> {
    const all = await own.releases(key)
    const vouched = await Promise.all(all.map(isVouched))
    return all.filter((_, place) => vouched[place])
  }

  async function ownLatest(key: PackageKey): Promise<IndexedPackage | null> {
    const latest = await own.load(key)
    return latest !== null && (await isVouched(latest.head.release)) ? latest : null
  }

  /** What was seen here stands against what others say: their word on other bytes is left out. */
  async function believed(key: PackageKey): Promise<readonly HeldElsewhere[]> {
    const others = await elsewhere(key)
    if (others.length === 0) return others
    const seen = await ownReleases(key)
    const sound = others.filter(({ release }) => !seen.some((one) => isOtherFile(one, release)))
    for (const { release, isForReference } of sound) {
      if (isForReference && release.artifact !== null) forReference.add(release.artifact.sha256)
    }
    return sound
  }

  /** Whoever asked the registry last tells which release is the latest. */
  async function latestOf(key: PackageKey) {
    const ours = await ownLatest(key)
    let latest = ours && { indexed: ours, askedBy: null as string | null }
    for (const { release, latestAt, askedBy } of await believed(key)) {
      if (latestAt === null) continue
      if (latest !== null && Date.parse(latestAt) <= Date.parse(latest.indexed.checkedAt)) continue
      const head = nextProof(null, 'indexed', release)
      latest = { indexed: { head, checkedAt: latestAt }, askedBy }
    }
    return latest
  }

  async function load(key: PackageKey): Promise<IndexedPackage | null> {
    const latest = await latestOf(key)
    if (latest === null) return null
    const { indexed, askedBy } = latest
    note(key, null, indexed.checkedAt, askedBy)
    note(key, indexed.head.release.version, indexed.checkedAt, askedBy)
    return indexed
  }

  /** One of each version; what was read here comes before what others have read. */
  async function allOf(key: PackageKey) {
    const others = (await believed(key)).map(({ release, askedBy }) => ({ release, askedBy }))
    const ours = (await ownReleases(key)).map((release) => ({ release, askedBy: null }))
    const all = [...others, ...ours].map((one) => [one.release.version, one] as const)
    return [
      ...new Map<string | null, Readonly<{ release: IngestedRelease; askedBy: string | null }>>(
        all,
      ).values(),
    ]
  }

  async function pinnedOf(key: PackageKey, version: string) {
    const ours = await own.loadPinned(key, version)
    if (ours !== null && (await isVouched(ours))) return { release: ours, askedBy: null }
    // One that was the latest was never pinned, perhaps.
    return (await allOf(key)).find(({ release }) => release.version === version) ?? null
  }

  async function loadPinned(key: PackageKey, version: string): Promise<IngestedRelease | null> {
    const found = await pinnedOf(key, version)
    if (found === null) return null
    const { release, askedBy } = found
    const latest = await latestOf(key)
    // Of the latest one the registry has spoken again since it was read.
    if (latest?.indexed.head.release.version === release.version) {
      note(key, release.version, latest.indexed.checkedAt, latest.askedBy)
    } else note(key, release.version, release.extractedAt, askedBy)
    return release
  }

  return {
    packages: {
      ...own,
      load,
      loadPinned,
      releases: async (key) => (await allOf(key)).map(({ release }) => release),
      saveLatest: (release) => refuseWrite(release),
      savePinned: (release) => refuseWrite(release),
    },
    isForReference: (sha256) => forReference.has(sha256),
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
