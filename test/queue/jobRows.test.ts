import { describe, expect, test } from 'vitest'
import { jobData, parseJobData, parseJobOutput } from '../../src/queue/jobRows.ts'
import { DONE, keyOf } from './queueContract.ts'

const JOB = { key: keyOf('@s/a'), maxAgeMs: 5, tries: 2 }

describe('a job in the database', () => {
  test('comes back as it went in', () => {
    const stored = JSON.parse(JSON.stringify(jobData(JOB, 'run')))
    expect(parseJobData(stored)).toEqual({ job: JOB, batch: 'run' })
  })

  test.each([
    ['nothing', null],
    ['a text', 'x'],
    ['another ecosystem', { ...jobData(JOB, 'run'), ecosystem: 'cran' }],
    ['a name that climbs', { ...jobData(JOB, 'run'), name: '../a' }],
    ['an age that is no number', { ...jobData(JOB, 'run'), maxAgeMs: '5' }],
    ['an age below zero', { ...jobData(JOB, 'run'), maxAgeMs: -1 }],
    ['tries without end', { ...jobData(JOB, 'run'), tries: 1e9 }],
    ['no run', { ...jobData(JOB, 'run'), batch: undefined }],
  ])('is refused when it is %s', (_, stored) => {
    expect(parseJobData(stored)).toBeNull()
  })
})

describe('an outcome in the database', () => {
  test('comes back as it went in', () => {
    expect(parseJobOutput(JSON.parse(JSON.stringify(DONE)))).toEqual(DONE)
  })

  test.each([
    ['nothing', null],
    ["pg-boss's own words", { value: { message: 'job failed by timeout in active state' } }],
    ['a state of another version', { ...DONE, outcome: { ...DONE.outcome, state: 'new' } }],
    ['half of one', { outcome: DONE.outcome }],
  ])('is refused when it is %s', (_, stored) => {
    expect(parseJobOutput(stored)).toBeNull()
  })

  test('never adds bytes that are no count', () => {
    const lying = { ...DONE, outcome: { ...DONE.outcome, bytes: 'NaN' } }
    expect(parseJobOutput(lying)?.outcome.bytes).toBe(0)
  })
})
