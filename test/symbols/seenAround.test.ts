// Since when and until when a symbol is there.

import { describe, expect, test } from 'vitest'
import type { SymbolFinding } from '../../src/symbols/findSymbol.ts'
import { seenAround } from '../../src/symbols/seenAround.ts'

const THERE = { state: 'found' } as SymbolFinding
const GONE: SymbolFinding = { state: 'not_found', caveat: null }
const OPEN: SymbolFinding = { state: 'not_found', caveat: 'Names may be made at run time.' }
const CLOSED: SymbolFinding = { state: 'undetermined', module: 'm', reason: null }

const over = (...findings: SymbolFinding[]) =>
  findings.map((finding, at) => ({ version: `${at + 1}.0`, finding }))

describe('around a release that has it', () => {
  test('the first release with it and the next one without it are named', () => {
    const findings = over(GONE, THERE, THERE, THERE, GONE)
    expect(seenAround(findings, '3.0')).toEqual({ since: '2.0', until: '5.0', seenIn: null })
  })
  test('a symbol that went and came back is there since it came back', () => {
    const findings = over(THERE, GONE, THERE, THERE)
    expect(seenAround(findings, '4.0')).toEqual({ since: '3.0', until: null, seenIn: null })
  })
  test.each([
    ['cannot be read', CLOSED],
    ['may have it all the same', OPEN],
  ])('a neighbour that %s says neither since nor until', (_, doubtful) => {
    expect(seenAround(over(doubtful, THERE, doubtful), '2.0')).toEqual({
      since: null,
      until: null,
      seenIn: null,
    })
  })
  test('the oldest release that was looked at is not called the first', () => {
    expect(seenAround(over(THERE, THERE), '2.0').since).toBeNull()
  })
})

describe('around a release that lacks it', () => {
  test('the nearest older release with it is named', () => {
    expect(seenAround(over(THERE, THERE, GONE, GONE), '4.0').seenIn).toBe('2.0')
  })
  test('a newer one is named where no older one has it', () => {
    expect(seenAround(over(GONE, GONE, THERE, THERE), '1.0').seenIn).toBe('3.0')
  })
  test('nothing is said of a release that was not looked at', () => {
    expect(seenAround(over(THERE), '9.0')).toEqual({ since: null, until: null, seenIn: null })
  })
})
