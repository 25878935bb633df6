import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { leafFormOf, OPEN_TYPES } from '../../../src/log/entries/leafForm.ts'

const LOGGED = { attestation: '{}', signature: '0x' }
const evidence = { registry: 'public', artifacts: [] }

function formOf(type: string, verdict: string, more: object = {}): string {
  return leafFormOf({ type, verdict, question: {}, evidence, ...more }, LOGGED)
}

describe('who may read an answer in the log', () => {
  test.each([
    ['assay.package_exists/1', 'exists', 'open'],
    ['assay.package_exists/1', 'absent', 'sealed'],
    ['assay.symbol_exists/1', 'exists', 'open'],
    ['assay.symbol_exists/1', 'symbol_not_found', 'sealed'],
    ['assay.symbol_exists/1', 'package_not_found', 'sealed'],
    ['assay.release_diff/1', 'breaking', 'open'],
    ['assay.symbol_history/1', 'removed', 'open'],
    ['assay.symbol_history/1', 'symbol_not_found', 'sealed'],
    ['assay.symbol_history/1', 'undetermined', 'sealed'],
    ['assay.import_resolve/1', 'provided', 'sealed'],
    ['assay.sla_report/1', 'down', 'open'],
    ['assay.code_check/1', 'real', 'sealed'],
    ['assay.upgrade/1', 'safe', 'sealed'],
    ['assay.verification/1', 'pass', 'sealed'],
    ['assay.judgement/1', 'passed', 'sealed'],
    ['assay.code_research/1', 'found', 'sealed'],
    ['assay.spend_check/1', 'allow', 'sealed'],
    ['assay.package_exists/2', 'exists', 'sealed'],
    ['assay.package_exists/1', 'another verdict', 'sealed'],
  ])('%s, %s: %s', (type, verdict, form) => {
    expect(formOf(type, verdict)).toBe(form)
  })

  test('what names a release that it asks about is sealed', () => {
    const asked = { question: { version: '1.0' } }
    expect(formOf('assay.symbol_exists/1', 'exists', asked)).toBe('sealed')
  })

  test('what rests on a private registry is sealed', () => {
    const elsewhere = { registry: 'https://registry.example', artifacts: [] }
    expect(formOf('assay.package_exists/1', 'exists', { evidence: elsewhere })).toBe('sealed')
  })

  test('what repeats something that was handed in is sealed', () => {
    expect(formOf('assay.release_diff/1', 'breaking', { isPrivate: true })).toBe('sealed')
  })

  test('what is too long for an entry is sealed', () => {
    const long = { attestation: `"${'a'.repeat(70_000)}"`, signature: '0x' }
    const statement = { type: 'assay.release_diff/1', verdict: 'breaking', question: {}, evidence }
    expect(leafFormOf(statement, long)).toBe('sealed')
  })

  test('the page lists the types that are open, and every other type', () => {
    const rows = readFileSync('docs/formats/log.md', 'utf8').split('\n')
    const typesOf = (form: string) =>
      rows
        .filter((row) => row.includes(`| ${form} |`))
        .flatMap((row) => [...row.matchAll(/`(assay\.\w+\/\d+)`/g)].map(([, type]) => type))
    expect(new Set(typesOf('open'))).toEqual(new Set(OPEN_TYPES.keys()))
    const signed = readFileSync('docs/formats/attestation.md', 'utf8').matchAll(
      /^### `(assay\.\w+\/\d+)`$/gm,
    )
    const all = [...signed].map(([, type]) => type)
    expect(new Set([...typesOf('open'), ...typesOf('sealed')])).toEqual(new Set(all))
  })
})
