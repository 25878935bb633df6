// The command line as a person or a script uses it: the compiled program, its output, its status.

import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eip191Signer } from '../../src/attest/eip191.ts'
import { attest } from '../../src/attest/receipt.ts'
import { openStore } from '../../src/store/openStore.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { type Run, runAssay } from '../support/runAssay.ts'

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  registry.npm.publish({ name: 'express', version: '5.3.0' })
  folder = await mkdtemp(join(tmpdir(), 'assay-cli-'))
  // As a service leaves it: commands of an operator make none.
  await (await openStore({ databaseUrl: null, dataDir: join(folder, 'data') })).close()
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})

function assay(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const folders = { HOME: folder, ASSAY_DATA_DIR: join(folder, 'data') }
  return runAssay(args, registry, { ...folders, ...env })
}

describe('assay package', () => {
  test('a hit is exit 0, readable, without colours in a pipe', async () => {
    const { status, stdout } = await assay(['package', 'npm', 'express'])
    expect(status).toBe(0)
    expect(stdout).toMatch(
      /^exists {3}npm express 5\.3\.0\npage .*\nfile .*\nsha256 {3}[0-9a-f]{64}/,
    )
    expect(stdout).not.toContain('\u001b')
  })

  test('a miss is exit 1 and names what was meant', async () => {
    const { status, stdout } = await assay(['package', 'pypi', 'reqeusts'])
    expect(status).toBe(1)
    expect(stdout).toContain('near     requests')
  })

  test('a name that is held back leads with that, and is exit 1', async () => {
    registry.npm.placeholder('lodahs')
    const { status, stdout } = await assay(['package', 'npm', 'lodahs'])
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^caution {2}lodahs is a name that the registry holds back, not a package\./,
    )
  })

  test('--json prints the signed answer and nothing else', async () => {
    const { status, stdout, stderr } = await assay(['package', 'npm', 'express', '--json'])
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({ exists: true, attestation: { verdict: 'exists' } })
  })

  test('what cannot be decided is exit 3, and not on standard output', async () => {
    const { status, stdout, stderr } = await assay(['package', 'npm', 'express2', '--json'], {
      ASSAY_DATA_DIR: join(folder, 'unreachable'),
      ASSAY_NPM_REGISTRY: 'http://127.0.0.1:9/',
      ASSAY_REGISTRY_TIMEOUT_MS: '500',
    })
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toContain('registry_unavailable')
  })

  test.each([
    [['package']],
    [['package', 'cran', 'x']],
    [['package', 'npm', 'a', 'b']],
    [['package', 'npm', 'a b']],
    [['package', 'pypi', 'requests@latest']],
    [['package', 'npm', 'x', '--nope']],
    [['nonsense']],
    [[]],
  ])('usage is exit 2: %j', async (args) => {
    expect((await assay(args)).status).toBe(2)
  })
})

