import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { childArguments } from '../../src/extract/childFlags.ts'

test('a compiled child may read the assets that extractors rest on', () => {
  const entry = new URL('../../dist/extract/child.js', import.meta.url)
  const flags = childArguments({ entry, heapMaxBytes: 1024 ** 2, readable: [] })
  const folders = flags.flatMap((flag) => /^--allow-fs-read=(.*)\*$/.exec(flag)?.[1] ?? [])
  const holds = folders.filter((folder) => existsSync(join(folder, 'python-stdlib.json.gz')))
  expect(holds).toHaveLength(1)
})
