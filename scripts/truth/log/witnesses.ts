// Our witness and a witness that we did not write:
//
//   npx tsx scripts/truth/log/witnesses.ts
//
// First a log that our code makes asks the witness of transparency-dev, then `assay witness` is asked by a
// log that transparency-dev's tessera makes. All of it on loopback. Needs Go, which fetches the modules.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { toBase64 } from '../../../src/log/note/base64.ts'
import { checkpointText, openCheckpoint } from '../../../src/log/note/checkpoint.ts'
import { signNote } from '../../../src/log/note/signedNote.ts'
import {
  noteSigner,
  parseKey,
  type VerifierKey,
  writeKey,
} from '../../../src/log/note/verifierKey.ts'
import { growTree } from '../../../src/log/tree/growTree.ts'
import { leafHash } from '../../../src/log/tree/hashes.ts'
import { proveConsistency, rootOf } from '../../../src/log/tree/proofs.ts'
import { askWitness } from '../../../src/log/witness/askWitness.ts'

const TESSERA = 'github.com/transparency-dev/tessera/cmd/examples/posix-oneshot@v1.0.4'
const ROUNDS = 200
const THEIR_ROUNDS = 12

const folder = mkdtempSync(join(tmpdir(), 'assay-witness-'))
const running: ChildProcess[] = []
let failed = 0
try {
  await oursAsksTheirs()
  await theirsAsksOurs()
} finally {
  for (const child of running) child.kill()
  rmSync(folder, { recursive: true })
}
console.log(failed === 0 ? 'nothing was found wrong' : `${failed} found wrong`)
process.exitCode = failed === 0 ? 0 : 1

function expectThat(holds: boolean, what: string): void {
  if (holds) return
  failed += 1
  console.log(`wrong: ${what}`)
}

async function oursAsksTheirs(): Promise<void> {
  const seed = createHash('sha256').update('log').digest()
  const log = noteSigner('log.example/ours', 'note', seed)
  const program = join(folder, 'theirs')
  cpSync(fileURLToPath(new URL('theirWitness', import.meta.url)), program, { recursive: true })
  const go = (...args: string[]) => execFileSync('go', args, { cwd: program, stdio: 'inherit' })
  go('mod', 'tidy')
  go('build', '-o', 'witness', '.')
  const [written = '', url = ''] = await firstLines(
    spawn(join(program, 'witness'), ['-log', writeKey(log.key)], {
      stdio: ['pipe', 'pipe', 'inherit'],
    }),
    2,
  )
  const key = parseKey(written)
  if (key === null) throw new Error(`not a key: ${written}`)
  const post = (body: string) => postTo(url, body)

  const grow = (salt: string, from: number, count: number, tree = growTree(0, [])) => {
    for (let at = from; at < from + count; at += 1) {
      tree.append(leafHash(Buffer.from(`${salt}${at}`)))
    }
    return tree
  }
  const tiles = new Map<string, Uint8Array>()
  const readTiles = async (places: readonly { level: number; index: number }[]) =>
    places.map(({ level, index }) => tiles.get(`${level}/${index}`) ?? null)
  const tree = growTree(0, [])
  let knownSize = 0
  let cosigned = 0
  for (let round = 1; round <= ROUNDS; round += 1) {
    grow('leaf ', tree.size(), 1 + ((round * 7_919) % 300), tree)
    for (const { level, index, bytes } of tree.takeTiles()) tiles.set(`${level}/${index}`, bytes)
    const size = tree.size()
    const text = checkpointText({ origin: log.key.name, size, root: tree.root() })
    const checkpoint = signNote(text, log)
    const prove = (oldSize: number) => proveConsistency({ oldSize, size }, readTiles)
    // Every third time nothing is remembered, and the witness tells.
    const from = round % 3 === 0 ? 0 : knownSize
    const asked = await askWitness({ checkpoint, size, key, knownSize: from, prove, post })
    expectThat(asked.state === 'cosigned', `their witness, size ${size}: ${asked.state}`)
    if (asked.state !== 'cosigned') continue
    knownSize = size
    cosigned += 1
    const both = Buffer.from(`${checkpoint}${asked.line}`)
    const opened = openCheckpoint(both, { origin: log.key.name, keys: [log.key] }, [key])
    expectThat(opened.ok && opened.known.length === 2, `their cosignature of size ${size}`)
  }
  const size = tree.size()
  const fork = grow('other ', 0, size)
  const lie = signNote(checkpointText({ origin: log.key.name, size, root: fork.root() }), log)
  const proveNothing = async () => []
  const asked = await askWitness({
    checkpoint: lie,
    size,
    key,
    knownSize: size,
    prove: proveNothing,
    post,
  })
  expectThat(asked.state === 'ahead', `their witness and a fork: ${asked.state}`)
  const past = signNote(
    checkpointText({ origin: log.key.name, size: 5, root: await rootOf(5, readTiles) }),
    log,
  )
  const back = await askWitness({
    checkpoint: past,
    size: 5,
    key,
    knownSize: 0,
    prove: proveNothing,
    post,
  })
  expectThat(back.state === 'ahead', `their witness and an older tree: ${back.state}`)
  console.log(
    `their witness cosigned ${cosigned} of ${ROUNDS} of our checkpoints, up to ${size} leaves`,
  )
}

