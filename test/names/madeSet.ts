// Sets of names for tests, made in memory from lists.

import type { Ecosystem } from '../../src/domain/names/packageName.ts'
import { buildNameSet } from '../../src/names/build/buildNameSet.ts'
import type { NameDelta } from '../../src/names/set/nameDelta.ts'
import { type NameSet, openNameSet, sharedCopy } from '../../src/names/set/nameSet.ts'
import { downloadTableWriter } from '../../src/names/stored/downloadTable.ts'
import { arenaWriter } from '../../src/names/stored/nameArena.ts'

export type MadeSet = Readonly<{
  names: readonly string[]
  downloads?: Readonly<Record<string, number>>
  ecosystem?: Ecosystem
  snapshot?: string
}>

export function setFile(made: MadeSet): Uint8Array {
  const names = arenaWriter()
  for (const name of made.names) names.addText(name)
  const downloads = downloadTableWriter()
  for (const [name, count] of Object.entries(made.downloads ?? {})) {
    const bytes = Buffer.from(name)
    downloads.add(bytes, 0, bytes.length, count)
  }
  return Buffer.concat(
    buildNameSet({
      ecosystem: made.ecosystem ?? 'npm',
      snapshot: made.snapshot ?? '2026-11-01',
      sources: [{ name: 'a list', version: null, sha256: '0'.repeat(64) }],
      names: names.finish(),
      downloads,
    }),
  )
}

export function madeSet(made: MadeSet, delta?: NameDelta): NameSet {
  return openNameSet(sharedCopy(setFile(made)), delta)
}
