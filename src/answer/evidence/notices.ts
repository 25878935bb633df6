// What is said of a package and its releases besides the answer itself: the registry's own words, and
// that its name is likely not the one that is meant.

import { keptIn } from '../../domain/maps.ts'
import {
  type PackageKey,
  type PackageName,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import { POPULAR_DOWNLOADS_MIN, UNLISTED_DOWNLOADS } from '../../domain/names/popularity.ts'
import type { Notice } from '../../domain/notice.ts'
import { recentlyUsed } from '../../domain/recentlyUsed.ts'
import { type IngestedRelease, keyText, type RegistryStatus } from '../../domain/release.ts'
import { successorsIn } from '../../domain/successor.ts'
import { PINNED_CACHE_ENTRIES } from '../../limits.ts'
import type { Evidence } from '../../ports/attester.ts'
import type { ImportIndex, ImportProvider } from '../../ports/importIndex.ts'
import type { MeantName, NameIndex } from '../../ports/nameIndex.ts'
import type { SlipWords } from './slipWords.ts'

/** How many times more a project has than the one that is called like its import, to be taken for. */
const IMPORTED_RATIO = 30

/** A release, as far as something may be said of it. */
export type SpokenOf = Pick<
  IngestedRelease,
  'version' | 'registryStatus' | 'statusReason' | 'deprecation' | 'yanked'
> &
  Readonly<{ hasFile: boolean }>

type Lookalike = Readonly<{ name: string; isImported: boolean }>

export type Notices = ReturnType<typeof noticesOf>

export function noticesOf(parts: { names: NameIndex; imports: ImportIndex; slips: SlipWords }) {
  const { names, imports, slips } = parts
  // To look for a name takes milliseconds.
  const known = recentlyUsed<string, { found: Lookalike | null }>(PINNED_CACHE_ENTRIES)

  /** A far more popular package that the name looks like, and whether imports say so. */
  function lookalike(key: PackageKey, of: SpokenOf): Lookalike | null {
    // Neither without a release nor as the registry's own stand-in is it what anybody means.
    const isHeld = isHeldBack(of)
    const isEmpty = isHeld || !of.hasFile
    const id = `${names.generation} ${keyText(key)} ${isHeld} ${isEmpty}`
    const { found } = keptIn<string, { found: Lookalike | null }>(known, id, () => {
      const imported = importedLookalike(key, parts, isEmpty)
      const name = imported ?? slips.lookalike(key, isHeld)
      return { found: name === null ? null : { name, isImported: imported !== null } }
    })
    return found
  }

  /** The package that the words about a deprecated release say to use. */
  function successor({ ecosystem, name }: PackageKey, message: string): string | null {
    if (ecosystem !== 'npm') return null
    const isThere = (written: PackageName) => names.has('npm', written) !== false
    return successorsIn(message, name).find(isThere) ?? null
  }

  return {
    lookalike,
    successor,

    /** Of the name and of the project. */
    ofProject(key: PackageKey, of: SpokenOf): readonly Notice[] {
      const { registryStatus: status, statusReason } = of
      const name = lookalike(key, of)?.name ?? null
      if (status === 'security_placeholder') return [ofName('placeholder', name)]
      const word = status === null || status === 'unpublished' ? null : status
      return [
        ...(name === null ? [] : [ofName('lookalike', name)]),
        ...(word === null ? [] : [ofProject(word, statusReason)]),
      ]
    },

    ofRelease(key: PackageKey, { version, deprecation, yanked }: SpokenOf): readonly Notice[] {
      const said = (word: 'deprecated' | 'yanked', message: string | null): Notice[] => {
        if (message === null || version === null) return []
        const points_to = word === 'deprecated' ? successor(key, message) : null
        return [
          { of: 'release', word, version, message: message === '' ? null : message, points_to },
        ]
      }
      return [...said('deprecated', deprecation), ...said('yanked', yanked)]
    },

    /** What notices rest on besides the registry's word. */
    evidence(key: PackageKey, all: readonly Notice[]): Pick<Evidence, 'names' | 'imports'> {
      if (!all.some(({ points_to: other }) => other !== null)) return {}
      const isOf = ({ of }: Notice) => of === 'name'
      const other = all.find(isOf)?.points_to ?? null
      const isImported =
        other !== null && importedAs(key, imports).some(({ name }) => name === other)
      return {
        names: names.answering(key.ecosystem).snapshot,
        ...(isImported ? { imports: imports.snapshot } : {}),
      }
    },
  }
}

/** There is no release, or the registry's own stand-in. */
export function isHeldBack({
  version,
  registryStatus,
}: Readonly<{ version: string | null; registryStatus: RegistryStatus | null }>): boolean {
  return version === null || registryStatus === 'security_placeholder'
}

/** A release that is indexed. */
export function spokenOf({ artifact, ...release }: IngestedRelease): SpokenOf {
  return { ...release, hasFile: artifact !== null }
}

function ofName(word: 'placeholder' | 'lookalike', points_to: string | null): Notice {
  return { of: 'name', word, version: null, message: null, points_to }
}

function ofProject(word: Notice['word'], message: string | null): Notice {
  return { of: 'project', word, version: null, message, points_to: null }
}

/** Projects that are imported under this name although they are called otherwise: `cv2`. */
export function importedAs(
  { ecosystem, name }: PackageKey,
  imports: ImportIndex,
  isMeant: (provider: ImportProvider) => boolean = () => true,
): readonly MeantName[] {
  if (ecosystem !== 'pypi') return []
  return imports
    .find(ecosystem, name)
    .providers.filter((provider) => provider.name !== name && isMeant(provider))
    .map((provider) => ({
      name: provider.name,
      reason: 'import_name',
      downloads: provider.downloads ?? 0,
    }))
}

/**
 * The project that the code imports under this name, where it has far more downloads: `sklearn`
 * exists, and `scikit-learn` is what is meant. `isEmpty`: there is nothing to install.
 */
function importedLookalike(
  key: PackageKey,
  { names, imports }: Readonly<{ names: NameIndex; imports: ImportIndex }>,
  isEmpty: boolean,
): string | null {
  if (names.answering(key.ecosystem).source !== 'registry') return null
  const own = isEmpty ? 0 : (names.downloads(key.ecosystem, key.name) ?? UNLISTED_DOWNLOADS)
  const least = Math.max(POPULAR_DOWNLOADS_MIN, own * IMPORTED_RATIO)
  const isCalledSo = ({ provides }: { provides: string }) =>
    parsePackageName('pypi', provides.replaceAll('.', '-')) === key.name
  const [first] = importedAs(key, imports, isCalledSo)
  if (first === undefined || first.downloads < least) return null
  return names.has(key.ecosystem, first.name) === true ? first.name : null
}

/** Answers about what nothing is said of stay what they were before there was such a field. */
export function noticed(notices: readonly Notice[]): Readonly<{ notices?: readonly Notice[] }> {
  return notices.length === 0 ? {} : { notices }
}
