// Whether answers stand in the log of the service, and whether that log only ever grows. The newest
// checkpoint is remembered, and what comes later must go on from it.

import { canonicalJson } from '../attest/canonicalJson.ts'
import { isMembers, jsonIn } from '../domain/texts/jsonValue.ts'
import { keysBefore, keysFrom, leavesOf } from '../log/entries/rotation.ts'
import { checkGoesOn } from '../log/goesOn.ts'
import { LogUnread } from '../log/monitor/readLog.ts'
import { type LogPolicy, meantLog, parsePolicy } from '../log/note/policy.ts'
import { parseProof } from '../log/note/proofFile.ts'
import { parseKey, type VerifierKey } from '../log/note/verifierKey.ts'
import { openProven } from '../log/openProven.ts'
import { type ProvenRotations, readExtra, readProven } from '../log/proofExtra.ts'
import { type LoggedVerdict, verifyLogged } from '../log/verifyLogged.ts'
import type { Signed } from '../wire/signed.ts'
import { AssayError, ReceiptInvalid } from './clientErrors.ts'
import { type Call, type Exchange, refusalOf } from './exchange.ts'

export type LogOptions = Readonly<{
  /**
   * The key of the log, as `/policy` of the service has it. Without it, and without a policy that names
   * one, the key that the service names is asked for once and believed from then on. Where the log has
   * another key by now, it is followed there by leaves of the log.
   */
  key?: string
  /** The text of a policy (C2SP tlog-policy): which log, and which witnesses must have cosigned. */
  policy?: string
  /** Where the newest checkpoint is kept between runs; in memory unless told. For one process at a time. */
  memory?: Readonly<{ load(): Promise<string | null>; save(note: string): Promise<void> }>
}>

/** `proof`: the text that shows it, for `assay verify --proof`. */
export type LoggedAnswer = Omit<Extract<LoggedVerdict, { logged: true }>, 'logged'> &
  Readonly<{ proof: string }>

export type LoggedAnswers = Readonly<{
  find(answer: Signed, call?: Call): Promise<LoggedAnswer>
  /** Those that are trusted, and those that follow them by leaves of a log whose key was told. */
  followers(trusted: readonly string[], call?: Call): Promise<readonly string[]>
}>

const NONE: ProvenRotations = { rotations: [], verifiers: [] }

