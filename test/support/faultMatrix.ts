// What a failure does to a table: each address that an ingestion asks for fails throughout it, or
// time, memory and bounds run out, and what comes of it is held against what came of it in quiet.

import type { IncomingMessage, ServerResponse } from 'node:http'
import { diffOf } from '../../src/answer/compareReleases.ts'
import { diffTables } from '../../src/diff/diffTables.ts'
import type { PackageKey } from '../../src/domain/names/packageName.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { gapsIn } from '../../src/domain/release.ts'
import { ERRORS, ServiceError } from '../../src/errors.ts'
import type { TableReading } from '../../src/ingest/releaseTables.ts'
import type { Extraction, UndeterminedReason } from '../../src/ports/extraction.ts'
import { findSymbol } from '../../src/symbols/findSymbol.ts'
import { tableGaps } from '../../src/table/format/gaps.ts'
import { payloadDigest } from '../../src/table/format/payload.ts'
import { openTable } from '../../src/table/openTable.ts'
import { type IngestRun, ingestRun } from './ingestRun.ts'

export const WIRE_FAULTS = ['status_503', 'hang', 'reset', 'truncated', 'file_404'] as const
export type WireFault = (typeof WIRE_FAULTS)[number]

export type Reply = Readonly<{ status: number; contentType: string | null; body: Buffer }>

/** The addresses that were asked for, and at most one of them that fails. */
export class FaultyAddresses {
  readonly asked = new Set<string>()
  fault: Readonly<{ address: string; kind: WireFault }> | null = null

  /** Takes a request; false where it is to be answered truly. */
  strike(request: IncomingMessage, response: ServerResponse, reply: () => Reply): boolean {
    const address = request.url ?? ''
    this.asked.add(address)
    if (this.fault?.address !== address) return false
    inject(this.fault.kind, response, reply)
    return true
  }
}

function inject(kind: WireFault, response: ServerResponse, reply: () => Reply): void {
  if (kind === 'hang') return
  if (kind === 'reset') {
    response.destroy()
    return
  }
  if (kind === 'truncated') {
    const { status, contentType, body } = reply()
    const type = contentType === null ? {} : { 'content-type': contentType }
    response.writeHead(status, { ...type, 'content-length': body.length })
    response.write(body.subarray(0, Math.floor(body.length / 2)), () => response.destroy())
    return
  }
  response.writeHead(kind === 'status_503' ? 503 : 404, { 'content-type': 'text/plain' })
  response.end('no\n')
}

