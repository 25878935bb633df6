// Has programs that we did not write judge a log that we made:
//
//   npx tsx scripts/truth/log/judge.ts [leaves, 200000]
//
// Needs Go and Rust, which fetch the judges themselves; nothing of them is kept here.

import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { toBase64 } from '../../../src/log/note/base64.ts'
import { leafHash } from '../../../src/log/tree/hashes.ts'
import {
  proveConsistency,
  proveInclusion,
  type ReadTiles,
  rootOf,
} from '../../../src/log/tree/proofs.ts'
import { makeLog } from './madeLog.ts'

const leaves = Number(process.argv[2] ?? 200_000)
const PROOFS = 1_000
const folder = mkdtempSync(join(tmpdir(), 'assay-log-'))
try {
  const made = makeLog(join(folder, 'log'), leaves)
  const { cpuMs, entries, compressed, tiles } = made.spent
  const each = (bytes: number) => (bytes / leaves).toFixed(1)
  console.log(
    `${leaves} leaves in ${Math.round(cpuMs)} ms of CPU: ${Math.round(leaves / (cpuMs / 1_000))} a second`,
  )
  console.log(
    `bytes a leaf: entries ${each(entries)}, compressed ${each(compressed)}, tiles ${each(tiles)}`,
  )
  const readTiles: ReadTiles = async (places) =>
    places.map(({ level, index }) => made.tiles.get(`${level}/${index}`)?.bytes ?? null)
  writeFileSync(join(folder, 'proofs.jsonl'), await ownProofs(readTiles, made.leaf))
  const judge = join(folder, 'judge')
  cpSync(fileURLToPath(new URL('judge', import.meta.url)), judge, { recursive: true })
  const go = (...args: string[]) =>
    execFileSync('go', args, { cwd: judge, stdio: ['ignore', 'inherit', 'inherit'] })
  go('mod', 'tidy')
  go('build', '-o', 'judge', '.')
  const asked = [
    '-dir',
    join(folder, 'log'),
    '-vkey',
    made.vkey,
    '-proofs',
    join(folder, 'proofs.jsonl'),
  ]
  execFileSync(join(judge, 'judge'), asked, { stdio: 'inherit' })
  const rust = join(folder, 'rustJudge')
  cpSync(fileURLToPath(new URL('rustJudge', import.meta.url)), rust, { recursive: true })
  const args = ['run', '--quiet', '--release', '--', join(folder, 'log'), '10000', '200']
  execFileSync('cargo', args, { cwd: rust, stdio: ['ignore', 'inherit', 'inherit'] })
} finally {
  rmSync(folder, { recursive: true })
}

/** Proofs that our code makes, of random leaves in trees of random sizes. */
async function ownProofs(
  readTiles: ReadTiles,
  leaf: (index: number) => Uint8Array,
): Promise<string> {
  let state = 20_261_118
  // A generator of numbers that gives the same ones everywhere.
  const below = (bound: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % bound
  }
  const lines: string[] = []
  for (let made = 0; made < PROOFS; made += 1) {
    const size = 1 + below(leaves)
    const index = below(size)
    const oldSize = 1 + below(size)
    const root = toBase64(await rootOf(size, readTiles))
    const path = await proveInclusion({ index, size }, readTiles)
    const steps = await proveConsistency({ oldSize, size }, readTiles)
    const oldRoot = toBase64(await rootOf(oldSize, readTiles))
    const hash = toBase64(leafHash(leaf(index)))
    lines.push(JSON.stringify({ leaf: hash, index, size, root, hashes: path.map(toBase64) }))
    lines.push(
      JSON.stringify({
        old_size: oldSize,
        old_root: oldRoot,
        size,
        root,
        hashes: steps.map(toBase64),
      }),
    )
  }
  return `${lines.join('\n')}\n`
}
