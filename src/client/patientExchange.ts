// For answers that take long: the service need not be waited for on one line. It is asked to answer
// later, and the answer is fetched from the address that it gives.

import { setTimeout as sleep } from 'node:timers/promises'
import { AssayError } from './clientErrors.ts'
import type { Exchange, HttpReply } from './exchange.ts'

/** What takes no longer is answered at once; less than the time that one try has. */
const PREFER = 'respond-async, wait=15'
/** Between two looks. */
const PAUSE_MIN_S = 0.2
const PAUSE_MAX_S = 10
/** Questions whose work was lost are asked again. */
const ROUNDS_MAX = 3

/** Only this part counts: before it stands where the service is, which we know. */
const ADDRESS = /\/v1\/pending\/[\w-]{1,100}$/

/** Throws `pending` when so much time was waited; the work goes on, and the next call may find it done. */
export function patientExchange(send: Exchange, patienceMs: number): Exchange {
  return async (request, repeat, call = {}) => {
    let leftS = patienceMs / 1_000

    async function fetchFrom(accepted: HttpReply): Promise<HttpReply> {
      const [path] = ADDRESS.exec(accepted.headers.get('location') ?? '') ?? []
      if (path === undefined) return accepted
      const { 'content-type': _, ...headers } = request.headers ?? {}
      let reply = accepted
      while (reply.status === 202) {
        const pauseS = pauseOf(reply)
        if (pauseS > leftS) throw stillPending(pauseS)
        leftS -= pauseS
        await sleep(pauseS * 1_000, undefined, call.signal === undefined ? {} : call)
        reply = await send({ method: 'GET', path, headers }, repeat, call)
      }
      return reply
    }

    for (let round = 1; ; round += 1) {
      const headers = { ...request.headers, prefer: PREFER }
      const asked = await send({ ...request, headers }, repeat, call)
      const reply = asked.status === 202 ? await fetchFrom(asked) : asked
      const isLost = asked.status === 202 && (reply.status === 404 || reply.status === 410)
      if (!isLost || round === ROUNDS_MAX) return reply
    }
  }
}

function pauseOf({ headers }: HttpReply): number {
  const asked = Number(headers.get('retry-after') || Number.NaN)
  return Number.isFinite(asked) ? Math.min(Math.max(asked, PAUSE_MIN_S), PAUSE_MAX_S) : 1
}

function stillPending(retryAfterS: number): AssayError {
  const message = 'The question is still worked on; ask it again later'
  return new AssayError({ status: 202, code: 'pending', message, retryAfterS })
}
