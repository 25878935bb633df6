// Something that runs until it is told to stop.

import { EXIT } from './output.ts'

/** Resolves at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    const onSignal = () => {
      resolve()
      for (const signal of ['SIGTERM', 'SIGINT'] as const) {
        process.removeListener(signal, onSignal)
        process.once(signal, () => process.exit(EXIT.unavailable))
      }
    }
    process.on('SIGTERM', onSignal)
    process.on('SIGINT', onSignal)
  })
}
