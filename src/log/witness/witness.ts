// A witness, after C2SP tlog-witness: it cosigns a checkpoint when the tree has only grown since the last
// one that it cosigned. So nobody can be shown a tree that others were not.

import { invariant } from '../../errors.ts'
import type { WitnessStore } from '../../ports/witness.ts'
import { openCheckpoint, parseCheckpoint } from '../note/checkpoint.ts'
import { cosign } from '../note/cosignature.ts'
import { parseNote, signatureLine } from '../note/signedNote.ts'
import type { NoteSigner, VerifierKey } from '../note/verifierKey.ts'
import { EMPTY_ROOT, sameHash } from '../tree/hashes.ts'
import { isConsistent, type TreeHead } from '../tree/proofs.ts'
import { parseSubmission } from './submission.ts'

export type WitnessReply = Readonly<{
  status: 200 | 400 | 403 | 404 | 409 | 422
  contentType: string
  body: string
}>

const TEXT = 'text/plain; charset=utf-8'
const SIZE = 'text/x.tlog.size'

export type Witness = ReturnType<typeof witness>

/** `logs`: the keys of the logs that are witnessed; one log may have several, under one name. */
export function witness(
  parts: Readonly<{
    signer: NoteSigner
    logs: readonly VerifierKey[]
    store: WitnessStore
    nowS: () => number
    onFork?: (origin: string) => void
  }>,
) {
  const { signer, logs, store, nowS, onFork = () => {} } = parts

  /** The reply to `POST /add-checkpoint`. */
  function addCheckpoint(body: string): WitnessReply {
    const submitted = parseSubmission(body)
    if (submitted === null) return refusal(400, 'This is not what add-checkpoint takes')
    const bytes = Buffer.from(submitted.checkpoint, 'utf8')
    const text = parseNote(bytes)?.text
    const claimed = text === undefined ? null : parseCheckpoint(text)
    if (text === undefined || claimed === null) return refusal(400, 'This is not a checkpoint')
    const { origin } = claimed
    const keys = logs.filter(({ name }) => name === origin)
    if (keys.length === 0) return refusal(404, 'This witness does not know the log')
    const opened = openCheckpoint(bytes, { origin, keys })
    if (!opened.ok) return refusal(403, 'The log has not signed this checkpoint')
    const { oldSize, proof } = submitted
    // Anybody may put lines under it: what is kept has the signatures of the log alone.
    const own = opened.known.map(({ key, signature }) => signatureLine(key, signature.bytes))
    const note = `${text}\n${own.join('')}`
    if (oldSize > claimed.size) return refusal(400, 'The old size is larger than the checkpoint')
    return store.decide(origin, (kept) => {
      const newest = headOf(kept)
      const isFork = newest.size === claimed.size && !sameHash(newest.root, claimed.root)
      if (kept !== null && isFork && store.keepFork({ origin, one: kept, other: note })) {
        onFork(origin)
      }
      if (oldSize !== newest.size) {
        const told = { status: 409, contentType: SIZE, body: `${newest.size}\n` } as const
        return { keep: null, told }
      }
      if (isFork) {
        return { keep: null, told: refusal(409, 'Another tree of this size was cosigned') }
      }
      if (!isConsistent(newest, claimed, proof)) {
        return { keep: null, told: refusal(422, 'The tree does not go on from the one cosigned') }
      }
      const line = signatureLine(signer.key, cosign(text, nowS(), signer))
      return { keep: note, told: { status: 200, contentType: TEXT, body: line } }
    })
  }

  return { key: signer.key, logs, addCheckpoint }
}

/** What was cosigned was checked then; a log whose key has changed since goes on from it. */
function headOf(kept: string | null): TreeHead {
  if (kept === null) return { size: 0, root: EMPTY_ROOT }
  const head = parseCheckpoint(parseNote(Buffer.from(kept, 'utf8'))?.text ?? '')
  invariant(head !== null, 'what a witness keeps is a checkpoint')
  return head
}

function refusal(status: WitnessReply['status'], sentence: string): WitnessReply {
  return { status, contentType: TEXT, body: `${sentence}\n` }
}
