// Searching the text of the list finds what taking all of it apart finds.

import { expect, test } from 'vitest'
import { addToList } from '../../../src/domain/maps.ts'
import { loadBundledImports } from '../../../src/names/imports/bundledImports.ts'
import { fold, listedImports, pathsOf } from '../../../src/names/imports/listedImports.ts'

const { text, rows } = loadBundledImports()
const listed = listedImports(text)

/** By every path above each of them. */
const apart = new Map<string, unknown[]>()
rows.forEach(([, imports], place) => {
  for (const provides of imports) {
    for (const path of pathsOf(fold(provides))) addToList(apart, path, { provides, place })
  }
})

test('what is provided under a path, for one path in twenty', () => {
  const paths = [...apart.keys()].filter((path, at) => at % 20 === 0 || path.length < 3)
  expect(paths.length).toBeGreaterThan(500)
  for (const path of paths) {
    expect({ path, below: listed.below(path) }).toEqual({
      path,
      below: apart.get(path),
    })
  }
})

test.each(['', ' ', 'boto3 boto3', '\n', 'nobody_has_this', 'google.', '.google', 'GOOGLE'])(
  'nothing is provided under %j',
  (path) => {
    expect(listed.below(path)).toEqual([])
  },
)

test('the distribution of a place', () => {
  for (const place of [0, 1, 777, rows.length - 1]) {
    expect(listed.distributionAt(place)).toBe(rows[place]?.[0])
  }
})

test('a list may end without the end of a line', () => {
  const short = listedImports('a b c.d\ne b.x C-D')
  expect(short.below('b')).toEqual([
    { provides: 'b', place: 0 },
    { provides: 'b.x', place: 1 },
  ])
  expect(short.below('c_d')).toEqual([{ provides: 'C-D', place: 1 }])
  expect(short.below('c')).toEqual([{ provides: 'c.d', place: 0 }])
})
