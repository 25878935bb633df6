// Text of strangers in pages: none of it is markup, and none of it hides.

import { describe, expect, test } from 'vitest'
import { html, seen } from '../../src/site/markup/html.ts'

describe('what is put into a page is text', () => {
  test.each([
    ['a tag', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['an end of an attribute', `" onload='x'`, '&quot; onload=&#39;x&#39;'],
    ['a reference', '&lt;', '&amp;lt;'],
  ])('%s', (_, text, expected) => {
    expect(html`<p title="${text}">${text}</p>`.text).toBe(`<p title="${expected}">${expected}</p>`)
  })

  test('and pieces of pages are not', () => {
    expect(html`<ul>${['a', '<b>'].map((one) => html`<li>${one}</li>`)}</ul>`.text).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li></ul>',
    )
  })

  test('nothing is what is null, undefined or false', () => {
    expect(html`[${null}${undefined}${false}${0}${''}]`.text).toBe('[0]')
  })
})

describe('a sign that nobody sees is written out', () => {
  test.each([
    ['turns the text around', 'a\u202eb', 'a⟨U+202E⟩b'],
    ['isolates', '\u2066x\u2069', '⟨U+2066⟩x⟨U+2069⟩'],
    ['has no width', 're\u200bquests', 're⟨U+200B⟩quests'],
    ['joins', 'a\u200db', 'a⟨U+200D⟩b'],
    ['marks an order of bytes', '\ufeffx', '⟨U+FEFF⟩x'],
    ['is a hyphen that may be there', 'a\u00adb', 'a⟨U+00AD⟩b'],
    ['is a tag', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['fills', 'a\u3164b\u115f\u2800', 'a⟨U+3164⟩b⟨U+115F⟩⟨U+2800⟩'],
    ['is a control', 'a\u0007\u009b', 'a⟨U+0007⟩⟨U+009B⟩'],
    ['ends a line as no line end does', 'a\u2028b', 'a⟨U+2028⟩b'],
    ['is half a character', 'a\ud800b', 'a⟨U+D800⟩b'],
  ])('one that %s', (_, text, expected) => {
    expect(seen(text)).toBe(expected)
  })

  test('and what people write is left as it is', () => {
    for (const text of ['naïve', 'שלום', '日本語', '👩 x', 'a\n\tb']) expect(seen(text)).toBe(text)
  })
})

test('a text without an end is cut', () => {
  const shown = html`${'x'.repeat(10_000_000)}`.text
  expect(shown.length).toBeLessThan(5_000)
  expect(shown.endsWith('…')).toBe(true)
})

test('marks that are heaped on one letter stay within a line', () => {
  expect(seen(`a${'\u0301'.repeat(500)}b`).length).toBeLessThan(10)
})
