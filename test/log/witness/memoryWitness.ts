// A witness that remembers in this process.

import type { WitnessStore } from '../../../src/ports/witness.ts'

export function memoryWitness(): WitnessStore {
  const kept = new Map<string, string>()
  const forks: { origin: string; one: string; other: string }[] = []
  return {
    decide(origin, decide) {
      const { keep, told } = decide(kept.get(origin) ?? null)
      if (keep !== null) kept.set(origin, keep)
      return told
    },
    keepFork(fork) {
      if (forks.some(({ other }) => other === fork.other)) return false
      forks.push(fork)
      return true
    },
    forks: () => forks,
    close: () => {},
  }
}
