// docs/reference/watchtower.md says what the code does.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { PRICES } from '../../../src/charge/prices.ts'
import { renderUsd } from '../../../src/domain/money.ts'
import { OUTCOMES, PROBE_REASONS } from '../../../src/domain/probe.ts'
import * as limits from '../../../src/limits.ts'
import { parseTargets } from '../../../src/services/watch/target.ts'
import { UPTIME_PROBES_MIN } from '../../../src/services/watch/uptime.ts'
import * as verdict from '../../../src/services/watch/verdict.ts'

const page = readFileSync(
  fileURLToPath(new URL('../../../docs/reference/watchtower.md', import.meta.url)),
  'utf8',
)

test('every outcome with its reasons', () => {
  // The table of outcomes, up to the next heading.
  const table = page.slice(page.indexOf('| outcome | reasons |'), page.indexOf('## Verdicts'))
  for (const outcome of OUTCOMES) {
    const [, cell = ''] = new RegExp(`^\\| \`${outcome}\` \\|([^|]*)\\|`, 'm').exec(table) ?? []
    const listed = [...cell.matchAll(/`(\w+)`/g)].map(([, reason]) => reason)
    const known = Object.entries(PROBE_REASONS).filter(([, leads]) => leads === outcome)
    expect(listed).toEqual(known.map(([reason]) => reason))
  }
})

test('the numbers of the rules', () => {
  const said = [
    `the last ${verdict.DOWN_AFTER} failed`,
    `the last ${verdict.GOOD_AFTER} were \`ok\`, and fewer than ${verdict.BAD_OF_RECENT} of the last ${verdict.RECENT} were not`,
    `the last ${verdict.GOOD_AFTER} did not fail`,
    `the last ${verdict.BAD_AFTER} were not \`ok\``,
    `no measured probe for ${verdict.SILENT_INTERVALS} intervals`,
    `below ${UPTIME_PROBES_MIN} measured probes`,
    `${limits.WATCH_INTERVAL_MIN_S} to ${limits.WATCH_INTERVAL_MAX_S}`,
    `100 to ${limits.WATCH_TIMEOUT_MAX_MS}, for the whole probe`,
    `the first ${limits.WATCH_BODY_MAX_BYTES / 1024} KiB`,
    `At most ${limits.WATCH_TARGETS_MAX} targets`,
    `${limits.WATCH_PROBES_PAGE_MAX} a page`,
    `| ${renderUsd(PRICES.watchtower_report)} USD |`,
  ]
  for (const sentence of said) expect(page).toContain(sentence)
})

test('the defaults', () => {
  const row = { id: 'a', name: 'a', url: 'https://a.example' }
  const [target] = parseTargets({ targets: [row] }).targets
  expect(page).toContain(`| \`interval_s\` | ${(target?.intervalMs ?? 0) / 1_000} |`)
  expect(page).toContain(`| \`timeout_ms\` | ${target?.timeoutMs} |`)
  expect(page).toContain(`| \`expect.tls_days_min\` | ${target?.expect.tlsDaysMin} |`)
})
