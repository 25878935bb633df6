// Findings in the words of other tools: annotations of a workflow, code quality, reviewdog, JUnit.

import { createHash } from 'node:crypto'
import type { Finding } from '../../check/report/finding.ts'
import type { CHECK_FORMATS } from '../words/options.ts'

export type Format = (typeof CHECK_FORMATS)[number]

export function formatted(
  format: Format,
  findings: readonly Finding[],
  docsOf: (code: string) => string | null,
): string {
  switch (format) {
    case 'github':
      return findings.map(annotation).join('\n')
    case 'gitlab':
      return JSON.stringify(codeQuality(findings))
    case 'rdjson':
      return JSON.stringify(diagnostics(findings, docsOf))
    case 'junit':
      return junit(findings)
  }
}

const ANNOTATED = { error: 'error', warning: 'warning', note: 'notice' } as const

/** A line of standard output that GitHub shows beside the code. */
function annotation({ path, line, column, severity, code, message }: Finding): string {
  const data = (text: string) =>
    text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
  const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')
  const place = `file=${property(path)},line=${line},col=${column}`
  return `::${ANNOTATED[severity]} ${place},title=${property(code)}::${data(message)}`
}

const QUALITY = { error: 'major', warning: 'minor', note: 'info' } as const

function codeQuality(findings: readonly Finding[]): readonly unknown[] {
  const seen = new Map<string, number>()
  return findings.map(({ path, line, severity, code, package: name, symbol, message }) => {
    // By what it is about and its place among its like, not by its line.
    const key = JSON.stringify([path, code, name, symbol])
    const count = seen.get(key) ?? 0
    seen.set(key, count + 1)
    const fingerprint = createHash('sha256').update(`${key} ${count}`).digest('hex')
    const location = { path, lines: { begin: line } }
    return {
      description: message,
      check_name: code,
      fingerprint,
      severity: QUALITY[severity],
      location,
    }
  })
}

const DIAGNOSED = { error: 'ERROR', warning: 'WARNING', note: 'INFO' } as const

function diagnostics(
  findings: readonly Finding[],
  docsOf: (code: string) => string | null,
): unknown {
  return {
    source: { name: 'assay' },
    diagnostics: findings.map(({ path, line, column, severity, code, message }) => {
      const url = docsOf(code)
      return {
        message,
        location: { path, range: { start: { line, column } } },
        severity: DIAGNOSED[severity],
        code: { value: code, ...(url !== null && { url }) },
      }
    }),
  }
}

/** A finding is a test that failed; without any there is one that passed. */
function junit(findings: readonly Finding[]): string {
  const failures = findings.filter(({ severity }) => severity !== 'note')
  const cases = failures.map(({ path, line, column, severity, code, message }) => {
    const name = `${path}:${line}:${column} ${code}`
    return `    <testcase classname="${xml(path)}" name="${xml(name)}"><failure type="${severity}" message="${xml(message)}"/></testcase>`
  })
  const all = cases.length === 0 ? ['    <testcase classname="assay" name="check"/>'] : cases
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="assay" tests="${all.length}" failures="${failures.length}">`,
    ...all,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Control characters are not allowed even as entities. */
function xml(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')
    .replace(/[&<>"]/g, (one) => ENTITIES[one] ?? one)
}
