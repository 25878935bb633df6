// The files that several tables rest on, and who has read them.

import { expect, test } from 'vitest'
import { artifactOf } from '../../../src/answer/codeCheck.ts'
import { mergedEvidence } from '../../../src/answer/evidence/mergedEvidence.ts'

const file = (name: string) => ({
  package: name,
  version: '1.0',
  filename: `${name}-1.0.tar.gz`,
  sha256: 'a'.repeat(64),
})
const MAKER = `0x${'1'.repeat(40)}`

test('each file once, in the order of packages', () => {
  expect(mergedEvidence([file('b'), file('a')], [file('b')])).toEqual([file('a'), file('b')])
})

test.each([
  ['first', [[{ ...file('a'), read_by: MAKER }], [file('a')]]],
  ['last', [[file('a')], [{ ...file('a'), read_by: MAKER }]]],
])('a file that one table of them was pulled for says so, named %s', (_, lists) => {
  expect(mergedEvidence(...lists)).toEqual([{ ...file('a'), read_by: MAKER }])
})

test('a check says of each package who has read it', () => {
  const checked = (readBy?: string) =>
    artifactOf({
      name: 'a',
      evidence: {
        version: '1.0',
        filename: 'a-1.0.tar.gz',
        artifactSha256: 'a'.repeat(64),
        extractor: 'python/13',
        ...(readBy === undefined ? {} : { readBy }),
      },
      // The rest of a package plays no part.
    } as never)
  expect(checked()).toEqual([file('a')])
  expect(checked(MAKER)).toEqual([{ ...file('a'), read_by: MAKER }])
})
