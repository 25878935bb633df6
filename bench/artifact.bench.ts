// What an archive can cost: every hostile archive of the tests, and the worst ones that keep within
// the limits and therefore open. Each runs in a process of its own, so that its memory is its own.

import { execFileSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { crc32 } from 'node:zlib'
import { HOSTILE_ARCHIVES } from '../test/fake/archives/hostileArchives.ts'
import { streamed } from '../test/fake/archives/hostileStreams.ts'
import { buildTar, gzipOf } from '../test/fake/archives/tarBuilder.ts'
import { DIST_INFO, recordMember, WHEEL_NAME } from '../test/fake/archives/wheelBuilder.ts'
import { zeroBomb, zeroStream } from '../test/fake/archives/zeroBomb.ts'
import { buildZip } from '../test/fake/archives/zipBuilder.ts'

const MIB = 1024 * 1024
const MS_MAX = 2_000
const BYTES_MAX = 300e6
// A process for each archive is what takes the time.
const QUICK_ARCHIVES = 8

type Archive = Readonly<{
  name: string
  kind: 'wheel' | 'sdist' | 'tarball'
  filename: string
  outcome: string
  build: () => Uint8Array
}>
type Measure = Readonly<{ outcome: string; ms: number; cpuMs: number; grownBytes: number }>

/** Prints the costliest archives. Throws when one passes the bounds or ends in another way. */
export async function benchArtifact(quick: boolean): Promise<void> {
  const hostile = Object.entries(HOSTILE_ARCHIVES).flatMap(([group, rows]) =>
    rows
      // Lowered limits cannot be given to the child, and cost nothing anyway.
      .filter(({ limits = {} }) => Object.keys(limits).length === 0)
      .map(({ lie, reason, ...row }) => ({ ...row, name: `${group}: ${lie}`, outcome: reason })),
  )
  const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
  try {
    print('the worst that open', measureAll(quick ? WORST.slice(0, 1) : WORST, folder))
    const some = quick ? hostile.slice(0, QUICK_ARCHIVES) : hostile
    print('hostile archives', measureAll(some, folder))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function measureAll(archives: readonly Archive[], folder: string) {
  return archives.map((archive) => ({ archive, measure: measureOne(archive, folder) }))
}

function measureOne({ name, kind, filename, outcome, build }: Archive, folder: string): Measure {
  const file = join(folder, 'archive')
  writeFileSync(file, build())
  const child = fileURLToPath(new URL('artifactChild.ts', import.meta.url))
  const argv = ['--import', 'tsx', child, kind, file, filename]
  const run = (): Measure => JSON.parse(execFileSync(process.execPath, argv).toString())
  // Neighbours on a shared machine slow a run down and never speed one up: the best one counts.
  let measure = run()
  for (let tries = 1; tries < 3 && measure.cpuMs > MS_MAX / 2; tries++) {
    const again = run()
    if (again.cpuMs < measure.cpuMs) measure = again
  }
  if (measure.outcome !== outcome) throw new Error(`${name}: ${measure.outcome}, not ${outcome}`)
  if (measure.grownBytes > BYTES_MAX) throw new Error(`${name}: took ${measure.grownBytes} bytes`)
  if (measure.cpuMs > MS_MAX) throw new Error(`${name}: took ${measure.cpuMs} ms`)
  return measure
}

type Row = Readonly<{ archive: Archive; measure: Measure }>

function print(title: string, rows: readonly Row[]): void {
  console.log(`${title}: ${rows.length}`)
  const costly = rows.toSorted((one, other) => other.measure.cpuMs - one.measure.cpuMs)
  for (const { archive, measure } of costly.slice(0, 12)) {
    const { outcome, ms, cpuMs, grownBytes } = measure
    const cost = `${ms.toFixed(0)} ms, ${cpuMs.toFixed(0)} ms of CPU, ${(grownBytes / 1e6).toFixed(0)} MB`
    console.log(`  ${cost}: ${archive.name} (${outcome})`)
  }
  const most = Math.max(...rows.map(({ measure }) => measure.grownBytes))
  console.log(`  most memory: ${(most / 1e6).toFixed(0)} MB`)
}

const PROJECT = { name: `${DIST_INFO}/METADATA`, data: 'Name: demo\n' }
const noise = (bytes: number) => randomFillSync(Buffer.alloc(bytes))

/** Modules just under the limit of what is kept, as repetitive as the ratio allows. */
function fullWheel(): Buffer {
  const { packed, crc, sizeBytes } = zeroBomb(31)
  const modules = Array.from({ length: 7 }, (_, i) => ({
    name: `demo/m${i}.py`,
    packed,
    both: { crc, sizeBytes },
  }))
  const filler = { name: 'demo/filler.bin', data: noise(2.5 * MIB), method: 0 }
  return buildZip([PROJECT, ...modules, filler])
}

function manyModules(): Buffer {
  const modules = Array.from({ length: 65_000 }, (_, i) => ({
    name: `demo/m${i}.py`,
    data: `x = ${i}\n`,
  }))
  const end = { entries: 0xffff, entriesHere: 0xffff }
  const record = recordMember([PROJECT, ...modules])
  return buildZip([PROJECT, ...modules, record], { end, end64: {} })
}

/** A tar whose members announce zeros, with enough noise in the last one for the ratio. */
function fullTarball(name: (i: number) => string, megabytes: number, members: number): Buffer {
  const zeros = zeroStream(megabytes).subarray(0, -2)
  const headers = Array.from({ length: members }, (_, i) =>
    buildTar([{ name: name(i), size: megabytes * MIB }], { endBlocks: 0 }),
  )
  const filler = buildTar([
    { name: 'package/filler.bin', data: noise((megabytes * members * MIB) / 90) },
  ])
  const parts = headers.flatMap((header) => [stored(header), zeros])
  const whole = Buffer.concat([...parts, ...blocks(filler), Buffer.from([3, 0])])
  return gzipOf(Buffer.alloc(0), { packed: whole, ...trailerOf(headers, megabytes, filler) })
}

function stored(data: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(data.length, 1)
  head.writeUInt16LE(0xffff - data.length, 3)
  return Buffer.concat([head, data])
}

function blocks(data: Buffer): readonly Buffer[] {
  const count = Math.ceil(data.length / 0xfe00)
  return Array.from({ length: count }, (_, i) =>
    stored(data.subarray(i * 0xfe00, (i + 1) * 0xfe00)),
  )
}

function trailerOf(headers: readonly Buffer[], megabytes: number, filler: Buffer) {
  const unit = Buffer.alloc(MIB)
  let crc = 0
  for (const header of headers) {
    crc = crc32(header, crc)
    for (let i = 0; i < megabytes; i++) crc = crc32(unit, crc)
  }
  crc = crc32(filler, crc)
  return { crc, size: headers.length * (512 + megabytes * MIB) + filler.length }
}

function manyScripts(): Buffer {
  const members = Array.from({ length: 99_000 }, (_, i) => ({
    name: `package/${i}.js`,
    data: `${i}`,
  }))
  return gzipOf(buildTar(members), { level: 1 })
}

/** Nearly as many bytes of names as may be, in the order of marks that takes longest to fold. */
function markedNames(top: string): readonly string[] {
  const marks = '\u0300\u0316\u0334'.repeat(10)
  const part = `a${marks}`.repeat(4)
  return Array.from({ length: 15_000 }, (_, i) => `${top}/${part}/${part}/${part}/${part}${i}`)
}

function markedTarball(): Buffer {
  const members = markedNames('package').map((path) => ({ name: 'x', pax: { path } }))
  return gzipOf(buildTar(members), { level: 1 })
}

function markedWheel(): Buffer {
  const members = markedNames('demo').map((name) => ({ name, method: 0 }))
  return buildZip([PROJECT, ...members])
}

/** Data that nobody reads and that is inflated for its end, as repetitive as the ratio allows. */
function streamedWheel(): Buffer {
  const { packed, crc, sizeBytes } = zeroBomb(31)
  const members = Array.from({ length: 16 }, (_, i) =>
    streamed({ name: `demo/${i}.bin`, packed, both: { crc, sizeBytes } }),
  )
  const filler = { name: 'demo/filler.bin', data: noise(5 * MIB), method: 0 }
  return buildZip([PROJECT, ...members, filler])
}

function manyStreams(): Buffer {
  const members = Array.from({ length: 65_000 }, (_, i) =>
    streamed({ name: `demo/${i}.bin`, data: `${i}` }),
  )
  return buildZip([PROJECT, ...members])
}

const wheel = { kind: 'wheel', filename: WHEEL_NAME } as const
const tarball = { kind: 'tarball', filename: 'demo-1.0.0.tgz' } as const

const WORST: readonly Archive[] = [
  { ...wheel, name: '217 MiB of modules in a wheel', build: fullWheel },
  { ...wheel, name: '65,000 modules in a wheel', build: manyModules },
  {
    ...tarball,
    name: '217 MiB of scripts in a tarball',
    build: () => fullTarball((i) => `package/${i}.js`, 31, 7),
  },
  {
    ...tarball,
    name: '500 MiB of data in a tarball',
    build: () => fullTarball((i) => `package/${i}.bin`, 100, 5),
  },
  { ...tarball, name: '99,000 scripts in a tarball', build: manyScripts },
  { ...tarball, name: '15 MB of names with marks in a tarball', build: markedTarball },
  { ...wheel, name: '15 MB of names with marks in a wheel', build: markedWheel },
  { ...wheel, name: '496 MiB of data with descriptors in a wheel', build: streamedWheel },
  { ...wheel, name: '65,000 files with descriptors in a wheel', build: manyStreams },
].map((archive) => ({ ...archive, outcome: 'opened' }))
