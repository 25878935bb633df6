// The days that a statement gets which is made offline.

import { expect, test } from 'vitest'
import { askedOffline, datedBy } from '../../../src/answer/evidence/askedOffline.ts'
import type { HeldDays, HeldMoment } from '../../../src/ingest/heldPackages.ts'
import type { Statement } from '../../../src/ports/attester.ts'

const MAKER = '0x8ba1f109551bd432803012645ac136ddd64dba72'

function daysOf(known: Readonly<Record<string, HeldMoment>>): HeldDays {
  return {
    of({ ecosystem = 'any', package: name, version }) {
      const moment = known[`${ecosystem} ${name} ${version}`]
      return moment === undefined ? [] : [moment]
    },
  }
}

const at = (day: string, askedBy: string | null = null): HeldMoment => ({
  ms: Date.parse(`${day}T10:20:30.400Z`),
  askedBy,
})

const file = (name: string, version: string) => ({
  package: name,
  version,
  filename: `${name}-${version}.whl`,
  sha256: 'a'.repeat(64),
})

function statement(change: Partial<Statement>): Statement {
  const question = { ecosystem: 'pypi', package: 'lamp' }
  return {
    type: 'assay.symbol_exists/1',
    question,
    verdict: 'exists',
    evidence: { artifacts: [] },
    answer: { exists: true },
    ...change,
  }
}

test('one day: that second, and no longer', () => {
  const dated = askedOffline(daysOf({ 'pypi lamp 1.0': at('2026-11-02') }))
  const made = dated(statement({ evidence: { artifacts: [file('lamp', '1.0')] } }))
  expect(made.evidence).toEqual({
    artifacts: [file('lamp', '1.0')],
    asked_at: '2026-11-02T10:20:30Z',
    asked_within_s: 1,
  })
  const as_of = { from: '2026-11-02', until: '2026-11-02' }
  expect(made.answer).toEqual({ exists: true, as_of })
})

test('several: from the first to the last, and who asked where it was somebody else', () => {
  const days = daysOf({
    'pypi lamp 1.0': at('2026-11-02', MAKER),
    'pypi lamp 2.0': at('2026-11-03'),
  })
  const artifacts = [file('lamp', '1.0'), file('lamp', '2.0'), file('followed', '1.0')]
  const { evidence, answer } = askedOffline(days)(statement({ evidence: { artifacts } }))
  expect(evidence).toMatchObject({
    asked_at: '2026-11-02T10:20:30Z',
    asked_within_s: 24 * 60 * 60 + 1,
    asked_by: [MAKER],
  })
  expect(answer['as_of']).toEqual({ from: '2026-11-02', until: '2026-11-03' })
})

test('a project without a file is dated by itself', () => {
  const dated = askedOffline(daysOf({ 'pypi lamp null': at('2026-11-02') }))
  expect(dated(statement({})).evidence).toMatchObject({ asked_at: '2026-11-02T10:20:30Z' })
})

test('a question that names no registry looks for the file in either', () => {
  const dated = askedOffline(daysOf({ 'any lamp 1.0': at('2026-11-02') }))
  const made = statement({
    question: { files_sha256: 'b'.repeat(64) },
    evidence: { artifacts: [file('lamp', '1.0')] },
  })
  expect(dated(made).answer['as_of']).toEqual({ from: '2026-11-02', until: '2026-11-02' })
})

test('a set of names is dated by its own day where it is all that there is', () => {
  const names = { snapshot: '2026-10-30', sha256: 'c'.repeat(64), size: 1, metric: 'levenshtein' }
  const made = askedOffline(daysOf({}))(statement({ evidence: { artifacts: [], names } }))
  expect(made.answer['as_of']).toEqual({ from: '2026-10-30', until: '2026-10-30' })
  expect(made.evidence).not.toHaveProperty('asked_at')
})

test('what rests on nothing has no day', () => {
  expect(askedOffline(daysOf({}))(statement({})).answer['as_of']).toEqual({
    from: null,
    until: null,
  })
  expect(datedBy(daysOf({}))([])).toEqual({ as_of: { from: null, until: null } })
})