/** Files are what an index lists: a 404 for one of them is no word on what there is. */
export function isFile(address: string): boolean {
  return /\.(?:tgz|whl|tar\.gz|zip)(?:[?#]|$)/.test(address)
}

export type Verdict =
  /** The very table of the quiet run, resting on the same files. */
  | 'same'
  /** A 503: nothing is said of anything. */
  | 'unavailable'
  /** What is there stands, every miss is a 503. */
  | 'passing gap'
  /** What may come from what is lacking is undetermined, for good. */
  | 'lasting gap'

export type Judged = Readonly<{
  verdict: Verdict
  /** Names of which something false would be said, or of which it is said that there is one. */
  wrong: readonly string[]
  /** Names of the quiet table that are not told, and of those that are there, the ones told otherwise. */
  untold: number
  otherwise: number
}>

const SHOWN_MAX = 20

function judged(
  verdict: Verdict,
  wrong: readonly string[] = [],
  untold = 0,
  otherwise = 0,
): Judged {
  return { verdict, wrong: wrong.slice(0, SHOWN_MAX), untold, otherwise }
}

type Read = Extract<TableReading, { state: 'read' }>

/** Holds what came of a run against the quiet one. */
export function judgeRun(key: PackageKey, quiet: Read, made: TableReading | Error): Judged {
  if (made instanceof Error) {
    const isRefused = made instanceof ServiceError && ERRORS[made.code].status === 503
    return isRefused ? judged('unavailable') : judged('same', [`threw ${made.message}`])
  }
  if (made.state !== 'read') return judged('same', [`is called ${JSON.stringify(made)}`])
  const packages = gapsIn(made.unfollowed).map(({ name }) => name)
  if (packages.length === 0) return judgeWhole(quiet, made)
  const before = openTable(quiet.bytes)
  const after = openTable(made.bytes, tableGaps(key, packages))
  const of = { ecosystem: key.ecosystem, packageName: key.name }
  const isPassing = made.retryAtMs !== null
  const wrong: string[] = []
  let untold = 0
  let otherwise = 0
  for (const { module, symbol, kind, signature } of before.rows()) {
    const path = writePath(key.ecosystem, key.name, symbol === '' ? [module] : [module, symbol])
    const found = after.lookup(module, symbol)
    if (found !== null) {
      if (found.kind !== kind || found.signature !== signature) otherwise += 1
      continue
    }
    untold += 1
    if (isPassing) continue
    const finding = findSymbol(after, of, path)
    if (finding.state === 'not_found') wrong.push(`${path} is not found`)
  }
  for (const { module, symbol } of after.rows()) {
    if (before.lookup(module, symbol) !== null) continue
    const path = writePath(key.ecosystem, key.name, symbol === '' ? [module] : [module, symbol])
    if (findSymbol(after, of, path).state === 'found') wrong.push(`${path} is found`)
  }
  if (!isPassing) wrong.push(...comparedFalsely(key, before, after))
  return judged(isPassing ? 'passing gap' : 'lasting gap', wrong, untold, otherwise)
}

/** A table that lacks nothing must be the one, and say so by what it rests on. */
function judgeWhole(quiet: Read, made: Read): Judged {
  const wrong: string[] = []
  if (payloadDigest(made.bytes) !== payloadDigest(quiet.bytes)) wrong.push('the table is another')
  const rests = ({ evidence }: Read) => JSON.stringify(evidence)
  if (rests(made) !== rests(quiet)) wrong.push('the evidence is another')
  return judged('same', wrong)
}

type Table = ReturnType<typeof openTable>

/** The same release compared with itself: whatever is told of it is false. */
function comparedFalsely(key: PackageKey, whole: Table, gapped: Table): string[] {
  const [one, other] = [
    { version: '1', table: whole },
    { version: '2', table: gapped },
  ] as const
  const directions = [diffOf(key, one, other), diffOf(key, other, one)]
  return directions
    .map((given) => diffTables(...given))
    .flatMap((diff) => {
      const { added, removed, changed, deprecated } = diff
      return Object.entries({ added, removed, changed, deprecated }).flatMap(([what, rows]) =>
        rows.map(({ symbol }) => `${symbol} is called ${what}`),
      )
    })
}

/** An extractor that comes to no end wherever it was handed a file of another package. */
export function starved(extraction: Extraction, reason: UndeterminedReason): Extraction {
  return {
    async run(job, signal) {
      const { dependencies } = job
      if (dependencies === undefined || !('find' in dependencies))
        return extraction.run(job, signal)
      let isHanded = false
      const outcome = await extraction.run(
        {
          ...job,
          dependencies: {
            async find(wanted, inner) {
              const found = await dependencies.find(wanted, inner)
              isHanded ||= 'file' in found
              return found
            },
          },
        },
        signal,
      )
      return isHanded ? { state: 'undetermined', reason, detail: 'ran out' } : outcome
    },
  }
}

/** What never comes is not waited for; whatever else fails does so at once. */
const IMPATIENT = { metadataTimeoutMs: 300, artifactTimeoutMs: 300, rangeTimeoutMs: 300 }

export type MatrixRow = Readonly<{ run: string } & Judged>

export type Matrix = Readonly<{ addresses: number; followed: number; rows: readonly MatrixRow[] }>

/**
 * Every address with every fault that it can have, then time, memory and bounds that run out. `none`:
 * the quiet run alone.
 */
export async function faultMatrix(
  run: IngestRun,
  key: PackageKey,
  addresses: FaultyAddresses,
  faults: readonly WireFault[] | 'none' = WIRE_FAULTS,
): Promise<Matrix> {
  addresses.asked.clear()
  addresses.fault = null
  const quiet = await ingestRun(run, key)
  if (quiet.state !== 'read') throw new Error(`${key.name}: ${JSON.stringify(quiet)}`)
  const asked = [...addresses.asked]
  const rows: MatrixRow[] = []
  const followed = quiet.followed.length
  if (faults === 'none') return { addresses: asked.length, followed, rows }

  async function note(name: string, how: Partial<IngestRun> = {}): Promise<void> {
    const made = await ingestRun({ ...run, ...how }, key).catch((error: Error) => error)
    rows.push({ run: name, ...judgeRun(key, quiet as Read, made) })
  }

  for (const address of asked) {
    for (const kind of faults) {
      if (kind === 'file_404' && !isFile(address)) continue
      addresses.fault = { address, kind }
      const limits = kind === 'hang' ? IMPATIENT : {}
      const clients = { ...run.clients, limits: { ...run.clients.limits, ...limits } }
      await note(`${kind} ${address}`, { clients })
    }
  }
  addresses.fault = null
  if (followed > 0) {
    for (const reason of ['timed_out', 'crashed', 'out_of_memory'] as const) {
      await note(`${reason} with dependencies`, { extraction: starved(run.extraction, reason) })
    }
    await note('all too large', { bounds: { maxBytes: 1 } })
    for (const filesMax of new Set([1, Math.ceil(followed / 2)])) {
      await note(`only ${filesMax} of those wanted`, { bounds: { filesMax } })
    }
  }
  return { addresses: asked.length, followed, rows }
}
