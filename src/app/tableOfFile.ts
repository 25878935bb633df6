// Reads a file as a release would be read.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { EXTRACTOR_VERSIONS, TABLE_EXTRACTORS } from '../domain/extractorVersions.ts'
import { type Artifact, kindOf } from '../domain/release.ts'
import { checkedTables } from '../extract/checkedTables.ts'
import { extractionPool } from '../extract/pool.ts'

/** The table of a file on this machine, without a store and without a registry. */
export type LocalTable =
  | Readonly<{ state: 'read'; artifact: Artifact; extractor: string; bytes: Uint8Array }>
  | Readonly<{ state: 'unreadable'; artifact: Artifact; reason: string }>

export async function tableOfFile(path: string, signal: AbortSignal): Promise<LocalTable> {
  const blobPath = resolve(path)
  const filename = basename(blobPath)
  const content = await readFile(blobPath)
  const sha256 = createHash('sha256').update(content).digest('hex')
  const artifact = { filename, sha256, sizeBytes: content.length, digest: 'computed' } as const
  const ecosystem = filename.endsWith('.tgz') ? 'npm' : 'pypi'
  const extractor = EXTRACTOR_VERSIONS[ecosystem]
  const pool = extractionPool({ readable: [dirname(blobPath)], stepsBack: false })
  try {
    const job = {
      kind: kindOf(ecosystem, filename),
      filename,
      sha256,
      extractor,
      source: { blobPath },
    }
    const outcome = await checkedTables(pool, TABLE_EXTRACTORS).run(job, signal)
    if (outcome.state === 'extracted') {
      return { state: 'read', artifact, extractor, bytes: outcome.output }
    }
    const reason = `${outcome.state}: ${outcome.reason}, ${outcome.detail}`
    return { state: 'unreadable', artifact, reason }
  } finally {
    await pool.close()
  }
}
