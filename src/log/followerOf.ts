// By whom a verifier was followed in the log: one that was signs nothing that the log takes.

import type { LogStore } from '../ports/log.ts'

/** Null for one that may sign. */
export async function followerOf(log: LogStore, address: string): Promise<string | null> {
  const leaves = await log.verifierRotations()
  if (leaves.length === 0) return null
  const { readVerifierRotation } = await import('./entries/verifierRotation.ts')
  const rotations = leaves.flatMap(({ leaf }) => readVerifierRotation(leaf) ?? [])
  return rotations.find(({ from }) => from === address)?.to ?? null
}

/** Why it may not, for the operator; null for one that may. */
export async function whyGone(log: LogStore, address: string): Promise<string | null> {
  const follower = await followerOf(log, address)
  if (follower === null) return null
  return (
    `the verifier ${address} was followed by ${follower} in the log: start with the new key, ` +
    'or end `assay log rotate --verifier` if it was broken off'
  )
}
