import { expect, test, vi } from 'vitest'
import { readInput, unreadInput } from '../../../src/check/read/readInput.ts'
import { readSources } from '../../../src/cli/check/readSources.ts'

/** How deep is too deep depends on the stack of the machine. */
vi.mock('../../../src/references/findReferences.ts', async (load) => {
  const real = await load<typeof import('../../../src/references/findReferences.ts')>()
  return {
    ...real,
    referencesIn(path: string, text: string) {
      const forever = (): number => forever() + 1
      if (path === 'deep.ts') forever()
      return real.referencesIn(path, text)
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
    () =>
      readSources(
        { files: FILES, unread: [] },
        { signal: new AbortController().signal, onRead() {} },
      ),
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

test('the mark of an encoding is no column', () => {
  const files = [
    { path: 'a.py', content: '\ufeffimport web' },
    { path: 'a.ts', content: "\ufeffimport 'paint'" },
    { path: 'requirements.txt', content: '\ufeffweb==1' },
  ]
  const { sources, manifests } = readInput(files)
  const places = sources.flatMap(({ path, report }) =>
    report.references.map(({ line, column }) => `${path}:${line}:${column}`),
  )
  expect(places).toEqual(['a.py:1:8', 'a.ts:1:9'])
  expect(manifests.flatMap(({ requirements }) => requirements)).toMatchObject([
    { name: 'web', line: 1, column: 1 },
  ])
})

test('what has no content to be read says why, as what it is', () => {
  const problem = 'has more than 1 MiB'
  const paths = ['a.py', 'b.ts', 'notes.md', 'package-lock.json', 'notes.txt']
  const { sources, manifests } = unreadInput(paths.map((path) => ({ path, problem })))
  expect(sources.map(({ path, report }) => [path, report.problem?.message])).toEqual([
    ['a.py', `it ${problem}`],
    ['b.ts', `it ${problem}`],
    ['notes.md', `it ${problem}`],
  ])
  expect(manifests.map(({ path, problem: said }) => [path, said])).toEqual([
    ['package-lock.json', problem],
  ])
})
