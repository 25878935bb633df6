// Which file of a PyPI release is read. The same release must give the same file on every machine
// and from every mirror, so the choice rests on file names and yanked marks alone:
//
//   0. files that are not yanked come before files that are
//   1. wheels, in this order
//      a. pure Python 3              py3-none-any (py2.py3 too), then py3X-none-any
//      b. no ABI, Linux x86-64       py3-none-manylinux…x86_64
//      c. the stable ABI             cp3X-abi3-…, for the reference Python (3.11) or an older one:
//                                    manylinux x86-64 before other platforms, newest first
//      d. the reference Python       cp311-cp311-manylinux…x86_64
//      e. CPython, Linux x86-64      cp3XY-cp3XY-manylinux…x86_64, newest first, then abi3 of a
//                                    newer Python
//      f. any other wheel            CPython before the rest, 3.11, then newest first, free-threaded
//                                    last
//   2. source distributions: .tar.gz, then .zip, then any other compression
//   3. everything else (egg, exe, msi, rpm): hashed, never opened
//
// Ties go to the file name that is first by code unit.

import { invariant } from '../../errors.ts'

type ChoosableFile = Readonly<{ filename: string; yanked: string | null }>

type FileKind = 'wheel' | 'sdist' | 'other'

const SDIST_SUFFIXES = ['.tar.gz', '.zip', '.tgz', '.tar.bz2', '.tar.xz', '.tar.z', '.tar'] as const

// PEP 427: name-version(-build)?-python-abi-platform, where a build begins with a digit.
const WHEEL =
  /^[a-z0-9_](?:[a-z0-9_.]*[a-z0-9_])?-[a-z0-9_.!+]+(?:-\d[a-z0-9_.]*)?(?:-[a-z0-9_.]+){3}\.whl$/i

/** A wheel under a name that installers do not read is nothing that anybody is given. */
export function fileKind(filename: string): FileKind {
  const lower = filename.toLowerCase()
  if (lower.endsWith('.whl')) return WHEEL.test(filename) ? 'wheel' : 'other'
  return SDIST_SUFFIXES.some((suffix) => lower.endsWith(suffix)) ? 'sdist' : 'other'
}

/** The suffix under which a source distribution is packed, as written; null for other files. */
export function sdistSuffix(filename: string): string | null {
  const lower = filename.toLowerCase()
  return SDIST_SUFFIXES.find((suffix) => lower.endsWith(suffix)) ?? null
}

/** The file to read, or null when there is none. */
export function chooseFile<T extends ChoosableFile>(files: readonly T[]): T | null {
  const ranked = files.map((file) => ({ file, rank: rankOf(file) }))
  ranked.sort(
    (a, b) => compareNumbers(a.rank, b.rank) || compareText(a.file.filename, b.file.filename),
  )
  return ranked[0]?.file ?? null
}

/** Compared number by number; the smaller is the better file. */
type Rank = readonly number[]

function rankOf({ filename, ...file }: ChoosableFile): Rank {
  const yanked = file.yanked === null ? 0 : 1
  const kind = fileKind(filename)
  if (kind === 'wheel') return [yanked, 0, ...rankWheel(filename)]
  if (kind === 'other') return [yanked, 2]
  const suffix = SDIST_SUFFIXES.findIndex((end) => filename.toLowerCase().endsWith(end))
  return [yanked, 1, suffix]
}

type WheelTags = Readonly<{ pythons: string[]; abis: string[]; platforms: string[] }>

/** Null for a name that is not built like a wheel's: name-version(-build)?-python-abi-platform. */
function parseTags(filename: string): WheelTags | null {
  const parts = filename.slice(0, -'.whl'.length).toLowerCase().split('-')
  if (parts.length !== 5 && parts.length !== 6) return null
  const [python, abi, platform] = parts.slice(-3)
  invariant(python !== undefined && abi !== undefined && platform !== undefined, 'three tags')
  return {
    pythons: python.split('.'),
    abis: abi.split('.'),
    platforms: platform.split('.'),
  }
}

function rankWheel(filename: string): Rank {
  const tags = parseTags(filename)
  if (tags === null) return [7]
  const { pythons, abis, platforms } = tags
  const isLinux = platforms.some((tag) => /^(?:many)?linux.*_x86_64$/.test(tag))
  const newestFirst = -newestCpython(pythons)
  if (pythons.some((tag) => /^py3\d*$/.test(tag)) && abis.includes('none')) {
    const isExact = pythons.includes('py3') ? [0] : [1, ...fitting(pythons)]
    if (platforms.includes('any')) return [0, ...isExact]
    if (isLinux) return [1, ...isExact]
  }
  if (abis.includes('abi3')) {
    return oldestCpython(pythons) <= REFERENCE_MINOR
      ? [2, isLinux ? 0 : 1, newestFirst]
      : [5, isLinux ? 0 : 1, newestFirst]
  }
  const isFreeThreaded = abis.some((tag) => /^cp\d+t$/.test(tag))
  const isCpython = pythons.some((tag) => /^cp3\d+$/.test(tag))
  const isReference = pythons.includes(`cp3${REFERENCE_MINOR}`)
  if (isCpython && isLinux && !isFreeThreaded) return isReference ? [3] : [4, newestFirst]
  return [6, isFreeThreaded ? 1 : 0, isReference ? 0 : 1, newestFirst]
}

/** Tables speak of CPython 3.11, so its file is read where a release has one. */
const REFERENCE_MINOR = 11

/** `py310`: what the reference Python can run before what it cannot, the newest first. */
function fitting(pythons: readonly string[]): Rank {
  const minors = pythons.flatMap((tag) => /^py3(\d{1,3})$/.exec(tag)?.[1] ?? []).map(Number)
  const fits = minors.filter((minor) => minor <= REFERENCE_MINOR)
  return fits.length > 0 ? [0, -Math.max(...fits)] : [1, Math.min(...minors)]
}

/** 12 for cp312, 9 for cp39: minor versions, so that 3.10 is newer than 3.9; -1 without one. */
function newestCpython(pythons: readonly string[]): number {
  return Math.max(-1, ...cpythonMinors(pythons))
}

/** The stable ABI of one Python is that of all later ones. */
function oldestCpython(pythons: readonly string[]): number {
  const minors = cpythonMinors(pythons)
  return minors.length === 0 ? -1 : Math.min(...minors)
}

function cpythonMinors(pythons: readonly string[]): number[] {
  return pythons.flatMap((tag) => {
    const minor = /^cp3(\d{1,3})$/.exec(tag)?.[1]
    return minor === undefined ? [] : [Number(minor)]
  })
}

export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
