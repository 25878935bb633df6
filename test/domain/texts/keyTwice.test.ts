import { describe, expect, test } from 'vitest'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { keyTwice } from '../../../src/domain/texts/keyTwice.ts'
import { tarGz } from '../../fake/tarGz.ts'

const DEEP = `${'['.repeat(200_000)}${']'.repeat(200_000)}`

test.each([
  ['two values', '{"main": "a.js", "main": "b.js"}', 'main'],
  ['an escaped key', '{"main": "a.js", "m\\u0061in": "b.js"}', 'main'],
  ['below a key', '{"exports": {".": {"types": "a", "types": "b"}}}', 'exports'],
  ['in a list below a key', '{"exports": [{"a": 1, "a": 2}]}', 'exports'],
  ['a text and an object', '{"exports": "./a.js", "exports": {".": "./b.js"}}', 'exports'],
  ['the same value', '{"main": "a.js" , "main":  "a.js"}', null],
  ['one key in two objects', '{"exports": {"a": {"x": 1}, "b": {"x": 2}}}', null],
  ['a value that is a key', '{"main": "main", "a": ["main", "main"]}', null],
  ['colons and braces in texts', '{"a": "{\\"b\\": 1, \\"b\\": 2}", "c": ",:}"}', null],
  ['something that is no object', '[1, 1, "a", "a"]', null],
  ['nothing', '{}', null],
  ['a prototype', '{"__proto__": 1, "__proto__": 2}', '__proto__'],
  ['depth', `{"a": ${DEEP}, "a": 1}`, 'a'],
] as const)('%s', (_, text, expected) => {
  expect(keyTwice(text, () => true)).toBe(expected)
})

describe('a package.json', () => {
  async function read(manifest: string) {
    const bytes = tarGz({ 'package.json': manifest, 'index.js': '' })
    const filename = 'demo-1.0.0.tgz'
    const { signal } = new AbortController()
    const opened = await openArtifact({ kind: 'tarball', filename, bytes }, signal)
    return opened.said
  }

  test.each(['main', 'types', 'typings', 'exports', 'name', 'version', 'type', 'dependencies'])(
    'with two values for %s is refused',
    async (key) => {
      const text = `{"name": "demo", "version": "1.0.0", "${key}": "x", "${key}": "y"}`
      await expect(read(text)).rejects.toMatchObject({ reason: 'manifest_ambiguous' })
    },
  )

  test.each([
    ['two values that nothing is read from', '{"name": "demo", "scripts": 1, "scripts": 2}'],
    ['a byte order mark', '\ufeff{"name": "demo"}'],
  ])('with %s is read', async (_, text) => {
    expect((await read(text)).name).toBe('demo')
  })
})
