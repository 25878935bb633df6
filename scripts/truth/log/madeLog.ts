// A log of many leaves in a folder, made by the code that the service uses, and what that costs.

import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { encodeBundle } from '../../../src/log/entries/entryBundle.ts'
import { answerLeaf } from '../../../src/log/entries/leaf.ts'
import { checkpointText } from '../../../src/log/note/checkpoint.ts'
import { signNote } from '../../../src/log/note/signedNote.ts'
import { noteSigner, writeKey } from '../../../src/log/note/verifierKey.ts'
import { growTree } from '../../../src/log/tree/growTree.ts'
import { leafHash } from '../../../src/log/tree/hashes.ts'
import { tilePath } from '../../../src/log/tree/tilePaths.ts'
import { edgeTiles, TILE_WIDTH, type Tile } from '../../../src/log/tree/tiles.ts'

const ORIGIN = 'log.example/made'
const BATCH = 4_096

const digest = (text: string) => createHash('sha256').update(text).digest('hex')

/** An answer such as the service signs, 600 bytes long; every tenth is sealed. */
function madeLeaf(index: number): Uint8Array {
  const file = digest(`file ${index}`)
  const attestation =
    `{"answer_sha256":"${digest(`answer ${index}`)}","evidence":{"artifacts":[{"filename":` +
    `"package${index}-1.0.0.tgz","package":"package${index}","sha256":"${file}","version":"1.0.0"}],` +
    `"extractor":"npm/1","registry":"public"},"question":{"ecosystem":"npm","name":"package${index}"},` +
    `"type":"assay.package_exists/1","verdict":"exists","verifier":"0x${file.slice(0, 40)}"}`
  const signature = `0x${file}${digest(`signature ${index}`)}1b`
  return answerLeaf({ attestation, signature }, index % 10 === 9 ? 'sealed' : 'open')
}

/** Grows and writes a log; reads it back batch by batch, as a node that takes over would. */
export function makeLog(folder: string, leaves: number) {
  const signer = noteSigner(ORIGIN, 'note', createHash('sha256').update('made').digest())
  const tiles = new Map<string, Tile>()
  const spent = { entries: 0, compressed: 0, tiles: 0, cpuMs: 0 }
  const write = (path: string, bytes: Uint8Array | string) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  let bundle: Uint8Array[] = []
  let checkpoint = ''
  for (let size = 0; size < leaves; ) {
    const batch = Array.from({ length: Math.min(BATCH, leaves - size) }, (_, i) =>
      madeLeaf(size + i),
    )
    const before = process.cpuUsage()
    const edge = edgeTiles(size).map(
      ({ level, index }) => tiles.get(`${level}/${index}`)?.bytes ?? new Uint8Array(),
    )
    const tree = growTree(size, edge)
    for (const leaf of batch) tree.append(leafHash(leaf))
    const grown = tree.takeTiles()
    checkpoint = signNote(
      checkpointText({ origin: ORIGIN, size: tree.size(), root: tree.root() }),
      signer,
    )
    const { user, system } = process.cpuUsage(before)
    spent.cpuMs += (user + system) / 1_000
    for (const tile of grown) tiles.set(`${tile.level}/${tile.index}`, tile)
    for (const leaf of batch) {
      bundle.push(leaf)
      if (bundle.length === TILE_WIDTH || size + 1 === leaves) {
        const bytes = encodeBundle(bundle)
        spent.entries += bytes.length
        spent.compressed += gzipSync(bytes).length
        const index = Math.floor(size / TILE_WIDTH)
        write(tilePath({ level: 'entries', index, width: bundle.length }), bytes)
        bundle = []
      }
      size += 1
    }
  }
  for (const { level, index, bytes } of tiles.values()) {
    write(tilePath({ level, index, width: bytes.length / 32 }), bytes)
    spent.tiles += bytes.length
  }
  write('checkpoint', checkpoint)
  return { tiles, spent, vkey: writeKey(signer.key), leaf: madeLeaf }
}
