import { describe, expect, test } from 'vitest'
import type { Ecosystem } from '../../../src/domain/names/packageName.ts'
import { otherSlips } from '../../../src/names/near/otherSlips.ts'
import { knownInSet, lookalikeOf } from '../../../src/names/set/lookalike.ts'
import { madeSet } from '../madeSet.ts'

const POPULAR: Readonly<Record<Ecosystem, Readonly<Record<string, number>>>> = {
  pypi: {
    matplotlib: 90_000_000,
    requests: 900_000_000,
    'python-dateutil': 600_000_000,
    pyyaml: 500_000_000,
    'scikit-learn': 100_000_000,
  },
  npm: { JSONStream: 40_000_000, 'lodash.merge': 50_000_000, 'node-fetch': 90_000_000 },
}

// What was written, what was meant, and why it is taken to be.
const CASES: readonly [Ecosystem, string, string, string][] = [
  ['pypi', 'matlibplot', 'matplotlib', 'word_order'],
  ['pypi', 'learn-scikit', 'scikit-learn', 'word_order'],
  ['pypi', 'python-requests', 'requests', 'affix'],
  ['pypi', 'requests-python', 'requests', 'affix'],
  ['pypi', 'dateutil', 'python-dateutil', 'affix'],
  ['npm', 'jsonstream', 'JSONStream', 'same_letters'],
  ['npm', 'node-lodash-merge', 'lodash.merge', 'affix'],
  ['npm', 'fetch-node', 'node-fetch', 'word_order'],
]

describe('what may have been meant', () => {
  test.each(CASES)('%s %s: %s by %s', (ecosystem, written, name, reason) => {
    const slips = otherSlips(ecosystem, Object.entries(POPULAR[ecosystem]))
    expect(slips.find(written)).toEqual([{ name, reason, downloads: POPULAR[ecosystem][name] }])
  })

  test.each([
    ['pypi', 'reqeusts'],
    ['npm', 'lodash-merge'],
    ['npm', 'nodefetch'],
    ['pypi', 'something-else'],
  ] as const)('%s %s has nothing but near names, if any', (ecosystem, written) => {
    const slips = otherSlips(ecosystem, Object.entries(POPULAR[ecosystem]))
    expect(slips.find(written)).toEqual([])
  })

  test('the most popular come first, and at most five', () => {
    const names = [
      'a.bcdefg',
      'ab.cdefg',
      'abc.d.efg',
      'a.b.c.d.efg',
      'ab.cd.ef.g',
      'a-b-c-d-e-f-g',
    ]
    const slips = otherSlips(
      'npm',
      names.map((name, place) => [name, 1_000 + place]),
    )
    const found = slips.find('ABCDEFG')
    expect(found.map(({ name }) => name)).toEqual(names.toReversed().slice(0, 5))
  })
})

describe('a name that looks like a far more popular one', () => {
  const downloads = {
    express: 100_000_000,
    expresss: 150,
    'ex-press': 200_000,
    lodash: 99_000_000,
    lodahs: 40_000_000,
    debug: 900_000_000,
    'left-pad': 90_000,
    chalk: 500_000_000,
    '@mui/icons-material': 24_000_000,
    '@icons/material': 200_000,
    '@babel/core': 90_000_000,
    'babel-core': 9_000_000,
    '@babel/runtime': 90_000_000,
    'babel-runtime': 9_000_001,
    babelcore: 8_000_000,
    'eslint-plugin-unused-imports': 33_000_000,
    'node-semver': 407,
    eslint: 320_000_000,
    '@eslint/js': 303_000_000,
    'eslint-js': 327,
    semver: 900_000_000,
  }
  const names = [
    ...Object.keys(downloads),
    ...['leftpad', 'e-x-p-r-e-s-s', 'chal', 'chalky', 'chlak', 'expross-', 'chalk.js', 'chakl'],
    ...['icons-material', 'unused-imports', 'core', 'express-server', 'debjs'],
  ]
  const counted = { name: 'download-counts', version: '1', sha256: '' }

  const set = madeSet({ names, downloads })
  const slips = otherSlips('npm', set.popular(100_000))

  function lookalike(name: string, { isCounted = true, isHeld = false } = {}): string | null {
    const sources = isCounted ? [counted] : []
    const judged = { ...set, facts: { ...set.facts, sources } }
    return lookalikeOf({ known: knownInSet('npm', judged), slips }, { name, isHeld })
  }

  test.each([
    ['expresss', 'express', 'one letter too many'],
    ['e-x-p-r-e-s-s', 'express', 'the same letters'],
    ['chalky', 'chalk', 'one letter more'],
    ['chal', null, 'four letters: too many names are near'],
    ['ex-press', null, 'only 500 times less popular'],
    ['lodahs', null, 'popular itself'],
    ['leftpad', null, 'the other is not popular enough'],
    ['debug', null, 'nothing is like it'],
    ['chlak', 'chalk', 'two letters changed places'],
    ['expross-', null, 'two edits that are two slips'],
    ['chalk.js', 'chalk', 'an affix of the language'],
    ['node-semver', 'semver', 'the same in front'],
    ['debjs', null, 'what is left of it is another name'],
    [
      'icons-material',
      '@mui/icons-material',
      'without its scope: one slip, so the more popular one',
    ],
    ['unused-imports', 'eslint-plugin-unused-imports', 'without its host'],
    ['eslint-js', '@eslint/js', 'separators are less than an affix'],
    ['babel-core', '@babel/core', 'it moved into its scope, and is ten times less popular'],
    ['babel-runtime', null, 'nine times less popular'],
    ['babelcore', null, 'the same letters otherwise: eleven times is not enough'],
    ['core', null, 'one word, which many scopes have'],
    ['express-server', null, 'another word is another name'],
  ])('%s: %s (%s)', (name, expected, _why) => {
    expect(lookalike(name)).toBe(expected)
  })

  test('without counts of every package nothing is said of one that has none', () => {
    expect(lookalike('chalky', { isCounted: false })).toBe(null)
    expect(lookalike('expresss', { isCounted: false })).toBe('express')
  })

  test('a name that is held counts for anything that a misspelling of it could mean', () => {
    expect(lookalike('expross-', { isHeld: true })).toBe('express')
    expect(lookalike('ex-press', { isHeld: true })).toBe('express')
    expect(lookalike('express-server', { isHeld: true })).toBe(null)
  })
})
