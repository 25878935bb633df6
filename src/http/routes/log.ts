// The log of signed answers, for whoever audits it. Free, and the same for everybody.

import { setTimeout as sleep } from 'node:timers/promises'
import { LOG_NOT_FOUND_MS } from '../../limits.ts'
import { writeRotations } from '../../log/entries/rotation.ts'
import { servedLog } from '../../log/servedLog.ts'
import type { LogStore } from '../../ports/log.ts'
import type { Problems } from '../request/problem.ts'
import {
  getRoute,
  jsonReply,
  pathParameter,
  queryParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import type { ServiceFacts } from '../request/serviceFacts.ts'

const TAG = 'Log'
const FOR_EVER = { 'cache-control': 'public, max-age=31536000, immutable' }
const SHORTLY = { 'cache-control': 'public, max-age=1' }
const NOT_KEPT = { 'cache-control': 'no-store' }
const BYTES = 'application/octet-stream'
const NOTE = 'text/plain; charset=utf-8'
const NO_LOG = 'This service keeps no log'
const NOT_THERE = 'The log has no such answer, or it is sealed and this is not its signature'

const PLACE_PARAMETERS = [
  pathParameter('attestation_hash', { type: 'string' }, 'As the receipt has it.'),
  queryParameter('signature', { type: 'string' }, 'That of the receipt.'),
]

export function logRoutes(parts: {
  log: LogStore
  facts: Pick<ServiceFacts, 'log'>
  problems: Problems
  wait?: (ms: number) => Promise<unknown>
}): Route[] {
  const { log, facts, problems, wait = sleep } = parts
  const served = servedLog(log)
  const notFound = (detail: string) => problems.reply('not_found', detail, NOT_KEPT)
  const missing = { 404: { description: 'There is nothing.', schema: 'Problem' as const } }

  /**
   * A sealed one looks as if it were not there, to whoever does not hold it: in what is said, and in
   * when. A look-up that finds something takes longer than one that finds nothing.
   */
  async function findTheirs(context: RequestContext) {
    const inTime = wait(LOG_NOT_FOUND_MS)
    const attestationHash = context.param('attestation_hash')
    const place = await log.find({ attestationHash, signature: context.query('signature') ?? '' })
    if (place === null) await inTime
    return place
  }

  const checkpoint = getRoute({
    path: '/log/checkpoint',
    operationId: 'log_checkpoint',
    tag: TAG,
    summary: 'The newest checkpoint of the log',
    description:
      'Where a log is kept, every signed answer stands in it; docs/formats/log.md has its bytes. The ' +
      'checkpoint (C2SP tlog-checkpoint) has the number of leaves and the root over them, under the ' +
      'key that `/policy` names.',
    responses: { 200: { description: 'A signed note.', contentType: 'text/plain' }, ...missing },
    async handle() {
      if (facts.log() === null) return notFound(NO_LOG)
      const note = await served.checkpoint()
      if (note === null) return notFound('The log has no leaves yet')
      return { status: 200, contentType: NOTE, body: note, headers: SHORTLY }
    },
  })

  const tile = getRoute({
    path: '/log/tile/{path}',
    operationId: 'log_tile',
    tag: TAG,
    summary: 'A tile of the log, or a bundle of its leaves',
    description:
      'As C2SP tlog-tiles has them: `<level>/<index>`, `entries/<index>`, and with `.p/<width>` the ' +
      'first of a tile that is not full. What an address gives never changes.',
    parameters: [pathParameter('path', { type: 'string' }, 'Such as 0/x001/x234/067.p/8.')],
    responses: { 200: { description: 'Hashes, or leaves.', contentType: BYTES }, ...missing },
    async handle(context) {
      if (facts.log() === null) return notFound(NO_LOG)
      const bytes = await served.tile(`tile/${context.param('path')}`)
      if (bytes === null) return notFound('The log has no such tile, or not yet')
      const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
      return { status: 200, contentType: BYTES, body, headers: FOR_EVER }
    },
  })

  const place = getRoute({
    path: '/log/by-hash/{attestation_hash}',
    operationId: 'log_by_hash',
    tag: TAG,
    summary: 'Where an answer stands in the log',
    description:
      'Of a leaf that is open this needs the hash of the attestation; of a sealed one the signature ' +
      'of the receipt as well, because a hash can be guessed by trying names.',
    parameters: PLACE_PARAMETERS,
    responses: { 200: { description: 'Its place.', schema: 'LogPlace' }, ...missing },
    async handle(context) {
      const identity = facts.log()
      if (identity === null) return notFound(NO_LOG)
      const row = await findTheirs(context)
      if (row === null) return notFound(NOT_THERE)
      const { index, form } = row
      const { integrated } = await log.head()
      const told = { origin: identity.origin, index, form, integrated: index < integrated }
      return jsonReply(200, told, NOT_KEPT)
    },
  })
  const proof = getRoute({
    path: '/log/proof/{attestation_hash}',
    operationId: 'log_proof',
    tag: TAG,
    summary: 'The proof that an answer stands in the log',
    description:
      'A text after C2SP tlog-proof: index, path and checkpoint. With the receipt and the key of the ' +
      'log it is checked offline (`assay verify --proof`). Needs the signature where by-hash does.',
    parameters: PLACE_PARAMETERS,
    responses: { 200: { description: 'The proof.', contentType: 'text/plain' }, ...missing },
    async handle(context) {
      if (facts.log() === null) return notFound(NO_LOG)
      const row = await findTheirs(context)
      if (row === null) return notFound(NOT_THERE)
      const text = await served.proof(row.index)
      if (text === null)
        return notFound('No checkpoint covers the answer yet; try again in a second')
      return { status: 200, contentType: NOTE, body: text, headers: NOT_KEPT }
    },
  })
  const rotations = getRoute({
    path: '/log/rotations',
    operationId: 'log_rotations',
    tag: TAG,
    summary: 'By which leaves keys were followed by others',
    description:
      'Each is signed with the key that went, and proven by the checkpoint beside: `rotations` of the ' +
      'key of the log, `verifiers` of the addresses that sign answers. Who trusts an earlier one gets ' +
      'to the newest by them (docs/formats/log.md).',
    responses: {
      200: { description: 'Leaves, oldest first.', schema: 'LogRotations' },
      ...missing,
    },
    async handle() {
      const identity = facts.log()
      if (identity === null) return notFound(NO_LOG)
      const { checkpoint, rotations, verifiers } = await served.rotations()
      const told = {
        origin: identity.origin,
        checkpoint,
        rotations: writeRotations(rotations),
        verifiers: writeRotations(verifiers),
      }
      return jsonReply(200, told, SHORTLY)
    },
  })
  return [checkpoint, tile, place, proof, rotations]
}
