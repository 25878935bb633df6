import { describe, expect, test } from 'vitest'
import { type FoundPackage, searchPage } from '../../src/site/pages/searchPage.ts'

const VIEW = { symbols: [], steps: [], builtIn: [], popularOnly: [] }

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
  caution: null,
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

  test('a symbol without a release leads to when it went, one of a release does not', () => {
    const symbol = { ecosystem: 'pypi', name: 'flask', kind: null, doc: null } as const
    const shown = (version: string | null) => {
      const symbols = [{ ...symbol, path: 'flask.json.JSONEncoder', version }]
      return searchPage({ ...VIEW, query: 'flask', packages: [], symbols }).body.text
    }
    expect(shown(null)).toContain('href="/pypi/flask/-/when?symbol=flask.json.JSONEncoder"')
    expect(shown('2.2.5')).not.toContain('/-/when')
  })

  test('what has to be known before an installation stands beside the name', () => {
    const caution = 'cv2 looks like opencv, which is far more popular.'
    const { text } = searchPage({ ...VIEW, query: 'cv2', packages: [{ ...SAME, caution }] }).body
    expect(text).toContain(`<div class="box warn"><p>${caution}</p></div>`)
  })

  test('only the registries of which popular names alone are known are said to be so', () => {
    const { text } = searchPage({ ...VIEW, query: 'x', packages: [], popularOnly: ['npm'] }).body
    expect(text).toContain('Of npm this service knows the popular names only.')
  })
})