export function loggedAnswers(parts: {
  send: Exchange
  options: LogOptions
  /** The key that `/policy` names. */
  named: (call?: Call) => Promise<unknown>
}): LoggedAnswers {
  const { send, options } = parts
  const trust = trustIn(options)
  const memory = options.memory ?? inMemory()
  /** The key that the log has, as far as it was followed, and those before it. */
  let followed: readonly VerifierKey[] = trust.log === null ? [] : [trust.log]
  /** One after the other: a proof that was asked for earlier may come with an older checkpoint. */
  let last: Promise<unknown> = Promise.resolve()

  async function keyOfLog(call?: Call): Promise<VerifierKey> {
    const known = followed.at(-1)
    if (known !== undefined) return known
    const written = await parts.named(call)
    const key = typeof written === 'string' ? parseKey(written) : null
    if (key?.type !== 'note') throw refused('no_log', 'The service keeps no log')
    followed = [key]
    return key
  }

  async function tile(path: string, call?: Call): Promise<Uint8Array | null> {
    const reply = await send({ method: 'GET', path: `/log/${path}` }, 'named', call)
    if (reply.status === 404) return null
    if (reply.status !== 200) throw refusalOf(reply)
    return reply.bytes
  }

  async function find(answer: Signed, call?: Call): Promise<LoggedAnswer> {
    const log = await keyOfLog(call)
    const { attestation_hash: hash, signature } = answer
    const query = new URLSearchParams({ signature })
    const path = `/log/proof/${encodeURIComponent(hash)}?${query}`
    const reply = await send({ method: 'GET', path }, 'named', call)
    if (reply.status === 404) {
      throw refused(
        'not_logged',
        'The log does not have the answer, or has no checkpoint over it yet',
      )
    }
    if (reply.status !== 200) throw refusalOf(reply)
    const logged = { attestation: canonicalJson(answer.attestation), signature }
    const verdict = verifyLogged(logged, reply.text, { log, policy: trust.policy })
    if (!verdict.logged) throw new ReceiptInvalid(verdict.reason, reply.text)
    const { checkpoint = '', extra = null } = parseProof(reply.text) ?? {}
    await follow(checkpoint, readExtra(extra).proven ?? NONE, { log, call })
    const { logged: _, ...place } = verdict
    return { ...place, proof: reply.text }
  }

  /** A checkpoint that opens with the key that these lead to. */
  async function follow(
    checkpoint: string,
    { rotations }: ProvenRotations,
    { log, call }: Readonly<{ log: VerifierKey; call: Call | undefined }>,
  ): Promise<void> {
    const keys = keysFrom(log, leavesOf(rotations)) ?? [log]
    const newest = keys.at(-1) ?? log
    // Who was told the newest key may remember a checkpoint that one before it has signed.
    const before = keysBefore(newest, rotations) ?? []
    const all = before.length > 0 ? [...before, newest] : [...followed.slice(0, -1), ...keys]
    await remember(checkpoint, all, call)
    followed = all
  }

  async function followers(trusted: readonly string[], call?: Call): Promise<readonly string[]> {
    const log = followed.at(-1)
    if (trust.log === null || log === undefined) return trusted
    const reply = await send({ method: 'GET', path: '/log/rotations' }, 'named', call)
    if (reply.status === 404) return trusted
    if (reply.status !== 200) throw refusalOf(reply)
    const value = jsonIn(reply.text)
    const proven = isMembers(value) ? readProven(value) : null
    const checkpoint = isMembers(value) ? value['checkpoint'] : null
    if (proven === null || typeof checkpoint !== 'string') return trusted
    const opened = openProven(checkpoint, proven, { log, verifiers: trusted, policy: trust.policy })
    if (!opened.ok) throw new ReceiptInvalid(opened.reason, reply.text)
    if (trust.policy?.isMet(opened.known.map(({ key }) => key)) === false) {
      throw new ReceiptInvalid('witnesses_missing', reply.text)
    }
    await follow(checkpoint, proven, { log, call })
    return opened.succession.trusted
  }

  /** What is remembered must not be overtaken by what was asked for earlier. */
  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = last.then(work)
    last = working.catch(() => {})
    return working
  }

  /** `keys`: those of the log, the newest last. */
  async function remember(
    checkpoint: string,
    keys: readonly VerifierKey[],
    call?: Call,
  ): Promise<void> {
    const seen = await memory.load()
    const log = keys.at(-1)
    if (seen !== null && log !== undefined) {
      const reader = { tile: (path: string) => tile(path, call) }
      const known = { log, earlier: keys.slice(0, -1) }
      await checkGoesOn(seen, checkpoint, known, reader).catch(unread)
    }
    await memory.save(checkpoint)
  }

  return {
    find: (answer, call) => inTurn(() => find(answer, call)),
    followers: (trusted, call) => inTurn(() => followers(trusted, call)),
  }
}

function trustIn({ key: written, policy: text }: LogOptions) {
  const key = written === undefined ? null : parseKey(written)
  if (written !== undefined && key?.type !== 'note') {
    throw new TypeError('log.key is a key such as origin+0123abcd+A…')
  }
  const policy = text === undefined ? null : policyIn(text)
  const log = meantLog(key, policy)
  if (typeof log === 'string') {
    throw new TypeError(`log.policy ${log}; log.key says which log is meant`)
  }
  return { log, policy }
}

function policyIn(text: string): LogPolicy {
  const parsed = parsePolicy(text)
  if (!parsed.ok) throw new TypeError(`log.policy: ${parsed.fault}`)
  return parsed.policy
}

function inMemory() {
  let kept: string | null = null
  return {
    load: async () => kept,
    async save(note: string) {
      kept = note
    },
  }
}

function unread(error: unknown): never {
  if (error instanceof LogUnread) throw refused('log_unread', error.message, error)
  throw error
}

function refused(code: string, message: string, cause?: unknown): AssayError {
  return new AssayError({ status: null, code, message, ...(cause === undefined ? {} : { cause }) })
}
