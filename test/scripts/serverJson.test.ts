import { expect, test } from 'vitest'
import { serverJson } from '../../scripts/serverJson.ts'

const MANIFEST = { name: 'assay', version: '1.2.3', mcpName: 'io.github.somebody/assay' }

test('a server is named, and started by its package', () => {
  const server = serverJson('io.github.somebody/assay', MANIFEST)
  expect(server).toMatchObject({
    name: MANIFEST.mcpName,
    version: '1.2.3',
    packages: [{ identifier: 'assay', version: '1.2.3', transport: { type: 'stdio' } }],
  })
  // The registry of servers takes no more.
  expect(server.description.length).toBeLessThanOrEqual(100)
})

test.each(['', 'assay', 'io.github.Somebody/assay', 'io.github.somebody/other'])(
  '%j is no name for it',
  (name) => {
    expect(() => serverJson(name, { ...MANIFEST, mcpName: name })).toThrow('the name is such as')
  },
)

test('a package that says another name is not published', () => {
  expect(() => serverJson('io.github.other/assay', MANIFEST)).toThrow('mcpName')
})
