// Marks of deprecation, and what is none.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files, moduleOf, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

describe('deprecation', () => {
  test.each<[string, string, { text: string | null; since: string | null } | null]>([
    ['a decorator', '@deprecated("Use g.")\ndef f(): pass', { text: 'Use g.', since: null }],
    [
      'a decorator with the release',
      '@deprecated(since="1.4", message="Use g")\ndef f(): pass',
      { text: 'Use g', since: '1.4' },
    ],
    [
      'the release first',
      '@deprecated("2.0", "Use g")\ndef f(): pass',
      { text: 'Use g', since: '2.0' },
    ],
    ['arguments only', '@deprecate_kwarg("x")\ndef f(): pass', null],
    [
      'a warning that every call gives',
      'def f():\n  "Doc."\n  warnings.warn("f is deprecated since version 1.2; use g", DeprecationWarning, stacklevel=2)\n  return 1',
      { text: 'f is deprecated since version 1.2; use g', since: '1.2' },
    ],
    [
      'a warning that some calls give',
      'def f(x=None):\n  if x:\n    warnings.warn("x", DeprecationWarning)\n',
      null,
    ],
    [
      'a note',
      'def f():\n  """Doc.\n\n  .. deprecated:: 3.1\n     Use g instead.\n  """\n',
      { text: 'Use g instead.', since: '3.1' },
    ],
    [
      'a note of removal on what is left',
      'class f:\n  """Doc.\n\n  .. versionremoved:: 1.14.0\n     Use g instead.\n  """\n',
      { text: 'Use g instead.', since: '1.14.0' },
    ],
    ['another warning', 'def f():\n  warnings.warn("slow", RuntimeWarning)\n', null],
  ])('%s', (_title, text, expected) => {
    expect(definitionOf(init(`${text}\n`), 'f').deprecation).toEqual(expected)
  })
})

describe('a mark below a title of its own speaks of that section', () => {
  const note = '.. deprecated:: 2.3\n    The helper goes away.\n'
  test.each([
    ['a title', `====\nTool\n====\n\n${note}`, true],
    ['a title and text', `Tool\n====\n\nDoes things.\n\n${note}`, true],
    ['no title', `Does things.\n\n${note}`, true],
    [
      'another section',
      `====\nTool\n====\n\nText.\n\nThe helper\n----------\nOld.\n\n${note}`,
      false,
    ],
    ['notes', `Does things.\n\nNotes\n-----\n${note}`, true],
  ])('%s', (_, doc, isDeprecated) => {
    const files = init('', { 'pkg/tool.py': `"""\n${doc}"""\n` })
    const { deprecation } = moduleOf(tableOf(files), 'pkg.tool')
    expect(deprecation !== null).toBe(isDeprecated)
  })
})
