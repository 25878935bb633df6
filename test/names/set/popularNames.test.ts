import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Ecosystem, PackageName } from '../../../src/domain/names/packageName.ts'
import { ECOSYSTEMS, parsePackageName } from '../../../src/domain/names/packageName.ts'
import { ADJACENT_MAX, NAME_LENGTH_MAX } from '../../../src/limits.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'
import { popularNames } from '../../../src/names/set/popularNames.ts'
import { levenshtein } from '../levenshtein.ts'

const lists = loadBundledNames()
const bundled = popularNames(lists)

// The index is asked with names in normal form; a test may ask with anything.
const asked = (text: string) => text as PackageName

function index(names: readonly string[], snapshot = '2026-01-02') {
  return popularNames({ pypi: { snapshot, names }, npm: { snapshot, names: [] } })
}

function bruteForce(names: readonly string[], written: string) {
  const rows = names.map((name) => [name, levenshtein(written, name)] as const)
  return new Map(rows.filter(([, distance]) => distance > 0 && distance <= 2))
}

describe('popularNames', () => {
  test('finds what a full comparison finds, with its distances', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', '-', 'A', '1'), maxLength: 8 })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), word, (names, written) => {
        const { names: near, total } = index(names).near('pypi', asked(written))
        const expected = bruteForce([...new Set(names)], written)
        expect(total).toBe(expected.size)
        expect(new Map(near.map(({ name, distance }) => [name, distance]))).toEqual(expected)
      }),
      { numRuns: 1_000 },
    )
  })

  test('the best comes first: cheaper slips, then popularity, then the alphabet', () => {
    expect(index(['xqn', 'qxn', 'nqx', 'xnq']).near('pypi', asked('xnqa')).names[0]?.name).toBe(
      'xnq',
    )
    const byPopularity = index(['pandaq', 'pandax', 'pandaz']).near('pypi', asked('pandav'))
    expect(byPopularity.names.map(({ name }) => name)).toEqual(['pandaq', 'pandax', 'pandaz'])
    // Slips of equal cost on both sides of the name: popularity decides, not the order of finding.
    const other = index(['pandaz', 'pandaq']).near('pypi', asked('pandav'))
    expect(other.names.map(({ name }) => name)).toEqual(['pandaz', 'pandaq'])
  })

  test('the list is capped and the total is not', () => {
    const names = Array.from({ length: 500 }, (_, i) => `${String.fromCharCode(0x4e00 + i)}`)
    const near = index(names).near('pypi', asked('xy'))
    expect(near.names).toHaveLength(ADJACENT_MAX)
    expect(near.total).toBe(500)
  })

  test('the name itself is no neighbour, and duplicates count once', () => {
    const near = index(['ab', 'ab', 'abc', 'abc']).near('pypi', asked('ab'))
    expect(near.names).toMatchObject([{ name: 'abc', distance: 1 }])
    expect(near).toMatchObject({ total: 1, snapshot: { size: 2 } })
  })

  test('capitals are letters of their own on npm: the distance is the plain one', () => {
    expect(bundled.near('npm', asked('JSONStream2')).names).toMatchObject([
      { name: 'JSONStream', distance: 1 },
    ])
    expect(bundled.near('npm', asked('JSoNStreaM')).names).toMatchObject([
      { name: 'JSONStream', distance: 2 },
    ])
    const small = bundled.near('npm', asked('jsonstream')).names.map(({ name }) => name)
    expect(small).toEqual(['json-stream', 'jsonstream2'])
  })

  test('an empty list answers, too', () => {
    expect(index([]).near('pypi', asked('a'))).toMatchObject({ names: [], total: 0 })
  })

  test('any text can be asked about', () => {
    const anything = fc.oneof(
      fc.string({ unit: 'binary', maxLength: NAME_LENGTH_MAX }),
      fc.constantFrom('', 'a'.repeat(NAME_LENGTH_MAX), '-'.repeat(40), '\ud800', 'İ', '__proto__'),
    )
    fc.assert(
      fc.property(fc.constantFrom(...ECOSYSTEMS), anything, (ecosystem, text) => {
        const { names, total } = bundled.near(ecosystem, asked(text))
        expect(names).toHaveLength(Math.min(total, ADJACENT_MAX))
      }),
    )
  })
})

