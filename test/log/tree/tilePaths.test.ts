import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseTilePath, tilePath } from '../../../src/log/tree/tilePaths.ts'

describe('the path of a tile', () => {
  test.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 1_234_067, width: 256 }, 'tile/0/x001/x234/067'],
    [{ level: 0, index: 1_234_067, width: 8 }, 'tile/0/x001/x234/067.p/8'],
    [{ level: 63, index: 999, width: 1 }, 'tile/63/999.p/1'],
    [{ level: 'entries', index: 1_000, width: 255 }, 'tile/entries/x001/000.p/255'],
  ] as const)('%j is %s', (place, path) => {
    expect(tilePath(place)).toBe(path)
    expect(parseTilePath(path)).toEqual(place)
  })

  test('reads back as what it was written from', () => {
    const places = fc.record({
      level: fc.oneof(fc.integer({ min: 0, max: 63 }), fc.constant('entries' as const)),
      index: fc.maxSafeNat(),
      width: fc.integer({ min: 1, max: 256 }),
    })
    fc.assert(
      fc.property(places, (place) => {
        expect(parseTilePath(tilePath(place))).toEqual(place)
      }),
    )
  })

  test.each([
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/0',
    'tile/0/0000',
    'tile/0/x000/000',
    'tile/0/001/000',
    'tile/0/x001/x000',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/08',
    'tile/0/000.p/',
    'tile/0/000/',
    '/tile/0/000',
    'tile/0/../000',
    'tile/entry/000',
    'tile/0/x999/x999/x999/x999/x999/999',
    'tile/0/000\n',
    'tile/٠/000',
  ])('is not spelled %s', (path) => {
    expect(parseTilePath(path)).toBeNull()
  })
})
