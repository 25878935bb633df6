// Connections to registries, kept for the next command that is set up the same way.

import type { Connect } from '../registry/fetch/boundedFetch.ts'
import {
  type DispatcherOptions,
  type Dispatchers,
  dispatchers,
} from '../registry/fetch/dispatchers.ts'

export function keptConnections(
  idleMs: number,
  openNew: (options: DispatcherOptions) => Dispatchers = dispatchers,
) {
  const kept = new Map<string, Dispatchers>()
  const open: Connect = async (options) => {
    const wanted = JSON.stringify(options)
    const lines = kept.get(wanted) ?? openNew({ ...options, idleMs })
    kept.set(wanted, lines)
    return { ...lines, close: async () => {} }
  }
  return {
    open,
    async close(): Promise<void> {
      await Promise.all([...kept.values()].map((lines) => lines.close()))
    },
  }
}
