import { describe, expect, test } from 'vitest'
import { REASONS } from '../../src/diff/reasons.ts'
import { comparePage, type GroupId } from '../../src/site/pages/comparePage.ts'
import { DECLARED_REASONS, isInTypes } from '../../src/site/parts/inTypes.ts'
import type { ChangedRow, DiffAnswer } from '../../src/wire/diffAnswers.ts'

const PROOF = { filename: null, artifact_sha256: null, source_url: null }
const RECEIPT = {
  says: '',
  json: '',
  commandLine: '',
  post: null,
  place: null,
  isOpen: false,
  answer: { attestation: {}, attestation_hash: '0x0' },
}

/** What a reader sees of a comparison in which these rows stand. */
function shown(rows: Partial<DiffAnswer>, only: GroupId | null = null): string {
  const { added = [], removed = [], changed = [], new_deprecations: deprecated = [] } = rows
  const answer = {
    ecosystem: 'npm',
    package: 'lamp',
    from_version: '1.0.0',
    to_version: '2.0.0',
    compatibility: { classification: 'breaking', undecided: 0 },
    published_bump: 'major',
    added,
    removed,
    changed,
    new_deprecations: deprecated,
    undetermined: [],
    cut: false,
    counts: {
      added: added.length,
      removed: removed.length,
      changed: changed.length,
      new_deprecations: deprecated.length,
    },
    proof: { from: PROOF, to: PROOF },
    ...rows,
  } as unknown as DiffAnswer
  const view = { answer, filter: '', kind: '', only, rowsMax: 9, baseUrl: '' }
  const { body } = comparePage({ ...view, receipt: RECEIPT as never })
  return body.text
    .replaceAll('&#39;', "'")
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
}

function changed(symbol: string, reason: string, more: Partial<ChangedRow> = {}): ChangedRow {
  const severity = REASONS[reason as keyof typeof REASONS][0]
  const row = { symbol, kind: 'function', from_sig: '()', to_sig: '(a)', reason } as const
  return { ...row, reasons: [reason], severity, ...more }
}

const DEPRECATED = { kind: 'function', since_version: '2.0.0', message: 'Use glow.' } as const

describe('breaks of declared types', () => {
  test('have reasons of which each breaks', () => {
    for (const reason of DECLARED_REASONS) expect(REASONS).toHaveProperty([reason, '0'], 'breaking')
  })

  test.each([
    ['an interface that is gone', 'npm', { kind: 'interface' }, true],
    ['a function that is gone', 'npm', { kind: 'function' }, false],
    ['a parameter of another type', 'npm', changed('a', 'parameter_type_changed'), true],
    ['a parameter that is gone', 'npm', changed('a', 'parameter_removed'), false],
    ['a type that was a value', 'npm', changed('a', 'became_type_only', { kind: 'type' }), false],
    [
      'another type and a name less',
      'npm',
      changed('a', 'type_changed', { reasons: ['type_changed', 'parameter_removed'] }),
      false,
    ],
    ['anything of Python', 'pypi', { kind: 'type' }, false],
  ] as const)('%s', (_, ecosystem, row, expected) => {
    expect(isInTypes(ecosystem, row)).toBe(expected)
  })

  test('are counted and marked', () => {
    const words = shown({
      removed: [{ symbol: 'lamp.Options', kind: 'interface', caveat: null }],
      changed: [changed('lamp.glow', 'parameter_removed')],
    })
    expect(words).toContain('Of what breaks, 1 row stands in declared types alone, marked “types”')
    expect(words).toContain('lamp.Options interface types')
    expect(shown({ changed: [changed('lamp.glow', 'type_changed')] })).toContain(
      'All of what breaks stands in declared types',
    )
    expect(shown({ changed: [changed('lamp.glow', 'parameter_removed')] })).not.toContain(
      'declared types',
    )
  })
})

describe('a symbol that changed and is newly deprecated stands once', () => {
  test('where it breaks, with both said', () => {
    const words = shown({
      changed: [changed('lamp.glow', 'parameter_removed')],
      new_deprecations: [
        { ...DEPRECATED, symbol: 'lamp.glow' },
        { ...DEPRECATED, symbol: 'lamp.dim' },
      ],
    })
    expect(words.match(/Link|lamp\.glow/g)).toHaveLength(1)
    expect(words).toContain('newly deprecated')
    expect(words).toContain('Newly deprecated 1 They still work. 1 more name stands above')
  })

  test('else where it is deprecated', () => {
    const words = shown({
      changed: [changed('lamp.glow', 'optional_parameter_added')],
      new_deprecations: [{ ...DEPRECATED, symbol: 'lamp.glow' }],
    })
    expect(words.match(/lamp\.glow/g)).toHaveLength(1)
    expect(words).toContain('Newly deprecated 1 They still work.')
    expect(words).toContain('( a )')
    expect(words).not.toContain('Changed, compatible')
  })
})

test('a list that is shown alone has all of its rows', () => {
  const rows = {
    changed: [changed('lamp.glow', 'parameter_removed')],
    new_deprecations: [{ ...DEPRECATED, symbol: 'lamp.glow' }],
  }
  expect(shown(rows, 'deprecated')).toContain('lamp.glow function # Use glow.')
})

describe('how a package is loaded stands before any name', () => {
  const module = { kind: 'module', from_sig: 'commonjs' } as const

  test.each([
    ['module; require fails in Node <22.12.0', "require('lamp') fails in Node before 22.12.0."],
    [
      'module; require fails in Node >=10.0.0 <20.19.0 || >=21.0.0 <22.12.0',
      "require('lamp') fails in Node from 10.0.0 to before 20.19.0, and from 21.0.0 to before 22.12.0.",
    ],
    ['module; require fails in Node 18.12.1', "require('lamp') fails in Node 18.12.1."],
    [
      'module; require fails: it waits at its top level',
      "require('lamp') fails: it waits at its top level.",
    ],
    ['module; require finds nothing', "require('lamp') finds nothing."],
    [null, "require('lamp') fails or gives another object."],
  ])('%s', (to_sig, words) => {
    const rows = [changed('lamp', 'became_esm', { ...module, to_sig })]
    expect(shown({ changed: rows })).toContain(words)
  })

  test('where all releases of Node load it, the object is another one', () => {
    const row = changed('lamp', 'require_gives_namespace', { ...module, to_sig: 'module' })
    expect(shown({ changed: [row] })).toContain("require('lamp') gives another object than before.")
  })

  test('a module below it says nothing of the package', () => {
    const row = changed('lamp/part', 'became_esm', { ...module, to_sig: 'module' })
    expect(shown({ changed: [row] })).not.toContain("require('lamp')")
  })
})
