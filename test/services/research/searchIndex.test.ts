// The index against a plain count over every document, and what files and upkeep make of it.

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Document } from '../../../src/services/research/document.ts'
import { type Query, searchIndex } from '../../../src/services/research/searchIndex.ts'
import { buildSegment, type SegmentFacts } from '../../../src/services/research/segment.ts'
import { segmentFiles } from '../../../src/services/research/segmentFiles.ts'
import { stem } from '../../../src/services/research/words.ts'

function factsOf(name: string, tableId = 'a'): SegmentFacts {
  return {
    ecosystem: 'pypi',
    name,
    version: '1.0',
    artifactSha256: '0'.repeat(64),
    filename: `${name}.whl`,
    extractor: 'python/5',
    tableId,
  }
}

function documentOf(symbol: string, doc: string | null = null): Document {
  const name = symbol.split('.').at(-1) ?? symbol
  const place = { file: 'a.py', line: 1, depth: 1 }
  const mark = { deprecated: false, deprecatedText: null }
  const rest = { ...place, ...mark, isOfInterface: false }
  return { symbol, name, parents: '', kind: 'function', signature: null, doc, ...rest }
}

/** To the end, without a pause. */
function run<T>(work: Generator<void, T>): T {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

function indexOf(packages: Readonly<Record<string, readonly Document[]>>) {
  const index = searchIndex((_, name) => (name === 'popular' ? 1e9 : null))
  for (const [name, documents] of Object.entries(packages)) {
    const { segment, terms } = run(buildSegment(factsOf(name), documents))
    index.add(segment, terms)
  }
  return index
}

function ask(text: string, more: Partial<Query> = {}): Query {
  const words = text.split(' ').map((word) => stem(word))
  return { words, ecosystem: null, packages: new Map(), isNarrow: false, ...more }
}

const DOCUMENTS = [
  documentOf('p.parse_toml', 'Parse a TOML text.'),
  documentOf('p.parse', 'Parse anything.'),
  documentOf('p.toml'),
  documentOf('p.other'),
]

describe('search', () => {
  test('what has more of the question comes first, and what has nothing of it not at all', () => {
    const hits = indexOf({ p: DOCUMENTS }).search(ask('parse toml'), 10)
    expect(hits.map(({ document }) => document)).toEqual([
      0,
      expect.any(Number),
      expect.any(Number),
    ])
    expect(hits[0]?.coverage).toBe(1)
  })

  test('one question does not leave anything for the next', () => {
    const index = indexOf({ p: DOCUMENTS, q: DOCUMENTS })
    const first = index.search(ask('parse toml'), 10)
    index.search(ask('other'), 10)
    expect(index.search(ask('parse toml'), 10)).toEqual(first)
  })

  test('packages: popular ones, named ones, and no others', () => {
    const index = indexOf({ p: DOCUMENTS, popular: DOCUMENTS })
    const firstOf = (query: Query) => index.search(query, 1)[0]?.segment.facts.name
    expect(firstOf(ask('parse toml'))).toBe('popular')
    expect(firstOf(ask('parse toml', { packages: new Map([['pypi:p', 3]]) }))).toBe('p')
    const narrow = ask('parse toml', { packages: new Map([['pypi:p', 1]]), isNarrow: true })
    expect(new Set(index.search(narrow, 10).map(({ segment }) => segment.facts.name))).toEqual(
      new Set(['p']),
    )
    expect(index.search(ask('parse toml', { ecosystem: 'npm' }), 10)).toEqual([])
  })

  test('what was removed or replaced is not found any more', () => {
    const packages = Object.fromEntries(Array.from({ length: 9 }, (_, i) => [`p${i}`, DOCUMENTS]))
    const index = indexOf(packages)
    for (let i = 1; i < 9; i++) index.remove(`pypi:p${i}`)
    expect(index.size()).toEqual({ packages: 1, documents: 4 })
    expect(index.search(ask('parse toml'), 10)).toHaveLength(3)
    const { segment, terms } = run(buildSegment(factsOf('p0', 'b'), [documentOf('p.new_thing')]))
    const before = index.digest()
    index.add(segment, terms)
    expect(index.digest()).not.toBe(before)
    expect(index.search(ask('parse toml'), 10)).toEqual([])
    expect(index.search(ask('new thing'), 10)).toHaveLength(1)
  })
})

describe('files', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-research-'))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))

  test('a segment comes back as it was, with its rows', async () => {
    const files = segmentFiles(folder)
    const built = run(buildSegment(factsOf('p'), DOCUMENTS))
    await files.save(built, DOCUMENTS)
    const loaded = await segmentFiles(folder).load(factsOf('p'))
    expect(loaded).toEqual(built)
    for (const segment of [built.segment, loaded?.segment]) {
      if (segment === undefined) throw new Error('nothing was loaded')
      const reader = segment === built.segment ? files : segmentFiles(folder)
      // Only the reader that loaded it knows where its rows are.
      const rows = await reader.rows(segment, [2, 0])
      expect(rows.map((row) => row?.symbol ?? null)).toEqual(
        reader === files ? ['p.toml', 'p.parse_toml'] : [null, null],
      )
    }
    expect(await files.load(factsOf('p', 'another'))).toBeNull()
  })

  test('a file that is cut short or spoilt is no segment', async () => {
    const files = segmentFiles(folder)
    await files.save(run(buildSegment(factsOf('p'), DOCUMENTS)), DOCUMENTS)
    const [file = ''] = await readdir(folder)
    for (const bytes of [Buffer.alloc(0), Buffer.from([255, 0, 0, 0, 1]), Buffer.alloc(500, 7)]) {
      await writeFile(join(folder, file), bytes)
      expect(await files.load(factsOf('p'))).toBeNull()
    }
  })

  test('files of what is gone are removed', async () => {
    const files = segmentFiles(folder)
    for (const name of ['p', 'q']) {
      await files.save(run(buildSegment(factsOf(name), DOCUMENTS)), DOCUMENTS)
    }
    await files.keepOnly([factsOf('p')])
    expect(await readdir(folder)).toHaveLength(1)
    expect(await files.load(factsOf('p'))).not.toBeNull()
  })
})
