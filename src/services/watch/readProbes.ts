// All probes of a span of time.

import { allRows } from '../../domain/pages.ts'
import type { Probe } from '../../domain/probe.ts'
import { WATCH_PAGE_ROWS } from '../../limits.ts'
import type { WatchStore } from '../../ports/watch.ts'

export function readProbes(
  watch: Pick<WatchStore, 'probes'>,
  span: Readonly<{ target: string; from: string; until: string }>,
): Promise<readonly Probe[]> {
  return allRows(WATCH_PAGE_ROWS, (last, limit) =>
    watch.probes({ ...span, after: last?.dueAt ?? '', limit }),
  )
}
