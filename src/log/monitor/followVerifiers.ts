// Whose signatures count as the leaves of a log are read one after the other: those of trusted verifiers, and
// of those that follow them, until others have followed these.

import { LOG_ROTATIONS_MAX } from '../../limits.ts'
import type { FollowedVerifier } from '../../ports/monitor.ts'
import type { Lie } from './evidence.ts'
import type { JudgedEntry } from './judgeEntry.ts'
import { LogUnread } from './readLog.ts'

/** `earlier`: where the leaf stands that contradicts it. */
type Contradiction = Readonly<{ lie: Lie; earlier: number }>

export function followVerifiers(trusted: readonly string[], known: readonly FollowedVerifier[]) {
  const goneAt = new Map(known.map((each) => [each.address, each.goneAt]))
  let believed = [...new Set([...trusted.map((each) => each.toLowerCase()), ...goneAt.keys()])]
  return {
    /** Those whose signatures an entry may have, as far as the leaves were read. */
    believed: () => believed,
    /** Null where what an entry says fits the entries before it. Throws `LogUnread` for too many. */
    read(entry: JudgedEntry, index: number): Contradiction | null {
      if (entry.kind === 'open') {
        const earlier = goneAt.get(entry.verifier) ?? null
        return earlier === null ? null : { lie: 'verifier_gone', earlier }
      }
      if (entry.kind !== 'verifier_rotation') return null
      const { from, to } = entry.rotation
      const earlier = goneAt.get(from) ?? goneAt.get(to) ?? null
      if (earlier !== null) return { lie: 'verifier_forked', earlier }
      // Every entry is compared with all of them: a log could keep its monitors busy for ever.
      if (goneAt.size > LOG_ROTATIONS_MAX) throw new LogUnread('the log has too many verifiers')
      goneAt.set(from, index).set(to, null)
      believed = [...new Set([...believed, to])]
      return null
    },
    all: (): readonly FollowedVerifier[] =>
      [...goneAt].map(([address, at]) => ({ address, goneAt: at })),
  }
}
