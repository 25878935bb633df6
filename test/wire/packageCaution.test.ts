// What must be known of a package first comes first: in text, on the page and in the tools.

import { describe, expect, test } from 'vitest'
import { renderPackage } from '../../src/cli/commands/package.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { renderAnswer } from '../../src/mcp/renderAnswer.ts'
import { packageHead } from '../../src/page/packageHead.ts'
import type { PackageExistsAnswer } from '../../src/wire/packageAnswers.ts'

const ANSWER: PackageExistsAnswer = {
  exists: true,
  ecosystem: 'npm',
  name: 'expres',
  latest_version: '1.0.0',
  typosquat_adjacent: false,
  adjacent_to: [],
  adjacent_total: 0,
  adjacent: [],
  adjacent_source: null,
  lookalike_of: null,
  meant: [],
  elsewhere: null,
  registry_status: null,
  scope: '',
  source: 'ingested',
  proof: null,
  attestation: {
    type: 'assay.package_exists/1',
    verifier: '0x',
    question: {},
    verdict: 'exists',
    evidence: {},
    answer_sha256: '',
  },
  attestation_hash: '0x',
  signature: '0x',
  served_in_ms: 1,
}

const terminal = { isTTY: true, write: () => true }
const out = output({ stdout: terminal, stderr: terminal, isColored: true })
const GREEN = '\u001b[32m'

const CASES = [
  {
    what: 'a name that the registry holds back',
    more: { registry_status: 'security_placeholder', lookalike_of: 'express' },
    says: 'expres is a name that the registry holds back, not a package. express may be meant.',
    tone: 'bad',
    tool: /^PLACEHOLDER: .* Do not install it\.\n/,
  },
  {
    what: 'a project without any release',
    more: { latest_version: null },
    says: 'expres has no release: nothing can be installed.',
    tone: 'bad',
    tool: /^NO RELEASE: .* Do not install it\.\n/,
  },
  {
    what: 'a release without a file',
    more: {
      proof: {
        source_url: null,
        artifact_sha256: null,
        filename: null,
        digest: null,
        extracted_at: '',
      },
    },
    says: `expres ${ANSWER.latest_version} has no file: nothing can be installed.`,
    tone: 'bad',
    tool: /^NO RELEASE: .* Do not install it\.\n/,
  },
  {
    what: 'a lookalike',
    more: { lookalike_of: 'express' },
    says: 'expres looks like express, which is far more popular.',
    tone: 'unsure',
    tool: /^LOOKALIKE: .* Do not install it unless it is certain that this one is meant\.\n/,
  },
] as const

describe('the warning leads', () => {
  test.each(CASES)('$what', ({ more, says, tone, tool }) => {
    const answer = { ...ANSWER, ...more }
    const [first = '', second = ''] = renderPackage(answer, out).split('\n')
    expect(first).toBe(`${out.bad('caution')}  ${says}`)
    expect(second).toMatch(/^exists {3}npm expres /)
    expect(first + second).not.toContain(GREEN)
    expect(packageHead(answer, 'npm')).toMatchObject({
      tone,
      sentences: [says, expect.any(String)],
    })
    const told = renderAnswer('/package/exists', JSON.stringify(answer), {} as never)
    expect(told).toMatch(tool)
    expect(told).toContain(says)
    expect(told).not.toContain('EXISTS')
  })

  test('and there is none of what is as it should be', () => {
    expect(renderPackage(ANSWER, out)).toContain(`${out.good('exists')}   npm expres 1.0.0`)
    expect(packageHead(ANSWER, 'npm').tone).toBe('good')
    expect(renderAnswer('/package/exists', JSON.stringify(ANSWER), {} as never)).toMatch(
      /^EXISTS: npm expres, latest 1\.0\.0\n/,
    )
  })
})

test('a check that finds a suspicious package does not call the code real', () => {
  const finding = { path: 'a.js', line: 1, column: 1, severity: 'warning', suggestion: null }
  const answer = {
    verdict: 'real',
    packages: [],
    findings: [{ ...finding, code: 'package_confusable', package: 'expres', message: 'It looks.' }],
    counts: { files: 1, unread: 0, references: 1, determined: 1, findings: 1 },
  }
  expect(renderAnswer('/check', JSON.stringify(answer), {} as never)).toMatch(
    /^SUSPICIOUS: expres may not be what is meant\. Do not install before that is certain; /,
  )
})

describe('A name that the language itself has', () => {
  const miss = { ...ANSWER, name: 'json', ecosystem: 'pypi', exists: false } as const
  const sentence = 'Python itself has a module json: no package is needed for it.'

  test('is said to be built in, in text, on the page and in the tools', () => {
    const answer = { ...miss, standard_library: true } as const
    expect(renderPackage(answer, out)).toContain(`built in ${sentence}`)
    expect(packageHead(answer, 'PyPI').sentences).toContain(sentence)
    expect(renderAnswer('/package/exists', JSON.stringify(answer), {} as never)).toContain(sentence)
  })

  test('is not said to be built in where the language has no such module', () => {
    expect(renderPackage(miss, out)).not.toContain('built in')
    expect(packageHead(miss, 'PyPI').sentences).toHaveLength(1)
  })

  test('leaves a package that exists what it is, and says what Node has', () => {
    const answer = { ...ANSWER, name: 'events', standard_library: true } as const
    expect(packageHead(answer, 'npm')).toEqual({
      tone: 'good',
      sentences: [
        'events exists on npm, latest 1.0.0',
        'Node itself has a module events: code that runs on Node needs no package for it.',
      ],
    })
  })
})
