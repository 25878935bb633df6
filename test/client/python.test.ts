// The client in Python: its own tests on a service of ours, and its verdicts held against those of the
// TypeScript. ASSAY_PYTHONS names interpreters (with commas between them) besides the one on the path.

import { execFile, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ANSWERS_FILE, pythonTypes } from '../../scripts/pythonTypes.ts'
import { canonicalJson, hasLoneSurrogate } from '../../src/attest/canonicalJson.ts'
import { parseStrictJson } from '../../src/attest/strictJson.ts'
import { verifyReceipt } from '../../src/attest/verifyReceipt.ts'
import { filesDigest } from '../../src/domain/filesDigest.ts'
import { compareVersions } from '../../src/domain/versionOrder.ts'
import { writeKey } from '../../src/log/note/verifierKey.ts'
import { verifyLogged } from '../../src/log/verifyLogged.ts'
import { TEST_ADDRESS } from '../attest/samples.ts'
import { loggedCases } from '../log/loggedCases.ts'
import { ROOT } from '../support/compiled.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { publishPython } from '../support/publish.ts'

const PYTHONS = ['python3', ...(process.env['ASSAY_PYTHONS']?.split(',') ?? [])]
const hasPython = spawnSync('python3', ['--version']).status === 0
const folder = join(ROOT, 'python')
const corpus = join(ROOT, 'test', 'corpus', 'receipts')
const verifiers = [TEST_ADDRESS]

let loopback: Loopback
let settings: Readonly<Record<string, string>>
beforeAll(async () => {
  loopback = await startLoopback()
  const { registry, service } = loopback
  for (const [version, files] of [
    ['1.0', 'def a(): ...\ndef fold(): ...\n'],
    ['2.0', 'def fold(): ...\n'],
  ] as const) {
    publishPython(registry, { name: 'parcel-kit', version, files: `-- parcel_kit.py --\n${files}` })
  }
  const key = await service.app.creditKeys.issue('python', 1_000_000)
  settings = { ASSAY_TEST_URL: service.url, ASSAY_TEST_KEY: key }
})
afterAll(() => loopback.close())

type Ended = Readonly<{ status: unknown; stdout: string; stderr: string }>

