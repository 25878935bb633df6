import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { chooseFile, fileKind } from '../../../src/registry/read/artifactChoice.ts'

/** `!` marks a yanked file. Names are short for `p-1-<tags>.whl` unless they have a suffix. */
function files(...names: readonly string[]) {
  return names.map((written) => {
    const bare = written.replace(/^!/, '')
    const filename = /\.(whl|gz|zip|egg|exe|msi|bz2|tgz)$/.test(bare) ? bare : `p-1-${bare}.whl`
    return { filename, yanked: written.startsWith('!') ? '' : null }
  })
}

const MANY = 'manylinux_2_17_x86_64.manylinux2014_x86_64'

// The first of each row is the one to read; the others stand in an order that would mislead.
const ROWS: readonly { rule: string; best: string; rest: readonly string[] }[] = [
  {
    rule: 'pure Python before everything',
    best: 'py3-none-any',
    rest: [`py3-none-${MANY}`, `cp39-abi3-${MANY}`, `cp313-cp313-${MANY}`, 'p-1.tar.gz'],
  },
  {
    rule: 'a wheel for both Pythons is one for 3',
    best: 'py2.py3-none-any',
    rest: ['py2-none-any', `cp313-cp313-${MANY}`],
  },
  { rule: 'py3 before py38', best: 'py3-none-any', rest: ['py38-none-any'] },
  {
    rule: 'py38 without an ABI is pure Python too',
    best: 'py38-none-any',
    rest: [`py3-none-${MANY}`],
  },
  {
    rule: 'no ABI on Linux before the stable ABI',
    best: `py3-none-${MANY}`,
    rest: [`cp38-abi3-${MANY}`, 'py3-none-win_amd64'],
  },
  {
    rule: 'the stable ABI before one for each Python',
    best: `cp38-abi3-${MANY}`,
    rest: [`cp313-cp313-${MANY}`],
  },
  {
    rule: 'the stable ABI on Linux before other platforms',
    best: `cp38-abi3-${MANY}`,
    rest: ['cp311-abi3-win_amd64', 'cp311-abi3-macosx_11_0_arm64'],
  },
  {
    rule: 'the stable ABI elsewhere before CPython on Linux',
    best: 'cp38-abi3-win_amd64',
    rest: [`cp313-cp313-${MANY}`],
  },
  {
    rule: 'the newest CPython: 3.10 after 3.9',
    best: `cp310-cp310-${MANY}`,
    rest: [`cp39-cp39-${MANY}`, `cp27-cp27mu-${MANY}`],
  },
  {
    rule: 'the reference Python before newer ones',
    best: `cp311-cp311-${MANY}`,
    rest: [`cp315-cp315-${MANY}`, `cp312-abi3-${MANY}`, `cp310-cp310-${MANY}`, 'p-1.tar.gz'],
  },
  {
    rule: 'the stable ABI of an older Python before the reference Python',
    best: `cp310-abi3-${MANY}`,
    rest: [`cp311-cp311-${MANY}`, `cp313-abi3-${MANY}`, `cp39-abi3-${MANY}`],
  },
  {
    rule: 'the stable ABI of a newer Python after every CPython on Linux',
    best: `cp315-cp315-${MANY}`,
    rest: [`cp312-abi3-${MANY}`],
  },
  {
    rule: 'the stable ABI of a newer Python before other platforms',
    best: `cp312-abi3-${MANY}`,
    rest: ['cp311-cp311-win_amd64', 'p-1.tar.gz'],
  },
  {
    rule: 'pure Python that the reference Python runs before what it does not',
    best: 'py310-none-any',
    rest: ['py312-none-any', 'py39-none-any'],
  },
  {
    rule: 'elsewhere too the reference Python first',
    best: 'cp311-cp311-win_amd64',
    rest: ['cp313-cp313-win_amd64'],
  },
  {
    rule: 'free-threaded builds step back',
    best: `cp312-cp312-${MANY}`,
    rest: [`cp313-cp313t-${MANY}`, `cp314-cp314t-${MANY}`],
  },
  {
    rule: 'Linux on x86-64 before newer ones elsewhere',
    best: `cp311-cp311-${MANY}`,
    rest: [
      'cp313-cp313-win_amd64',
      'cp313-cp313-manylinux_2_17_aarch64',
      'cp313-cp313-musllinux_1_2_x86_64',
    ],
  },
  {
    rule: 'a private index may have plain Linux wheels',
    best: 'cp311-cp311-linux_x86_64',
    rest: ['cp313-cp313-win_amd64'],
  },
  {
    rule: 'Windows only: the newest',
    best: 'cp313-cp313-win_amd64',
    rest: ['cp312-cp312-win_amd64', 'p-1.tar.gz'],
  },
  { rule: 'any wheel before the source', best: 'py2-none-any', rest: ['p-1.tar.gz'] },
  {
    rule: 'the source before wheels that no installer takes for their names',
    best: 'p-1.tar.gz',
    rest: ['p-1.whl', 'p-1-1<script>-py3-none-any.whl', 'p-1-beta-py3-none-any.whl'],
  },
  {
    rule: 'the source as .tar.gz before .zip',
    best: 'p-1.tar.gz',
    rest: ['p-1.zip', 'p-1.tar.bz2'],
  },
  {
    rule: 'the source before installers',
    best: 'p-1.tar.bz2',
    rest: ['p-1-py2.7.egg', 'p-1.win32.exe', 'p-1.win32.msi'],
  },
  {
    rule: 'an installer, when there is nothing else',
    best: 'p-1-py2.7.egg',
    rest: ['p-1.win32.exe'],
  },
  {
    rule: 'a yanked file steps back, whatever it is',
    best: 'p-1.win32.exe',
    rest: ['!py3-none-any', '!p-1.tar.gz'],
  },
  { rule: 'all yanked: the usual order', best: '!py3-none-any', rest: ['!p-1.tar.gz'] },
  {
    rule: 'a build tag does not confuse',
    best: 'p-1-1-py3-none-any.whl',
    rest: [`cp313-cp313-${MANY}`],
  },
  {
    rule: 'ties go to the first name',
    best: 'cp313-cp313-manylinux2014_x86_64',
    rest: ['cp313-cp313-manylinux_2_28_x86_64'],
  },
]

