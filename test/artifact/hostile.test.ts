// Every class of hostile archive, each refused for its own reason and no other.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ARCHIVE_LIMITS } from '../../src/artifact/bytes/archiveLimits.ts'
import { REFUSALS } from '../../src/artifact/bytes/refusal.ts'
import { openArtifact } from '../../src/artifact/openArtifact.ts'
import { REMARKS } from '../../src/domain/remarks.ts'
import { HOSTILE_ARCHIVES } from '../fake/archives/hostileArchives.ts'
import { reasonOf } from './open.ts'

for (const [group, rows] of Object.entries(HOSTILE_ARCHIVES)) {
  describe(group, () => {
    for (const { lie, reason, kind, filename, build, limits } of rows) {
      test(`${lie}: ${reason}`, async () => {
        const input = { kind, filename, bytes: build(), limits: { ...ARCHIVE_LIMITS, ...limits } }
        expect(await reasonOf(openArtifact(input, new AbortController().signal))).toBe(reason)
      })
    }
  })
}

describe('the table of reasons', () => {
  test('has no reason that nothing provokes', () => {
    const rows = Object.values(HOSTILE_ARCHIVES).flat()
    // What an npm package has to hold is the extractor's matter: test/cli/commands/ingest.test.ts
    // and test/e2e/proof.test.ts.
    const others = ['manifest_invalid', 'manifest_mismatch']
    const provoked = new Set<string>([...rows.map(({ reason }) => reason), ...others])
    expect(Object.keys(REFUSALS).filter((reason) => !provoked.has(reason))).toEqual([])
  })

  test('is what docs/formats/archives.md says, sentence by sentence', () => {
    const text = readFileSync(new URL('../../docs/formats/archives.md', import.meta.url), 'utf8')
    const headings = [...text.matchAll(/^### `(\w+)`\n\n(.+)$/gm)]
    const documented = headings.map(([, reason, sentence]) => [reason, sentence])
    expect(Object.fromEntries(documented)).toEqual(REFUSALS)
    expect(documented.length).toBe(Object.keys(REFUSALS).length)
  })

  test('and so is the table of remarks', () => {
    const text = readFileSync(new URL('../../docs/formats/archives.md', import.meta.url), 'utf8')
    const [, remarks = ''] = text.split('# Remarks')
    const rows = [...remarks.matchAll(/^\| `(\w+)` \| ([^|]+?) \|/gm)]
    expect(Object.fromEntries(rows.map(([, code, sentence]) => [code, sentence]))).toEqual(REMARKS)
  })
})
