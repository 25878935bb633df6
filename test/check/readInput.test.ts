import { expect, test, vi } from 'vitest'
import { readInput } from '../../src/check/readInput.ts'
import { readSources } from '../../src/cli/readSources.ts'

/** How deep is too deep depends on the stack of the machine. */
vi.mock('../../src/references/findReferences.ts', async (load) => {
  const real = await load<typeof import('../../src/references/findReferences.ts')>()
  return {
    ...real,
    findReferences(path: string, text: string) {
      const forever = (): number => forever() + 1
      if (path === 'deep.ts') forever()
      return real.findReferences(path, text)
    },
  }
})

const FILES = [
  { path: 'a.py', content: 'import web' },
  { path: 'deep.ts', content: "import 'a'" },
  { path: 'z.ts', content: "import 'paint'" },
]

test.each([
  ['served', () => readInput(FILES)],
  [
    'on the command line',
    () => readSources(FILES, { signal: new AbortController().signal, onRead() {} }),
  ],
])('a file that is too deep says so, and the others are read: %s', async (_, read) => {
  const { sources } = await read()
  const said = sources.map(({ path, report }) => [
    path,
    report.problem?.message ?? report.references.map(({ name }) => name),
  ])
  expect(said).toEqual([
    ['a.py', ['web']],
    ['deep.ts', 'nests too deep to be read'],
    ['z.ts', ['paint']],
  ])
})