function run(python: string, words: readonly string[], input = ''): Promise<Ended> {
  // No file is left among the sources, and a warning is a failure.
  const env = { ...process.env, ...settings, PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error' }
  const options = { cwd: folder, env, maxBuffer: 1 << 26, timeout: PATIENCE_MS }
  return new Promise((settle) => {
    const child = execFile(python, words, options, (error, stdout, stderr) =>
      settle({ status: error === null ? 0 : error.code, stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

type Asked = Readonly<{
  texts?: readonly string[]
  values?: readonly string[]
  versions?: readonly (readonly [string, string, string])[]
  files?: readonly Readonly<Record<string, string>>[]
  logged?: readonly (readonly [
    string,
    string,
    string,
    readonly string[],
    number,
    readonly string[],
  ])[]
}>

async function told(asked: Asked) {
  const whole = { verifiers, texts: [], values: [], versions: [], files: [], logged: [], ...asked }
  const words = ['-m', 'tests.same_as_typescript']
  const { stdout, stderr } = await run('python3', words, JSON.stringify(whole))
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout)
}

describe.skipIf(!hasPython)('the client in Python', () => {
  test.each(PYTHONS)('its own tests, on %s', async (python) => {
    const words = ['-m', 'unittest', 'discover', '-t', '.', '-s', 'tests']
    const { status, stderr } = await run(python, words)
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.stringMatching(/^OK$/m) })
    expect(Number(/^Ran (\d+) tests/m.exec(stderr)?.[1])).toBeGreaterThan(20)
  })

  test('has the types of the schemas', () => {
    expect(readFileSync(ANSWERS_FILE, 'utf8')).toBe(pythonTypes())
  })

  test('says of forged receipts what TypeScript says, to the last member', async () => {
    const names = readdirSync(corpus).filter((name) => name.endsWith('.json'))
    const texts = names.flatMap((name) => forgeries(readFileSync(join(corpus, name), 'utf8')))
    expect(texts.length).toBeGreaterThan(200)
    const { verdicts } = await told({ texts })
    expect(verdicts).toEqual(texts.map((text) => verifyReceipt(text, { verifiers })))
  })

  test('says of proofs of the log what TypeScript says, whatever was done to them', async () => {
    const { receipts, proofs, trust } = await loggedCases()
    const { log, policy, keys, verifiers: trusted } = trust
    const rows = receipts.flatMap((receipt) =>
      proofs.map((proof) => [receipt, proof, writeKey(log), keys, 1, trusted] as const),
    )
    const { logged } = await told({ logged: rows })
    const ours = rows.map(([receipt, proof]) => {
      const { attestation, signature } = JSON.parse(receipt)
      const answer = { attestation: canonicalJson(attestation), signature }
      const said = verifyLogged(answer, proof, { log, policy, verifiers: trusted })
      const nothing = { origin: null, index: null, size: null, form: null, witnesses: [] }
      if (!said.logged) return { ...said, ...nothing, rotated_to: null, followed_by: [] }
      const witnesses = said.witnesses.map(({ name, timeS }) => [name, timeS])
      return { rotated_to: null, followed_by: [], ...said, reason: null, witnesses }
    })
    expect(logged).toEqual(ours)
    const counts = new Map<string | null, number>()
    for (const { reason } of ours) counts.set(reason, (counts.get(reason) ?? 0) + 1)
    expect([...counts.keys()].sort()).toEqual([
      'checkpoint_malformed',
      'log_signature_missing',
      'not_included',
      'note_malformed',
      null,
      'origin_other',
      'proof_malformed',
      'rotation_false',
      'signature_false',
      'signer_unknown',
      'verifier_gone',
      'witnesses_missing',
    ])
  })

  test('reads and writes the same JSON', async () => {
    const values = fc.sample(ANY_VALUE, { numRuns: 500, seed: 8785 })
    const good = values.map((value) => JSON.stringify(value))
    const cut = good.flatMap((text, i) => [text.slice(0, i % (text.length + 1)), `${text} ${text}`])
    const texts = [...good, ...cut, ...ODD_TEXTS]
    const { canonical } = await told({ values: texts })
    const ours = texts.map((text) => {
      const parsed = parseStrictJson(text)
      return parsed.ok ? canonicalJson(parsed.value) : { fault: parsed.reason }
    })
    expect(canonical).toEqual(ours)
  })

  test('takes the same spellings for one version, and makes the same digests', async () => {
    const versions = (['pypi', 'npm'] as const).flatMap((ecosystem) =>
      VERSIONS.flatMap((one) => VERSIONS.map((other) => [ecosystem, one, other] as const)),
    )
    const files = [
      {},
      { 'a.py': '' },
      { 'ü.py': 'é\n', 'a"b.py': '\u2028', '\ud83d\ude00': 'x', '\uffee': '' },
    ]
    const { same, digests } = await told({ versions, files })
    const ours = versions.map((row) => compareVersions(...row) === 0)
    const differing = versions.filter((_, i) => same[i] !== ours[i])
    expect(differing).toEqual([])
    const rows = (one: object) =>
      Object.entries(one).map(([path, content]) => ({ path, content: String(content) }))
    expect(digests).toEqual(files.map((one) => filesDigest(rows(one))))
  })
})

const ANY_VALUE = fc.oneof(
  fc.jsonValue({ maxDepth: 5, stringUnit: 'grapheme' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.dictionary(
    fc.string({ unit: 'binary' }).filter((key) => !hasLoneSurrogate(key)),
    fc.double({ min: -1e16, max: 1e16, noNaN: true }),
  ),
)

const ODD_TEXTS = [
  ...['', ' ', '\ufeff1', 'NaN', '-', '01', '1.', '.5', '+1', '1e', '"\t"', '"\\x"', "'a'"],
  ...['[1,]', '{"a":1,}', '{"a"}', '{1:2}', '[}', '{]', '[1 2]', '{"a":1 "b":2}', ',', ':', 'tru'],
  ...['-0', '-0.0', '1E5', '1e-7', '1e-400', '1e400', '9007199254740991', '9007199254740992'],
  ...['0.1', '0.10000000000000000001', '123456789012345.5', '1.5e-7', '5e-324', '60.0', '6e1'],
  ...['{"a":1,"\\u0061":2}', '{"a":{"b":1,"b":2},"a":1}', '"\\ud800"', '"\\ud83d\\ude00"'],
  ...['{"\\ud800":1,"\\ud800":2}', '[9007199254740993,"\\udc00"]', '["\\udc00",9007199254740993]'],
  ...[31, 32, 33].map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  ...[32, 33].map((depth) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
]

const VERSIONS = [
  ...['1', '1.0', '1.0.0', '1.0.0.0', 'v1.0.0', '01.0.0', '1.0.0-1', '1.0.0.post1', '1.0.0-post.1'],
  ...['1.0a1', '1.0.0-alpha.1', '1.0alpha1', '1.0.0a1', '1.0.0-a.1', '1.0rc1', '1.0c1', '1.0pre1'],
  ...[
    '1.0.dev0',
    '1.0.dev',
    '1.0+local.1',
    '1.0+local-1',
    '1.0+LOCAL.01',
    '1.0.0+build',
    '1.0.0+other',
  ],
  ...[
    '1!1.0',
    '0!1.0',
    '1.0.0beta',
    '1.0.0-beta',
    '=1.0.0',
    ' 1.0.0',
    'latest',
    '',
    '1.x',
    '1.0.0-01',
  ],
  ...['2024.01.15', '2024.1.15', '1.0.20240101000000000001', '1.0.20240101000000000002'],
]

/** The text with one scalar after the other changed, and with other signatures. */
function forgeries(text: string): string[] {
  const receipt = JSON.parse(text)
  const { signature } = receipt
  const signatures = [null, '', ` ${signature}`, `${signature}\u00a0`, signature.slice(2)]
  const signed = [...signatures, signature.toUpperCase(), `${signature}g`, signature.slice(0, 130)]
  const changed = Object.keys(receipt.attestation).map((key) => ({
    ...receipt,
    attestation: { ...receipt.attestation, [key]: 7 },
  }))
  const others = signed.map((one) => ({ ...receipt, signature: one }))
  const members = Object.keys(receipt).map((key) => ({ ...receipt, [key]: null }))
  return [text, ...[...changed, ...others, ...members].map((one) => JSON.stringify(one))]
}
