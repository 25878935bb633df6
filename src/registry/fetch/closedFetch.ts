// The way out of the process, closed: whoever is told to work offline reaches no network, whatever is
// asked and by whom.

import { notHeld } from '../../domain/notHeld.ts'
import type { BoundedFetch } from './boundedFetch.ts'

export function closedFetch(): BoundedFetch {
  const refuse = () => Promise.reject(notHeld('It would have to be fetched'))
  return { getDocument: refuse, download: refuse, async close() {} }
}
