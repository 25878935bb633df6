// Watched services: the connections for probes, and what is done with them.

import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import type { Store } from '../ports/store.ts'
import { probeLines } from '../registry/probeLines.ts'
import type { SignReport } from '../services/watch/closeWindows.ts'
import { probeSender } from '../services/watch/sendProbe.ts'
import { watchtower } from '../services/watch/watchtower.ts'
import { VERSION } from '../version.ts'

export function openWatchtower(
  config: Config,
  parts: Readonly<{
    store: Store
    sign: SignReport
    baseUrl: () => string
    logger: Logger
    now: () => Date
    monotonicMs: () => number
  }>,
) {
  const { store, logger, now, monotonicMs } = parts
  const lines = probeLines(config.environment())
  const watch = watchtower({
    ...parts,
    watch: store.watch,
    answers: store.answers,
    file: config.watch.file,
    keepMs: config.watch.keepMs,
    send: probeSender({
      lines,
      certificateEnd: lines.certificateEnd,
      userAgent: `assay/${VERSION} (watchtower)`,
      monotonicMs,
      now,
    }),
    owner: randomBytes(8).toString('hex'),
    onFailure: (error) => logger.warn({ err: error }, 'watch'),
  })
  return { watch, lines }
}
