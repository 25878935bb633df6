// A check that remembers says what one says that has seen nothing before, whatever was changed between.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkInput } from '../../../../src/check/checkCode.ts'
import { CheckMemory } from '../../../../src/check/plan/memory/checkMemory.ts'
import { type KeptLines, KeptMemory } from '../../../../src/check/plan/memory/keptMemory.ts'
import type { PackageTables } from '../../../../src/check/plan/packageTables.ts'
import type { PlanGround } from '../../../../src/check/plan/planGround.ts'
import { KeptFiles } from '../../../../src/check/read/keptFiles.ts'
import {
  type InputFile,
  joined,
  type ReadFile,
  readFile,
} from '../../../../src/check/read/readInput.ts'
import { loadNodeNames, loadStandardNames } from '../../../../src/names/imports/bundledImports.ts'
import { seededRandom } from '../../../fake/seededRandom.ts'
import { filesIn } from '../../../support/caseFiles.ts'
import { SMALL_WORLD } from '../../smallWorld.ts'

const WORLD = {
  tables: SMALL_WORLD.tables,
  imports: {
    ...SMALL_WORLD.imports,
    standardNames: loadStandardNames,
    nodeNames: loadNodeNames,
  },
}

type Files = Map<string, string>

const inputFiles = (files: Files): readonly InputFile[] =>
  [...files].map(([path, content]) => ({ path, content }))

function session(tables: PackageTables = WORLD.tables) {
  const memory = new CheckMemory()
  const kept = new KeptFiles()
  return (files: Files) =>
    checkInput(
      joined(inputFiles(files).map((one) => kept.read(one))),
      {},
      {
        ...WORLD,
        tables,
        memory,
      },
    )
}

/** As runs of a command line are: what one leaves is a text for the next. */
function keptSession() {
  let kept: KeptLines | null = null
  const textOf = ({ of: { manifests, paths } }: PlanGround) => JSON.stringify([manifests, paths])
  return async (files: Files) => {
    const memory = new KeptMemory(textOf)
    if (kept !== null) memory.load(kept)
    const read = inputFiles(files).map((file): ReadFile => {
      const { path, content } = file
      const known = memory.restore(path, content, () => readFile(file).sources[0]?.report ?? null)
      if (known !== null) return { path, sources: [known], manifests: [], isUnknown: false }
      const now = readFile(file)
      const [source] = now.sources
      if (source !== undefined && now.manifests.length === 0) memory.add(source, content)
      return now
    })
    const input = joined(read)
    const report = await checkInput(input, {}, { ...WORLD, memory })
    kept = memory.lines(input.sources)
    return report
  }
}

/** As a first check of a command line is. */
const fresh = (files: Files) =>
  checkInput(joined(inputFiles(files).map(readFile)), {}, { ...WORLD, memory: new CheckMemory() })

/** Code of the cases, each file by its ending. */
const CODE = { py: [] as string[], ts: [] as string[], js: [] as string[] }
for (const name of ['python', 'typescript', 'javascript', 'types_only', 'passed_over']) {
  const text = readFileSync(new URL(`../../cases/code/${name}.txt`, import.meta.url), 'utf8')
  for (const [, code = ''] of text.matchAll(/^<<< code\n([\s\S]*?)^<<< /gm)) {
    for (const [path, content] of Object.entries(filesIn(code, 'a.py'))) {
      CODE[/\.(py|ts|js)$/.exec(path)?.[1] as keyof typeof CODE]?.push(content)
    }
  }
}

const MANIFESTS: readonly (readonly [string, readonly string[]])[] = [
  [
    'requirements.txt',
    [
      'web==1.0.0\n',
      'web==9.9.9\nwbb\n',
      'webb\nslow\n',
      '--extra-index-url https://elsewhere.example/simple\nweb\nnowhere\n',
      '',
    ],
  ],
  [
    'package.json',
    [
      '{"dependencies":{"paint":"1.0.0"}}',
      '{"name":"brush","dependencies":{"pait":"*","typed":"1.0.0"}}',
      '{',
      '{"engines":{"node":">=18"}}',
    ],
  ],
  [
    'pyproject.toml',
    [
      '[project]\nname = "own"\nrequires-python = ">=3.12"\ndependencies = ["web-kit"]\n',
      '[project]\nname = "one"\n',
    ],
  ],
]

test('there is code to be changed', () => {
  for (const all of Object.values(CODE)) expect(all.length).toBeGreaterThan(10)
})

/** As many as somebody wants to wait for: `ASSAY_MEMORY_SEEDS`. */
const SEEDS = Array.from(
  { length: Number(process.env['ASSAY_MEMORY_SEEDS'] ?? 2) },
  (_, at) => at + 1,
)

