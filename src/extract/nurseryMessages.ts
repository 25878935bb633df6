// What the server and the nursery say to each other. Both run our own code and no stranger's byte
// passes between them, so Node's own channel will do.

export type ToNursery =
  | Readonly<{
      type: 'start'
      id: number
      /** The command line after `node`. */
      args: readonly string[]
      cwd: string
      /** What the child may print before it is told of. */
      stderrMaxBytes: number
    }>
  | Readonly<{ type: 'kill'; id: number }>

export type FromNursery =
  /** Comes with the server's end of the child's channel. */
  | Readonly<{ type: 'started'; id: number; pid: number }>
  /** The child printed more than it may. */
  | Readonly<{ type: 'printed'; id: number }>
  | (Readonly<{ type: 'exited'; id: number }> & NurseryExit)

export type NurseryExit = Readonly<{
  code: number | null
  signal: NodeJS.Signals | null
  /** The end of what it printed, or why it could not be started. */
  lastWords: string
}>