describe('assay verify', () => {
  test('of what has no end a receipt is not waited for', async () => {
    const { status, stderr } = await assay(['verify', '/dev/zero', '--local'])
    expect({ status, stderr }).toEqual({ status: 2, stderr: 'assay: the receipt is over 8 MiB\n' })
  })

  let receipt: string
  let verifier: string
  beforeAll(async () => {
    receipt = (await assay(['package', 'npm', 'express', '--json'])).stdout
    verifier = JSON.parse(receipt).attestation.verifier
    await writeFile(join(folder, 'receipt.json'), receipt)
  })

  test('trusts what its own store published, when told to', async () => {
    const { status, stdout } = await assay(['verify', join(folder, 'receipt.json'), '--local'])
    expect(status).toBe(0)
    expect(stdout).toContain('valid')
    expect(stdout).toContain('answer matches')
  })

  test('trusts the address it is given, and makes no store to find one', async () => {
    const elsewhere = { ASSAY_DATA_DIR: join(folder, 'elsewhere') }
    const path = join(folder, 'receipt.json')
    expect((await assay(['verify', path, '--verifier', verifier], elsewhere)).status).toBe(0)
    const other = `0x${'1'.repeat(40)}`
    expect((await assay(['verify', path, '--verifier', other], elsewhere)).status).toBe(1)
    const untold = await assay(['verify', path], elsewhere)
    expect(untold.status).toBe(3)
    expect(untold.stderr).toContain('--verifier')
    expect(await readdir(folder)).not.toContain('elsewhere')
  })

  test('a changed answer is not valid', async () => {
    const path = join(folder, 'changed.json')
    await writeFile(path, receipt.replace('"5.3.0"', '"5.3.1"'))
    const said = await assay(['verify', path, '--local'])
    expect(said.stdout).toContain(
      'the answer beside it is not the one it covers. (answer_mismatch)',
    )
    const { status, stdout } = await assay(['verify', path, '--local', '--json'])
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toMatchObject({ valid: false, reason: 'answer_mismatch' })
  })

  test('bytes that are no text are not valid, whatever they stand for', async () => {
    // What reads the bytes as text puts a mark in the place of the one that is none.
    const signer = await eip191Signer(Buffer.from('1'.repeat(64), 'hex'))
    const answer = { doc: 'caf\ufffd' }
    const claim = { type: 'assay.test/1', question: {}, verdict: 'x', evidence: {}, answer }
    const { attestation, signature } = attest(claim, signer)
    const marked = JSON.stringify({ ...answer, attestation, signature })
    const path = join(folder, 'bytes.json')
    await writeFile(path, marked)
    const given = ['--verifier', signer.address]
    expect((await assay(['verify', path, ...given])).status).toBe(0)
    const bytes = Buffer.from(marked)
    const at = bytes.indexOf('\ufffd')
    await writeFile(
      path,
      Buffer.concat([bytes.subarray(0, at), Buffer.from([0xe9]), bytes.subarray(at + 3)]),
    )
    const { status, stdout } = await assay(['verify', path, ...given])
    expect([status, stdout]).toEqual([1, expect.stringContaining('not_json')])
  })

  test('what its own store has retracted is told', async () => {
    const dataDir = join(folder, 'retracting')
    const own = { ASSAY_DATA_DIR: dataDir }
    const path = join(folder, 'retracted.json')
    const text = (await assay(['package', 'npm', 'express', '--json'], own)).stdout
    await writeFile(path, text)
    const { attestation_hash: attestationHash, attestation } = JSON.parse(text)
    expect((await assay(['verify', path, '--local'], own)).status).toBe(0)
    const store = await openStore({ databaseUrl: null, dataDir })
    await store.retractions.save({
      attestationHash,
      type: attestation.type,
      reason: 'A test says so.',
      foundBy: 'npm/99',
      retractedAt: '2026-01-01T00:00:00.000Z',
    })
    await store.close()
    const told = await assay(['verify', path, '--local'], own)
    expect([told.status, told.stdout]).toEqual([
      1,
      expect.stringMatching(/^retracted A test says so\.\nvalid/),
    ])
    const { stdout } = await assay(['verify', path, '--local', '--json'], own)
    expect(JSON.parse(stdout)).toMatchObject({ valid: true, retracted: true })
    // Whoever trusts an address alone knows no list.
    const alone = ['verify', path, '--verifier', attestation.verifier]
    expect((await assay(alone, own)).status).toBe(0)
  })

  test('a file that is not there is usage', async () => {
    expect((await assay(['verify', join(folder, 'none.json')])).status).toBe(2)
  })
})

describe('assay keys', () => {
  test('a key is shown once, listed by its id, and revoked', async () => {
    const issued = await assay(['keys', 'issue', '--usd', '1.5', '--label', 'acme', '--json'])
    const { key } = JSON.parse(issued.stdout)
    expect(key).toMatch(/^assay_[\w-]{43}$/)
    const listed = await assay(['keys', 'list', '--json'])
    expect(listed.stdout).not.toContain(key)
    const [{ id }] = JSON.parse(listed.stdout).filter((k: { label: string }) => k.label === 'acme')
    const topped = await assay(['keys', 'topup', id, '--usd', '0.5', '--json'])
    expect(JSON.parse(topped.stdout)).toEqual({ id, balance_usd: '2.0' })
    expect((await assay(['keys', 'revoke', id])).status).toBe(0)
    expect((await assay(['keys', 'revoke', id])).status).toBe(1)
  })

  test.each([
    [['issue']],
    [['issue', '--usd', '-1']],
    [['issue', '--usd', '0']],
    [['revoke']],
    [['revoke', 'zz']],
    [['topup', 'abcdef']],
    [['topup', '--usd', '1']],
    [['x']],
  ])('usage is exit 2: %j', async (args) => {
    expect((await assay(['keys', ...args])).status).toBe(2)
  })
})

