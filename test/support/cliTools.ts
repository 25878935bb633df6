// What a command may need, of which a test gives what it wants to see used: the rest is not there.

import type { Tools } from '../../src/cli/terminal/command.ts'

const never = () => Promise.reject(new Error('a command with a mistake opens nothing'))
const { signal } = new AbortController()

export function cliTools(given: Partial<Tools> & Pick<Tools, 'out'>): Tools {
  return {
    openApp: never,
    openCheckApp: never,
    openIngestApp: never,
    openLedger: never,
    openLogApp: never,
    openPacksApp: never,
    openChains: never,
    openWatchApp: never,
    publishedVerifiers: never,
    config() {
      throw new Error('a command with a mistake reads no settings')
    },
    settings: never,
    environment: () => ({}),
    files: { paths: [], problem: null },
    ask: async () => null,
    resident: async () => 'none',
    interruption: () => signal,
    twoStepInterruption: () => signal,
    progress: { isTTY: false, write: () => true },
    workingDir: () => '.',
    ...given,
  }
}
