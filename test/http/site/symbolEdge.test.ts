import { describe, expect, test } from 'vitest'
import { type EdgeLook, type EdgeState, searchBack } from '../../../src/http/site/symbolEdge.ts'

/** One letter for each release, oldest first: there, absent, not listed, cannot be told. */
const STATES: Readonly<Record<string, EdgeState>> = {
  t: 'there',
  a: 'absent',
  l: 'unlisted',
  u: 'unclear',
}

async function edgeOf(releases: string) {
  const looked: number[] = []
  const versions = [...releases].map((_, i) => `${i}`)
  const edge = await searchBack(versions, async (version): Promise<EdgeLook> => {
    looked.push(Number(version))
    const state = STATES[releases[Number(version)] ?? ''] ?? 'unclear'
    return { version, state, path: null }
  })
  const { last, gone, isNext } = edge
  return { told: [last?.version ?? null, gone?.version ?? null, isNext], looked }
}

describe('between which releases a symbol went', () => {
  test.each([
    ['it is in the newest: nothing went', 'aaattt', ['5', null, false]],
    ['it went with the newest', 'ttttta', ['4', '5', true]],
    ['it went long ago', 'ttaaaaaaaaaaaaaa', ['1', '2', true]],
    ['only the oldest has it', 'taaaaaaaaaaaaaaaa', ['0', '1', true]],
    ['no release that was looked into has it', 'aaaaaaaa', [null, null, false]],
    ['there is one release without it', 'a', [null, null, false]],
    ['there is no release', '', [null, null, false]],
    ['the newer ones do not list it', 'ttttllll', ['3', '4', true]],
    [
      'a release between cannot be read: the two are not next to each other',
      'ttuaa',
      ['1', '3', false],
    ],
    ['every newer one cannot be read: it is not said to be gone', 'tttuuuu', ['2', null, false]],
    ['it came back: the edge that is told is one', 'ttaattaaa', ['5', '6', true]],
  ])('%s', async (_rule, releases, told) => {
    expect((await edgeOf(releases)).told).toEqual(told)
  })

  test('few of many releases are read for it, and none twice', async () => {
    const { told, looked } = await edgeOf(`${'t'.repeat(300)}${'a'.repeat(212)}`)
    expect(told).toEqual(['299', '300', true])
    expect(looked.length).toBeLessThanOrEqual(20)
    expect(new Set(looked).size).toBe(looked.length)
  })
})
