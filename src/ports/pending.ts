// Pending questions: what a caller who would rather not wait has asked, and the answer that waits to be
// fetched. Every node that shares the store knows all of them. Nothing of the question itself is kept.

/** How the question was answered, or refused. */
export type PendingReply = Readonly<{
  status: number
  contentType: string
  headers: Readonly<Record<string, string>>
  body: Uint8Array
  /** An answer that nobody pays for. */
  isFree: boolean
}>

export type NewPending = Readonly<{
  /** The digest of what its address ends with; only its caller has that. */
  id: string
  /** The route that was asked, such as `POST /v1/diff`. */
  route: string
  /** Stands for the request as a payment sees it. */
  requestSha256: string
  /** Whose share it counts to. */
  client: string
}>

export type PendingQuestion = Readonly<Pick<NewPending, 'route' | 'requestSha256'>> &
  Readonly<{
    /** Null: there is none yet. */
    reply: PendingReply | null
    /** Whether a node has said lately that it works on it. */
    isWorkedOn: boolean
    /** The answer was handed out, and what it costs was taken. */
    isFetched: boolean
  }>

/** Time is the store's. What is over is as if it had never been. */
export interface PendingStore {
  /**
   * False, and nothing is added, where the caller or all callers together have as many as they may.
   * Those count that are worked on or have an answer that nobody has fetched.
   */
  add(
    of: NewPending &
      Readonly<{
        leaseMs: number
        keepMs: number
        clientMax: number
        totalMax: number
        /** Of the answers that are kept. */
        bytesMax: number
      }>,
  ): Promise<boolean>
  /** Says that it is still worked on. */
  renew(of: Readonly<{ id: string; leaseMs: number; keepMs: number }>): Promise<void>
  /** The first reply stands. */
  end(of: Readonly<{ id: string; reply: PendingReply; keepMs: number }>): Promise<void>
  /** Nobody works on it any more. */
  giveUp(id: string): Promise<void>
  find(id: string): Promise<PendingQuestion | null>
  markFetched(id: string): Promise<void>
  /** Removes what is over, at most `limit`. */
  sweep(bounds: Readonly<{ limit: number }>): Promise<void>
}
