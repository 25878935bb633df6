// Counters that a request path can afford: plain numbers, rendered when somebody asks.

import { keptIn } from '../../domain/maps.ts'

/** Upper bounds of the latency buckets, in milliseconds. */
const BUCKETS_MS = [1, 2, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 10_000, 30_000] as const

type Series = { readonly route: string; readonly status: number; count: number; sumMs: number } & {
  readonly buckets: number[]
}

/** A value that is read when the metrics are. */
type Gauge = Readonly<{ name: string; help: string; read: () => number }>

export type Metrics = ReturnType<typeof metrics>

export function metrics(gauges: readonly Gauge[]) {
  const series = new Map<string, Map<number, Series>>()

  function seriesOf(route: string, status: number): Series {
    const byStatus = keptIn(series, route, () => new Map())
    return keptIn(byStatus, status, () => ({
      route,
      status,
      count: 0,
      sumMs: 0,
      buckets: BUCKETS_MS.map(() => 0),
    }))
  }

  const all = () => [...series.values()].flatMap((byStatus) => [...byStatus.values()])

  return {
    observe(route: string, status: number, ms: number): void {
      const found = seriesOf(route, status)
      found.count += 1
      found.sumMs += ms
      let bucket = 0
      while (ms > (BUCKETS_MS[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1
      if (bucket < BUCKETS_MS.length) found.buckets[bucket] = (found.buckets[bucket] ?? 0) + 1
    },
    renderJson() {
      return {
        gauges: Object.fromEntries(gauges.map(({ name, read }) => [name, read()])),
        requests: all().map(({ route, status, count, sumMs, buckets }) => ({
          route,
          status,
          count,
          mean_ms: round(sumMs / count),
          within_ms: Object.fromEntries(
            cumulative(buckets).map((sum, index) => [String(BUCKETS_MS[index]), sum]),
          ),
        })),
      }
    },
    renderText(): string {
      const lines: string[] = []
      for (const { name, help, read } of gauges) {
        lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, `${name} ${read()}`)
      }
      const name = 'assay_request_duration_ms'
      lines.push(`# HELP ${name} Time from reading a request to its reply.`)
      lines.push(`# TYPE ${name} histogram`)
      for (const { route, status, count, sumMs, buckets } of all()) {
        const labels = `route="${route}",status="${status}"`
        cumulative(buckets).forEach((sum, index) => {
          lines.push(`${name}_bucket{${labels},le="${BUCKETS_MS[index]}"} ${sum}`)
        })
        lines.push(`${name}_bucket{${labels},le="+Inf"} ${count}`)
        lines.push(`${name}_sum{${labels}} ${round(sumMs)}`, `${name}_count{${labels}} ${count}`)
      }
      return `${lines.join('\n')}\n`
    },
  }
}

function cumulative(buckets: readonly number[]): number[] {
  let sum = 0
  return buckets.map((count) => {
    sum += count
    return sum
  })
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000
}