describe('chooseFile', () => {
  test.each(ROWS)('$rule', ({ best, rest }) => {
    const [expected] = files(best)
    expect(chooseFile(files(...rest, best))).toEqual(expected)
    expect(chooseFile(files(best, ...rest))).toEqual(expected)
  })

  test('nothing out of nothing', () => {
    expect(chooseFile([])).toBeNull()
  })

  test('the order in which files are listed never matters', () => {
    const all = [...new Set(ROWS.flatMap(({ best, rest }) => [best, ...rest]))]
    const some = fc.shuffledSubarray(all, { minLength: 1 })
    fc.assert(
      fc.property(some, (names) => {
        const sorted = [...names].sort()
        expect(chooseFile(files(...names))).toEqual(chooseFile(files(...sorted)))
      }),
    )
  })

  test('any name at all is ranked without a throw', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (names) => {
        const listed = names.map((filename) => ({ filename, yanked: null }))
        expect(listed).toContain(chooseFile(listed))
      }),
    )
  })
})

describe('fileKind', () => {
  test.each([
    ['p-1-py3-none-any.whl', 'wheel'],
    ['P-1-PY3-NONE-ANY.WHL', 'wheel'],
    ['p_q-1!1.0+cu111-2_a-py2.py3-none-manylinux_2_17_x86_64.manylinux2014_x86_64.whl', 'wheel'],
    ['p-1-<script>-py3-none-any.whl', 'other'],
    ['p-1-1<script>-py3-none-any.whl', 'other'],
    ['p-1-a1-py3-none-any.whl', 'other'],
    ['p-1-1-1-py3-none-any.whl', 'other'],
    ['p q-1-py3-none-any.whl', 'other'],
    ['p-1-none-any.whl', 'other'],
    ['p-1.tar.gz', 'sdist'],
    ['p-1.TGZ', 'sdist'],
    ['p-1.zip', 'sdist'],
    ['p-1-py2.7.egg', 'other'],
    ['p-1.whl.asc', 'other'],
    ['', 'other'],
  ] as const)('%s: %s', (filename, kind) => {
    expect(fileKind(filename)).toBe(kind)
  })
})
