import { describe, expect, test } from 'vitest'
import type { SymbolFinding } from '../../src/symbols/findSymbol.ts'
import { symbolFate } from '../../src/symbols/symbolRuns.ts'

// One letter for each release: `f` found, `d` found and deprecated, `g` found with another
// signature, `-` not there, `~` not there as far as that can be read, `?` cannot be told.
function fateOf(releases: string) {
  return symbolFate(
    [...releases].map((letter, i) => ({ version: `${i}`, finding: findingOf(letter) })),
  )
}

function findingOf(letter: string): SymbolFinding {
  const finding = FINDINGS[letter]
  if (finding === undefined) throw new Error(`no finding is called ${letter}`)
  return finding
}

function found(signature: string, deprecated = false): SymbolFinding {
  const row = { kind: 'function', signature, deprecated, public: true }
  // Only these fields of a row are read.
  return { state: 'found', row, qualifiedName: 'm.f', alsoAt: [] } as unknown as SymbolFinding
}

const FINDINGS: Readonly<Record<string, SymbolFinding>> = {
  f: found('()'),
  d: found('()', true),
  g: found('(a)'),
  '-': { state: 'not_found', caveat: null },
  '~': { state: 'not_found', caveat: 'In m names may be made at run time.' },
  '?': { state: 'undetermined', module: 'm', reason: null },
}

describe('what became of a symbol', () => {
  test.each([
    // releases, first, last, added, removed, deprecated, lengths of the runs
    ['fff', '0', '2', null, null, null, [3]],
    ['--ff', '2', '3', '2', null, null, [2, 2]],
    ['ff--', '0', '1', null, '2', null, [2, 2]],
    ['-f-f-', '1', '3', '1', '4', null, [1, 1, 1, 1, 1]],
    ['fdd-', '0', '2', null, '3', '1', [1, 2, 1]],
    ['dfd', '0', '2', null, null, '2', [1, 1, 1]],
    ['ddd', '0', '2', null, null, null, [3]],
    ['-dd', '1', '2', '1', null, null, [1, 2]],
    ['fgg', '0', '2', null, null, null, [1, 2]],
    // What cannot be told is neither an addition nor a removal.
    ['?f?', '1', '1', null, null, null, [1, 1, 1]],
    ['~f~', '1', '1', null, null, null, [1, 1, 1]],
    ['-~?f', '3', '3', null, null, null, [1, 2, 1]],
    ['---', null, null, null, null, null, [3]],
    ['', null, null, null, null, null, []],
  ])('%s', (releases, firstSeen, lastSeen, addedIn, removedIn, deprecatedIn, lengths) => {
    const { runs, ...fate } = fateOf(releases)
    expect(fate).toEqual({ firstSeen, lastSeen, addedIn, removedIn, deprecatedIn })
    expect(runs.map((run) => run.releases)).toEqual(lengths)
  })

  test('a run names its ends and what all of it says', () => {
    expect(fateOf('-gg').runs[1]).toEqual({
      fromVersion: '1',
      toVersion: '2',
      releases: 2,
      exists: true,
      qualifiedName: 'm.f',
      kind: 'function',
      signature: '(a)',
      deprecated: false,
      isPublic: true,
    })
  })
})