async function theirsAsksOurs(): Promise<void> {
  execFileSync('go', ['install', TESSERA], {
    stdio: 'inherit',
    env: { ...process.env, GOBIN: folder },
  })
  const seed = createHash('sha256').update('their log').digest()
  const { key } = noteSigner('log.example/theirs', 'note', seed)
  // As Go's sumdb/note writes a private key.
  const secret = toBase64(Buffer.concat([Buffer.of(1), seed]))
  writeFileSync(join(folder, 'log.secret'), `PRIVATE+KEY+${key.name}+${key.id}+${secret}`)
  const main = fileURLToPath(new URL('../../../src/cli/main.ts', import.meta.url))
  const child = spawn(
    process.execPath,
    [
      ...['--import', 'tsx', main, 'witness', join(folder, 'ours'), '--listen', '127.0.0.1:0'],
      ...['--name', 'witness.example/ours', '--log-key', writeKey(key)],
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  running.push(child)
  const [[written = ''], [said = '']] = await Promise.all([
    firstLines(child, 1),
    firstLines(child, 1, child.stderr),
  ])
  const url = /http:\S+/.exec(said)?.[0] ?? ''
  const own = parseKey(written)
  if (own === null || url === '') throw new Error(`no witness: ${written} ${said}`)
  const policy = `witness ours ${written} ${url}/\nquorum ours\n`
  writeFileSync(join(folder, 'policy'), policy)
  const storage = join(folder, 'their-log')
  let cosigned = 0
  for (let round = 0; round < THEIR_ROUNDS; round += 1) {
    const entries = join(folder, `entries-${round}`)
    mkdirSync(entries)
    for (let at = 0; at < 1 + round * 40; at += 1) {
      writeFileSync(join(entries, String(at)), `entry ${round} ${at}`)
    }
    execFileSync(
      join(folder, 'posix-oneshot'),
      [
        ...['--storage_dir', storage, '--entries', join(entries, '*')],
        ...['--private_key', join(folder, 'log.secret')],
        ...['--witness_policy_file', join(folder, 'policy')],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    if (isCosigned(readFileSync(join(storage, 'checkpoint')), key, own)) cosigned += 1
    else expectThat(false, `our witness, round ${round}`)
  }
  console.log(
    `our witness cosigned ${cosigned} of ${THEIR_ROUNDS} checkpoints that tessera published`,
  )
}

function isCosigned(note: Uint8Array, log: VerifierKey, own: VerifierKey): boolean {
  const opened = openCheckpoint(note, { origin: log.name, keys: [log] }, [own])
  return opened.ok && opened.known.length === 2
}

async function postTo(url: string, body: string) {
  const response = await fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  const contentType = response.headers.get('content-type') ?? ''
  return { status: response.status, contentType, body: await response.text() }
}

async function firstLines(
  child: ChildProcess,
  count: number,
  of = child.stdout,
): Promise<string[]> {
  running.push(child)
  const lines: string[] = []
  if (of === null) return lines
  for await (const line of createInterface({ input: of })) {
    lines.push(line)
    if (lines.length === count) break
  }
  return lines
}
