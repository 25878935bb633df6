// One build, from lists on disk to a file of names or of changes. Runs where its memory does no
// harm: buildChild.ts.

import { readFile, writeFile } from 'node:fs/promises'
import { ARCHIVE_LIMITS } from '../../artifact/bytes/archiveLimits.ts'
import { openArtifact } from '../../artifact/openArtifact.ts'
import { type Ecosystem, parsePackageName } from '../../domain/names/packageName.ts'
import { NAME_CHANGES_MAX, NAME_LENGTH_MAX, NAME_LIST_MAX_BYTES } from '../../limits.ts'
import type { MaterialLabel } from '../../ports/nameSources.ts'
import { loadBundledNames } from '../set/bundledNames.ts'
import { findChanges } from '../set/nameChanges.ts'
import { encodeNameDelta } from '../set/nameDelta.ts'
import { listedDownloads } from '../set/popularNames.ts'
import { type DownloadTableWriter, downloadTableWriter } from '../stored/downloadTable.ts'
import { arenaWriter, type NameArena, sortedOrder } from '../stored/nameArena.ts'
import {
  decodeNameFile,
  downloadsIn,
  type NameFileFacts,
  type NameSource,
} from '../stored/nameFile.ts'
import {
  NameListInvalid,
  readJsonCounts,
  readJsonNames,
  readSimpleRoot,
} from '../stored/readNameList.ts'
import { type BuildStage, buildNameSet, contentDigest } from './buildNameSet.ts'

type BuildMaterial = MaterialLabel & Readonly<{ path: string; filename: string; sha256: string }>

export type BuildJob = Readonly<{
  ecosystem: Ecosystem
  /** Date of the lists, YYYY-MM-DD. */
  snapshot: string
  materials: readonly BuildMaterial[]
  /** A set that is there: few changes to it are written as such. Null builds the whole set. */
  basePath: string | null
  /** Where the outcome goes; whoever asked moves it to its place. */
  outPath: string
}>

export type BuildOutcome =
  | Readonly<{ kind: 'set'; facts: NameFileFacts }>
  | Readonly<{ kind: 'changes'; added: number; removed: number }>

export type BuildProgress = Readonly<{
  stage: 'reading' | 'comparing' | BuildStage
  done: number
  total: number
}>

/** The files inside the packages that list npm's names and downloads. */
const MEMBERS = { names: 'names.json', downloads: 'counts.json' } as const

/** Throws `NameListInvalid`, an `ArchiveRefusal`, or what the disk does. */
export async function runBuildJob(
  job: BuildJob,
  onProgress: (progress: BuildProgress) => void,
): Promise<BuildOutcome> {
  const { ecosystem, snapshot, basePath, outPath } = job
  onProgress({ stage: 'reading', done: 0, total: job.materials.length })
  const names = await readNames(job)
  if (names.count === 0) throw new NameListInvalid('a list without a name')
  if (basePath !== null) {
    onProgress({ stage: 'comparing', done: 0, total: names.count })
    const changes = await writeChanges(names, basePath, job)
    if (changes !== null) return changes
  }
  onProgress({ stage: 'reading', done: 1, total: job.materials.length })
  const { downloads, popular } = await readDownloads(job)
  const sources = [...job.materials.map(sourceOf), popular]
  const parts = buildNameSet(
    { ecosystem, snapshot, sources, names, downloads },
    (stage, done, total) => onProgress({ stage, done, total }),
  )
  await writeFile(outPath, parts)
  const head = parts[0]
  if (head === undefined) throw new Error('a file without a header')
  // The header is text between the prefix and the sections; decoding the file would hash it again.
  const { sections: _, ...facts } = JSON.parse(Buffer.from(head.subarray(12)).toString('utf8'))
  return { kind: 'set', facts }
}

function sourceOf({ name, version, sha256 }: BuildMaterial): NameSource {
  return { name, version, sha256 }
}

async function readNames({ ecosystem, materials }: BuildJob): Promise<NameArena> {
  const list = materials.find(({ role }) => role === 'names')
  if (list === undefined) throw new NameListInvalid('no list of names')
  const names = arenaWriter()
  /** What no registry could hold is left out. */
  const add = (written: string) => {
    const name = written.length <= NAME_LENGTH_MAX ? parsePackageName(ecosystem, written) : null
    if (name !== null) names.addText(name)
  }
  const bytes = await readMaterial(ecosystem, list)
  if (ecosystem === 'pypi') {
    for (const name of readSimpleRoot(bytes)) add(name)
  } else {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    readJsonNames(bytes, (start, end) => add(text.toString('utf8', start, end)))
  }
  return names.finish()
}

async function readDownloads(
  job: BuildJob,
): Promise<{ downloads: DownloadTableWriter; popular: NameSource }> {
  const { ecosystem } = job
  const table = downloadTableWriter()
  const counts = job.materials.find(({ role }) => role === 'downloads')
  if (counts !== undefined) {
    const bytes = await readMaterial(ecosystem, counts)
    readJsonCounts(bytes, (start, end, count) => {
      table.add(bytes, start, end, count)
    })
  }
  // Counts come first: what only has a place in a list of popular names gets an estimate.
  const list = loadBundledNames()[ecosystem]
  list.names.forEach((name, index) => {
    const bytes = Buffer.from(name)
    table.add(bytes, 0, bytes.length, listedDownloads(ecosystem, list, index).downloads)
  })
  const popular = { name: 'popular names', version: list.snapshot, sha256: list.sha256 }
  return { downloads: table, popular }
}

async function readMaterial(ecosystem: Ecosystem, material: BuildMaterial): Promise<Uint8Array> {
  const bytes = await readFile(material.path)
  if (ecosystem === 'pypi') return bytes
  const member = MEMBERS[material.role]
  const { sha256, tree } = await openArtifact(
    {
      kind: 'tarball',
      filename: material.filename,
      bytes,
      keep: (path) => path === member,
      limits: {
        ...ARCHIVE_LIMITS,
        memberBytesMax: NAME_LIST_MAX_BYTES,
        keptBytesMax: NAME_LIST_MAX_BYTES,
        inflatedBytesMax: 2 * NAME_LIST_MAX_BYTES,
      },
    },
    new AbortController().signal,
  )
  const list = tree.read(member)
  if (sha256 !== material.sha256 || list === null) {
    throw new NameListInvalid(`${material.filename} has no ${member}`)
  }
  return list
}

async function writeChanges(
  names: NameArena,
  basePath: string,
  { snapshot, outPath, materials }: BuildJob,
): Promise<BuildOutcome | null> {
  const base = decodeNameFile(await readFile(basePath))
  const order = sortedOrder(names, false)
  const changes = findChanges(base, names, order, NAME_CHANGES_MAX)
  if (changes === null) return null
  const sha256 = contentDigest(names, order, downloadsIn(base))
  const list = materials.find(({ role }) => role === 'names')
  const source = list === undefined ? null : sourceOf(list)
  const delta = { snapshot, sha256, base: base.facts.sha256, ...changes, source }
  await writeFile(outPath, encodeNameDelta(delta))
  return { kind: 'changes', added: changes.added.length, removed: changes.removed.length }
}