describe('what looks like a far more popular name', () => {
  test.each([
    ['npm', 'expresss', 'express'],
    ['npm', 'crossenv', 'cross-env'],
    ['npm', 'comander', 'commander'],
    ['pypi', 'beautifulsup4', 'beautifulsoup4'],
    ['pypi', 'reqests', 'requests'],
  ] as const)('%s %s', (ecosystem, name, meant) => {
    expect(bundled.lookalike(ecosystem, asked(name), false)).toBe(meant)
  })

  test('a name in the list goes by its own downloads, one outside by what few of them have', () => {
    const names = ['lantern', 'lanterns', 'lamplight']
    const npm = { snapshot: '2026-01-02', names, downloads: [90_000_000, 90_001, 499_999] }
    const made = popularNames({ pypi: { snapshot: '2026-01-02', names: [] }, npm })
    const alike = (name: string) => made.lookalike('npm', asked(name), false)
    expect(alike('lanterns')).toBeNull()
    expect(alike('lanternx')).toBe('lantern')
    expect(alike('lamplights')).toBeNull()
    expect(made.lookalike('npm', asked('lamplights'), true)).toBe('lamplight')
  })

  test('none of the 2,000 most popular names of a registry does', () => {
    for (const ecosystem of ECOSYSTEMS) {
      const flagged = lists[ecosystem].names
        .slice(0, 2_000)
        .filter((name) => bundled.lookalike(ecosystem, asked(name), false) !== null)
      expect({ ecosystem, flagged }).toEqual({ ecosystem, flagged: [] })
    }
  })
})

describe('the snapshot', () => {
  test('is the digest of the names in order of popularity, each ended by a line feed', () => {
    const sha256 = createHash('sha256').update('b-c\na\nZ\n').digest('hex')
    expect(index(['b-c', 'a', 'Z']).near('pypi', asked('q')).snapshot).toEqual({
      snapshot: '2026-01-02',
      sha256,
      size: 3,
      metric: 'levenshtein',
    })
  })

  test('changes with the order of the list, because the order of answers does', () => {
    const digest = (names: readonly string[]) =>
      index(names).near('pypi', asked('q')).snapshot.sha256
    const { names } = lists.pypi
    expect(digest(names.toReversed())).not.toBe(digest(names))
    expect(digest(names.slice(1))).not.toBe(digest(names))
  })

  test.each([
    [
      'pypi',
      '2026-04-01',
      15_000,
      '2d4c6f8e7c86c1840f24bfcd5b365cfb1d0896e1f06e8095e4e155eb13485ded',
    ],
    [
      'npm',
      '2026-09-23',
      100_091,
      '49c01a39058e30cc29c34fd897b3a342e2575b952c6340c03a1a69206ebd3bd9',
    ],
  ] as const)(
    'of the bundled %s list is the one that was published',
    (ecosystem, snapshot, size, sha256) => {
      // Another digest is a change to signed answers: changelog, under Answers.
      const found = bundled.near(ecosystem, asked('q'))
      expect(found.source).toBe('popular')
      expect(found.snapshot).toEqual({ snapshot, size, sha256, metric: 'levenshtein' })
    },
  )

  test('bundled names are in normal form, once each', () => {
    for (const ecosystem of ECOSYSTEMS) {
      const { names } = lists[ecosystem]
      expect(new Set(names).size).toBe(names.length)
      expect(names.filter((name) => parsePackageName(ecosystem, name) !== name)).toEqual([])
    }
  })
})

type Squat = Readonly<{ ecosystem: Ecosystem; squat: string; target: string }>

