// One comment on a pull request, kept up to date. Whatever fails on the way, there are never two of it.

import { isMembers, jsonIn, memberOf } from '../../domain/texts/jsonValue.ts'
import { MARKER } from './reviewText.ts'

export type PullRequest = Readonly<{
  /** Of the platform's API, without a slash at its end. */
  api: string
  /** `owner/name`. */
  repository: string
  number: number
  token: string
}>

export type Kept =
  | Readonly<{ state: 'opened' | 'updated' | 'same' }>
  | Readonly<{ problem: string }>

const TRIES_MAX = 4
const PAGE = 100
/** Comments that are looked through: no discussion has more. */
const PAGES_MAX = 50
const WAIT_MS = 1_000
const WAIT_MAX_MS = 30_000

/** `by`: whose it is; null where that is not told. */
type Comment = Readonly<{ id: number; body: string; by: string | null }>
type Answer = Readonly<{ status: number; value: unknown; waitMs: number | null }>

export async function keepComment(
  pull: PullRequest,
  body: string,
  { wait, signal }: Readonly<{ wait: (ms: number) => Promise<unknown>; signal: AbortSignal }>,
): Promise<Kept> {
  let problem = 'it does not answer'
  for (let attempt = 0; attempt < TRIES_MAX; attempt += 1) {
    // Looked for each time: what failed may have been made all the same.
    const done = await tryOnce(pull, body, signal)
    if (!('again' in done)) return done
    problem = done.again
    const ms = done.waitMs ?? WAIT_MS * 2 ** attempt
    // Whoever is told to come back in an hour does not ask again before.
    if (ms > WAIT_MAX_MS)
      return { problem: `${problem} and asks to wait for ${Math.ceil(ms / 60_000)} minutes` }
    if (attempt + 1 < TRIES_MAX) await wait(ms)
  }
  return { problem }
}

type Again = Readonly<{ again: string; waitMs: number | null }>

async function tryOnce(
  pull: PullRequest,
  body: string,
  signal: AbortSignal,
): Promise<Kept | Again> {
  const own = await ownComments(pull, signal)
  if (!Array.isArray(own)) return own as Kept | Again
  const found = own as readonly Comment[]
  const refused = new Set<number>()
  for (const { id, body: before, by } of found) {
    // Of several only an edit shows whose they are.
    if (found.length === 1 && before.trim() === body.trim()) return { state: 'same' }
    const changed = await ask(pull, 'PATCH', `issues/comments/${id}`, { body }, signal)
    if ('status' in changed && (changed.status === 403 || changed.status === 404)) {
      // Another program's that begins alike, or gone meanwhile.
      refused.add(id)
      continue
    }
    const kept = judged(changed, 'updated')
    if (!('state' in kept)) return kept
    // Of two runs at once one may have made a second. What another program wrote is its own, although
    // the token may take it away.
    for (const other of found)
      if (other.id !== id && other.by === by && !refused.has(other.id))
        await ask(pull, 'DELETE', `issues/comments/${other.id}`, null, signal)
    return kept
  }
  const made = await ask(pull, 'POST', `issues/${pull.number}/comments`, { body }, signal)
  return judged(made, 'opened')
}

function judged(answer: Answer | Again, state: 'opened' | 'updated'): Kept | Again {
  if ('again' in answer) return answer
  return answer.status < 300 ? { state } : { problem: `it answers ${answer.status}` }
}

/** Whose the token is; null for one of a workflow, which writes as a program. */
async function loginOf(pull: PullRequest, signal: AbortSignal): Promise<string | null | Again> {
  const answer = await ask(pull, 'GET', null, null, signal)
  if ('again' in answer) return answer
  const login = isMembers(answer.value) ? memberOf(answer.value, 'login') : undefined
  return answer.status === 200 && typeof login === 'string' ? login : null
}

/** Those with the marker that the token's owner has written: whoever else copies it owns the copy. */
async function ownComments(
  pull: PullRequest,
  signal: AbortSignal,
): Promise<readonly Comment[] | Again | Readonly<{ problem: string }>> {
  const found: Comment[] = []
  const login = await loginOf(pull, signal)
  if (login !== null && typeof login !== 'string') return login
  for (let page = 1; page <= PAGES_MAX; page += 1) {
    const path = `issues/${pull.number}/comments?per_page=${PAGE}&page=${page}`
    const answer = await ask(pull, 'GET', path, null, signal)
    if ('again' in answer) return answer
    if (answer.status !== 200 || !Array.isArray(answer.value)) {
      return { problem: `it answers ${answer.status}` }
    }
    for (const one of answer.value) {
      if (!isMembers(one)) continue
      const [id, body, user] = [memberOf(one, 'id'), memberOf(one, 'body'), memberOf(one, 'user')]
      const [field, owner] = login === null ? ['type', 'Bot'] : ['login', login]
      const isOwn = isMembers(user) && memberOf(user, field) === owner
      if (typeof id !== 'number' || typeof body !== 'string' || !isOwn) continue
      const by = memberOf(user, 'login')
      if (!body.trimStart().startsWith(MARKER)) continue
      found.push({ id, body, by: typeof by === 'string' ? by : null })
    }
    if (answer.value.length < PAGE) break
  }
  return found
}

async function ask(
  { api, repository, token }: PullRequest,
  method: string,
  path: string | null,
  content: object | null,
  signal: AbortSignal,
): Promise<Answer | Again> {
  try {
    const address = path === null ? `${api}/user` : `${api}/repos/${repository}/${path}`
    const reply = await fetch(address, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'user-agent': 'assay',
      },
      ...(content === null ? {} : { body: JSON.stringify(content) }),
      // A token goes nowhere else.
      redirect: 'error',
      signal,
    })
    const value = jsonIn(await reply.text())
    const waitMs = askedWait(reply.headers)
    const isBusy =
      reply.status >= 500 || reply.status === 429 || (reply.status === 403 && waitMs !== null)
    if (isBusy) return { again: `it answers ${reply.status}`, waitMs }
    return { status: reply.status, value, waitMs }
  } catch (error) {
    signal.throwIfAborted()
    const why = error instanceof Error && error.cause instanceof Error ? error.cause.message : ''
    return { again: `it cannot be reached${why === '' ? '' : ` (${why})`}`, waitMs: null }
  }
}

/** How long a platform asks to wait; null where it says nothing of it. By its own clock. */
function askedWait(headers: Headers): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1_000
  if (headers.get('x-ratelimit-remaining') !== '0') return null
  const until = Number(headers.get('x-ratelimit-reset') ?? Number.NaN) * 1_000
  const now = Date.parse(headers.get('date') ?? '')
  return Number.isFinite(until - now) ? Math.max(0, until - now) : null
}