describe('a check that remembers equals a fresh one', () => {
  test.each(SEEDS)('after random edits, seed %i', async (seed) => {
    const random = seededRandom(seed)
    const any = <T>(of: readonly T[]): T => of[random.below(of.length)] as T
    const files: Files = new Map()
    for (let index = 0; index < 8; index += 1) {
      const ending = any(['py', 'ts', 'js'] as const)
      files.set(`src/part${index}.${ending}`, any(CODE[ending]))
    }
    const [again, kept] = [session(), keptSession()]
    for (let round = 0; round < 20; round += 1) {
      change(files, random.below, any)
      const first = await fresh(files)
      expect(await again(files)).toEqual(first)
      expect(await kept(files)).toEqual(first)
    }
  })
})

function change(files: Files, below: (n: number) => number, any: <T>(of: readonly T[]) => T): void {
  const path = any([...files.keys()])
  const content = files.get(path) ?? ''
  const lines = content.split('\n')
  const at = below(lines.length)
  switch (below(9)) {
    case 0:
      files.set(path, lines.toSpliced(at, 1).join('\n'))
      return
    case 1:
      files.set(path, lines.toSpliced(at, 0, any(lines)).join('\n'))
      return
    case 2: {
      const place = below(content.length + 1)
      files.set(path, content.slice(0, place) + content.slice(place + 1 + below(3)))
      return
    }
    case 3: {
      const [name, texts] = any(MANIFESTS)
      files.set(name, any(texts))
      return
    }
    case 4: {
      const ending = any(['py', 'ts', 'js'] as const)
      files.set(`src/more${below(4)}.${ending}`, any(CODE[ending]))
      return
    }
    case 5:
      if (files.size > 4) files.delete(path)
      return
    case 6:
      files.set(path, `${content}\n${any(ADDED)}\n`)
      return
    default: {
      const ending = path.split('.').at(-1) as keyof typeof CODE
      files.set(path, any(CODE[ending] ?? [content]))
    }
  }
}

/** What says something about other files. */
const ADDED = [
  'x.sendd = 1',
  'setattr(x, "gett", 2)',
  "declare module 'paint' { export const more: number }",
  "import 'paint/plugin'",
  'import logging; logging.addLevelName(5, "TRACE")',
  'import web; web.gett("a")',
]

describe('what is judged again', () => {
  /** Whether anything of a file was asked of a table. */
  function counted() {
    const memory = new CheckMemory()
    const kept = new KeptFiles()
    let judged: string[] = []
    const keep = memory.keep.bind(memory)
    memory.keep = (source, stage, made) => {
      judged.push(`${source.path} ${stage}`)
      keep(source, stage, made)
    }
    return async (files: Files) => {
      judged = []
      await checkInput(
        joined(inputFiles(files).map((one) => kept.read(one))),
        {},
        {
          ...WORLD,
          memory,
        },
      )
      return judged.filter((one) => one.endsWith(' settle')).map((one) => one.split(' ')[0])
    }
  }

  const files = () =>
    new Map([
      ['a.py', 'import web\nweb.gett("x")\n'],
      ['b.py', 'import web\nweb.get("x")\n'],
      ['c.ts', "import { Client } from 'paint'\nnew Client('a').sendd()\n"],
      ['requirements.txt', 'web\n'],
    ])

  test('only the file that was changed', async () => {
    const check = counted()
    const all = files()
    expect(await check(all)).toEqual(['a.py', 'b.py', 'c.ts'])
    expect(await check(all)).toEqual([])
    all.set('b.py', 'import web\nweb.post("x")\n')
    expect(await check(all)).toEqual(['b.py'])
  })

  test('and whoever rests on what it says of all files', async () => {
    const check = counted()
    const all = files()
    await check(all)
    all.set('b.py', 'def put(x):\n    x.gett = 1\n    x.unheard = 2\n')
    expect(await check(all)).toEqual(['a.py'])
    all.set('b.py', 'def put(x):\n    x.gett = 1\n    x.other = 2\n')
    expect(await check(all)).toEqual([])
  })

  test('a file more or less costs nothing where no import leads to it', async () => {
    const check = counted()
    const all = files()
    await check(all)
    all.set('d/other.py', 'import os\n')
    expect(await check(all)).toEqual([])
    all.set('web.py', '')
    expect(await check(all)).toEqual([])
    all.delete('web.py')
    // What was judged before the module came holds again.
    expect(await check(all)).toEqual([])
  })

  test('another release of a package', async () => {
    const check = counted()
    const all = files()
    await check(all)
    all.set('requirements.txt', 'web==1.0.1\n')
    expect(await check(all)).toEqual(['a.py', 'b.py'])
  })
})
