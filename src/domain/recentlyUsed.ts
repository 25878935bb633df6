// The last so many that were used. Room is taken as it fills: a cache that is told how many it may hold
// takes all of it when it is made, which is a tenth of what a question on the command line costs.

import { LRUCache } from 'lru-cache'

export type RecentlyUsed<K extends {}, V extends {}> = LRUCache<K, V>

export function recentlyUsed<K extends {}, V extends {}>(entriesMax: number): RecentlyUsed<K, V> {
  return new LRUCache<K, V>({ maxSize: entriesMax, sizeCalculation: () => 1 })
}

/** The same for bytes: as many as take no more room than this together. */
export function recentBytes<K extends {}>(bytesMax: number): RecentlyUsed<K, Uint8Array> {
  return new LRUCache<K, Uint8Array>({ maxSize: bytesMax, sizeCalculation: ({ length }) => length })
}
