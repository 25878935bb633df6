import { describe, expect, test } from 'vitest'
import { type FoundPackage, searchPage } from '../../src/site/pages/searchPage.ts'

const VIEW = { symbols: [], steps: [], builtIn: [], isPopularOnly: false }

function orderOf(packages: readonly FoundPackage[]): readonly string[] {
  const { text } = searchPage({ ...VIEW, query: 'cv2', packages }).body
  return [...text.matchAll(/<h2 id="(\w+)"/g)].map(([, id = '']) => id)
}

const SAME: FoundPackage = {
  ecosystem: 'pypi',
  name: 'cv2',
  how: 'same',
  downloads: null,
  isKnown: true,
}
const IMPORTED: FoundPackage = { ...SAME, name: 'opencv-python', how: 'imported', downloads: 900 }

describe('what a search finds', () => {
  test('what is installed for an import stands before a package that only shares its name', () => {
    expect(orderOf([SAME, IMPORTED])).toEqual(['imported', 'same'])
  })

  test('a package that is better known stands before what is imported under its name', () => {
    expect(orderOf([{ ...SAME, downloads: 901 }, IMPORTED])).toEqual(['same', 'imported'])
  })

  test('nothing shows examples that lead to what they find', () => {
    const { text } = searchPage({ ...VIEW, query: '', packages: [] }).body
    expect(text).toContain('<a href="/search?q=chalk%204%20to%205"><code>chalk 4 to 5</code></a>')
  })
})
