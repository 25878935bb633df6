// All probes of a span of time, page by page: one page at a time keeps the event loop free.

import type { Probe } from '../../domain/probe.ts'
import { WATCH_PAGE_ROWS } from '../../limits.ts'
import type { WatchStore } from '../../ports/watch.ts'

export async function readProbes(
  watch: Pick<WatchStore, 'probes'>,
  span: Readonly<{ target: string; from: string; until: string }>,
): Promise<readonly Probe[]> {
  const all: Probe[] = []
  for (;;) {
    const after = all.at(-1)?.dueAt ?? ''
    const page = await watch.probes({ ...span, after, limit: WATCH_PAGE_ROWS })
    all.push(...page)
    if (page.length < WATCH_PAGE_ROWS) return all
  }
}
