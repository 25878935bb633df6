// Replies to requests that arrived together are sent together. A client that waits is woken by the first
// of them, which is what costs, and finds the others: a reply that is sent alone takes a sixth more of a
// warm answer's processor time. Where that makes replies wait, because something else is at work, each is
// sent at once.

const TOGETHER_MAX = 32
/** A reply that waited longer shows that it was not for other replies. */
const WAITED_MAX_MS = 1
const ALONE_MS = 20

/** `failed`: what is done with one that cannot be sent; the others are sent all the same. */
export function replyBatch<Reply>(
  parts: Readonly<{
    send: (reply: Reply) => void
    failed: (reply: Reply, error: unknown) => void
    monotonicMs: () => number
  }>,
) {
  const { monotonicMs } = parts
  let waiting: Reply[] = []
  let begunMs = 0
  let aloneUntilMs = 0

  function sendOne(reply: Reply): void {
    try {
      parts.send(reply)
    } catch (error) {
      parts.failed(reply, error)
    }
  }

  function sendAll(): void {
    const all = waiting
    waiting = []
    for (const reply of all) sendOne(reply)
  }

  function turn(): void {
    const nowMs = monotonicMs()
    if (nowMs - begunMs > WAITED_MAX_MS) aloneUntilMs = nowMs + ALONE_MS
    sendAll()
  }

  return {
    add(reply: Reply): void {
      if (aloneUntilMs > 0) {
        if (monotonicMs() < aloneUntilMs) {
          sendOne(reply)
          return
        }
        aloneUntilMs = 0
      }
      const count = waiting.push(reply)
      if (count === TOGETHER_MAX) sendAll()
      else if (count === 1) {
        begunMs = monotonicMs()
        setImmediate(turn)
      }
    },
  }
}
