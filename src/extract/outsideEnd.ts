// Requests to end that come from outside: of an init system that tells a whole group of processes,
// of a terminal. When the server ends, and when a child does, is for the server to decide.

const REQUESTS_TO_END = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const

/** From here on only SIGKILL ends this process, or its lifeline. */
export function ignoreRequestsToEnd(): void {
  for (const signal of REQUESTS_TO_END) process.on(signal, () => {})
}

/** Whether a process that ended by this signal was asked to by somebody: no bytes do that. */
export function isRequestToEnd(signal: NodeJS.Signals | null): boolean {
  return REQUESTS_TO_END.some((request) => request === signal)
}
