import { expect, test } from 'vitest'
import { decodePython } from '../../../src/syntax/python/decodePython.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test.each([
  ['UTF-8 is what nothing else says', Buffer.from('é = "ü"'), 'é = "ü"'],
  ['a byte order mark is dropped', Buffer.from('\ufeffé'), 'é'],
  [
    'Latin-1 is declared in the first line',
    latin1('# -*- coding: latin-1 -*-\né\x80'),
    '# -*- coding: latin-1 -*-\né\x80',
  ],
  [
    'or in the second',
    latin1('#!python\n# vim: set fileencoding=iso-8859-1 :\né'),
    '#!python\n# vim: set fileencoding=iso-8859-1 :\né',
  ],
  ['but not below code', latin1('a = 1\n# coding: latin-1\né'), 'a = 1\n# coding: latin-1\n�'],
  ['Windows-1252', latin1('# coding: cp1252\n\x80'), '# coding: cp1252\n€'],
  ['what Node knows', Buffer.from([...latin1('# coding: koi8-r\n'), 0xc1]), '# coding: koi8-r\nа'],
  [
    'what nobody knows is taken for UTF-8',
    Buffer.from('# coding: nonsense\né'),
    '# coding: nonsense\né',
  ],
  ['bytes without a meaning are replaced', Buffer.from([0x61, 0xff]), 'a�'],
  ['line breaks become line feeds', Buffer.from('a\r\nb\rc'), 'a\nb\nc'],
])('%s', (_, bytes, expected) => {
  expect(decodePython(bytes)).toBe(expected)
})