function readSquats(): Squat[] {
  const url = new URL('../../facts/typosquats_ecosystems.jsonl', import.meta.url)
  // The rows of this file are described in test/facts/README.md.
  return readFileSync(url, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Squat)
}

// Imitations known from public reports (crossenv, jeilyfish, acqusition, diango, ...) and slips of
// the same kinds on popular names.
const MORE_SQUATS = `
npm crossenv cross-env | npm cross-env.js cross-env | npm babelcli babel-cli | npm mongose mongoose
npm gruntcli grunt-cli | npm nodesass node-sass | npm electorn electron | npm lodahs lodash
npm loadsh lodash | npm expres express | npm expresss express | npm momnet moment | npm axois axios
npm reacct react | npm recat react | npm chalkk chalk | npm comander commander | npm wepback webpack
npm typscript typescript | npm esling eslint | npm yarg yargs | npm socketio socket.io
pypi reqeusts requests | pypi requets requests | pypi requestss requests | pypi urlib3 urllib3
pypi urllib urllib3 | pypi colourama colorama | pypi djanga django | pypi diango django
pypi setup-tools setuptools | pypi python3-dateutil python-dateutil | pypi jeilyfish jellyfish
pypi tensorfow tensorflow | pypi matplotib matplotlib | pypi mumpy numpy | pypi nunpy numpy
pypi acqusition acquisition | pypi beautifulsuop4 beautifulsoup4 | pypi pyyalm pyyaml
pypi selenuim selenium | pypi cryptograhpy cryptography | pypi pillwo pillow
pypi scikitlearn scikit-learn | pypi openvc-python opencv-python | pypi flaks flask
pypi sqlalcemy sqlalchemy | pypi pydantik pydantic | pypi fastap1 fastapi
`
  .split(/[|\n]/)
  .map((row) => row.trim().split(' '))
  .filter((row) => row.length === 3)
  .map(([ecosystem, squat, target]) => ({ ecosystem, squat, target }) as Squat)

describe('the true target of a squat', () => {
  function place({ ecosystem, squat, target }: Squat): number {
    const name = parsePackageName(ecosystem, squat)
    if (name === null) throw new Error(`${squat} is no name`)
    return bundled.near(ecosystem, name).names.findIndex((near) => near.name === target)
  }

  // Only a target that is bundled and within reach can be found at all.
  const withinReach = ({ ecosystem, squat, target }: Squat) =>
    lists[ecosystem].names.includes(target) &&
    levenshtein(parsePackageName(ecosystem, squat) ?? '', target) <= 2

  test.each([
    { origin: 'ecosyste.ms', squats: readSquats(), least: 15 },
    { origin: 'more', squats: MORE_SQUATS, least: 40 },
  ])('comes first for 95 in 100 of them or more: $origin', ({ squats, least }) => {
    const rows = squats.filter(withinReach)
    expect(rows.length).toBeGreaterThanOrEqual(least)
    const wrong = rows.filter((row) => place(row) !== 0).map(({ squat }) => squat)
    expect(wrong.length / rows.length, wrong.join()).toBeLessThanOrEqual(0.05)
  })

  test('reqeusts means requests', () => {
    expect(bundled.near('pypi', asked('reqeusts')).names[0]).toMatchObject({
      name: 'requests',
      distance: 2,
    })
  })

  test('every squat has exactly the neighbours of a full comparison', () => {
    for (const { ecosystem, squat } of readSquats()) {
      const written = parsePackageName(ecosystem, squat) ?? asked('')
      const near = bundled.near(ecosystem, written)
      // Names too long or too short cannot be near; leaving them out keeps the slow one bearable.
      const plausible = lists[ecosystem].names.filter(
        (name) => Math.abs(name.length - written.length) <= 2,
      )
      const expected = bruteForce(plausible, written)
      expect(near.total).toBe(expected.size)
      expect(new Map(near.names.map(({ name, distance }) => [name, distance]))).toEqual(expected)
    }
  })
})