describe('assay ledger', () => {
  test('the money adds up, and every entry is printed', async () => {
    await assay(['keys', 'issue', '--usd', '1.5'])
    const checked = await assay(['ledger', 'check', '--json'])
    expect({ status: checked.status, ...JSON.parse(checked.stdout) }).toMatchObject({
      status: 0,
      violations: [],
    })
    const { stdout } = await assay(['ledger', 'export'])
    const entries = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(entries).toContainEqual(
      expect.objectContaining({ from: 'issued', amount_micro_usd: 1_500_000 }),
    )
    expect(JSON.parse(checked.stdout).counts.entries).toBe(entries.length)
  })

  test.each([[[]], [['x']], [['check', 'x']]])('usage is exit 2: %j', async (args) => {
    expect((await assay(['ledger', ...args])).status).toBe(2)
  })
})

describe('the rest', () => {
  test('help is worth reading and is exit 0', async () => {
    const { status, stdout } = await assay(['--help'])
    expect(status).toBe(0)
    for (const command of ['serve', 'package', 'verify', 'keys']) expect(stdout).toContain(command)
    expect((await assay(['help', 'package'])).stdout).toContain('Exit status')
    expect((await assay(['package', '--help'])).status).toBe(0)
    expect((await assay(['--version'])).stdout.trim()).toBe('0.3.0')
  })

  test.each([
    [['chekc'], 'assay: no command "chekc"; did you mean check?'],
    [['help', 'vrify'], 'assay: no command "vrify"; did you mean verify?'],
    [['check', '--jsno'], 'assay: no option --jsno; did you mean --json?'],
    [['check', '--timing'], 'assay: no option --timing; did you mean --timings?'],
    [
      ['init', '--action', '--yes'],
      'assay: --action takes a value, and another option follows it\n',
    ],
    [['check', '--timings=1'], 'assay: --timings takes no value'],
    [['-v'], 'did you mean --version?'],
    [['package', 'npm', 'x', '--frobnicate'], 'assay: no option --frobnicate\n'],
    [['symbol', 'npm', 'x', 'y', '--version', '1.2'], '; a release is named behind the package: '],
    [['table', 'npm', 'x', '--release=1'], 'the package: <package>@1.2.3\n'],
    [
      ['diff', 'npm', 'x', '--from', '1', '--to', '2'],
      'assay: no option --from; the releases are named behind the package: <package> 1.2.3 2.0.0\n',
    ],
    [['names', 'biuld'], 'did you mean build?'],
    [['keys', 'isue'], 'did you mean issue?'],
    [['ledger', 'chekc'], 'did you mean check?'],
    [['check', 'no/where'], 'assay: no/where: no such file or folder\n'],
    [['upgrade', 'npm', 'x', '1.0.0', '2.0.0', 'no-where'], 'assay: no-where: no such file'],
    [['verify', 'none.json'], 'assay: none.json: no such file or folder\n'],
    [['verify', '.'], 'assay: .: is a folder\n'],
    [['table', '--file', 'none.tgz'], 'assay: none.tgz: no such file or folder\n'],
  ])('what is mistyped is exit 2, and said in a sentence: %j', async (args, sentence) => {
    const { status, stderr } = await assay(args)
    expect(status).toBe(2)
    expect(stderr).toContain(sentence)
  })

  test('a wrong setting is exit 2, with every mistake', async () => {
    const { status, stderr } = await assay(['package', 'npm', 'x'], {
      ASSAY_PORT: 'a',
      ASSAY_LOG_LEVEL: 'b',
    })
    expect(status).toBe(2)
    expect(stderr).toMatch(/ASSAY_PORT[\s\S]*ASSAY_LOG_LEVEL/)
  })

  test('a store of another registry is refused', async () => {
    await assay(['package', 'npm', 'express'])
    const { status, stderr } = await assay(['package', 'npm', 'express'], {
      ASSAY_NPM_REGISTRY: 'http://127.0.0.1:9/',
    })
    expect(status).toBe(2)
    expect(stderr).toContain('this store holds the npm index of')
  })

  test('only the owner can read what a first run makes', async () => {
    await assay(['package', 'npm', 'express'])
    const data = join(folder, 'data')
    for (const file of await readdir(data)) {
      expect((await stat(join(data, file))).mode & 0o077).toBe(0)
    }
    expect((await readFile(join(data, 'verifier.key'), 'utf8')).trim()).toMatch(
      /^(0x)?[0-9a-f]{64}$/,
    )
  })
})
