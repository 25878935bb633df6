import { expect, test } from 'vitest'
import { badgeOf } from '../../src/site/pages/badge.ts'
import type { DrawnRelease } from '../../src/site/parts/timeline.ts'

function release(version: string, from: string | null): DrawnRelease {
  const counts = { added: 0, removed: 1, changed: 0, new_deprecations: 0 }
  const compatibility = { classification: 'breaking', undecided: 0 } as const
  const classification = 'breaking' as const
  const step = from && { from, classification, compatibility, counts, undetermined: 0 }
  return { version, isYanked: false, isDeprecated: false, readAt: '', step: step || null }
}

const timeline = { versions: [release('1.0', null), release('3.0', '1.0')], total: 2, waiting: 0 }

test.each([
  ['of the newest release', '', '3.0', '1 breaking step since 1.0'],
  [
    'of an older one, while the newest is not indexed',
    '',
    '4.0',
    '1 breaking step from 1.0 to 3.0',
  ],
  [
    'of the newest one that is indexed, which is not the latest',
    '3.0',
    '4.0',
    'nothing else than 3.0 is indexed',
  ],
  ['of a release that is not indexed', '2.0', '3.0', '2.0 is not indexed'],
])('a badge %s', (_, since, latest, text) => {
  expect(badgeOf(timeline, since, latest).text).toBe(text)
})

test('a badge of a package without any release says that none is indexed', () => {
  expect(badgeOf({ versions: [], total: 0, waiting: 0 }, '', null).text).toBe(
    'no release is indexed',
  )
})
