// Names that code has which is generated from a description of messages.

import { describe, expect, test } from 'vitest'
import { definitionOf, type Files, moduleOf, publicNames, tableOf } from '../packageOf.ts'

const init = (text: string, more: Files = {}): Files => ({ 'pkg/__init__.py': text, ...more })

const stateOf = (files: Files) => moduleOf(tableOf(files), 'pkg').state

describe('code that is generated from a description of messages', () => {
  // message M { string word = 1; enum E { ZERO = 0 } message N {} } enum Top { ONE = 0 }
  const bytes =
    '\\n\\x07m.proto\\"\\x1f\\n\\x01M\\x12\\x08\\n\\x04word\\x18\\x01\\x1a\\x03\\n\\x01N\\"\\x0b\\n\\x01\\x45\\x12\\x06\\n\\x04ZERO*\\x0c\\n\\x03Top\\x12\\x05\\n\\x03ONE'
  const generated = (body: string) =>
    `from x import _pool, _builder\nDESCRIPTOR = _pool.Default().AddSerializedFile(b'${body}')\n_globals = globals()\n_builder.Build(DESCRIPTOR, _globals)\n`

  test('messages are classes with their fields, and values stand beside their enum', () => {
    const files = init(generated(bytes))
    expect(publicNames(files)).toEqual(['DESCRIPTOR', 'M', 'ONE', 'Top'])
    // Every message has methods that the description does not speak of.
    expect(definitionOf(files, 'M')).toMatchObject({ kind: 'class', isOpen: true })
    const members = definitionOf(files, 'M').members.map(({ name }) => name)
    expect(members).toEqual(['DESCRIPTOR', 'E', 'N', 'WORD_FIELD_NUMBER', 'ZERO', 'word'])
    expect(stateOf(files)).toBe('complete')
  })

  test('bytes that are no description leave the module dynamic', () => {
    expect(stateOf(init(generated('\\xff\\xff')))).toBe('dynamic')
  })
})
