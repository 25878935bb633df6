// examples/pay.py on a local chain: a payment made by a program that shares no line with ours, and
// an answer that examples/verify_receipt.py believes.

import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { python } from '../../scripts/truth/venv.ts'
import { type PaidService, startPaidService } from '../support/chain/paidService.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

let interpreter: string
let paid: PaidService
beforeAll(async () => {
  interpreter = await python(['eth-account==0.14.0', 'rfc8785==0.1.4'])
  paid = await startPaidService({})
})
afterAll(async () => {
  await paid?.close()
})

test('the example in Python pays once, and its answer holds', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await paid.chain.call('mint', [address, 1_000_000n])
  const options = { cwd: root, timeout: 120_000, env: { ...process.env, ASSAY_WALLET_KEY: key } }
  const question = [paid.service.url, 'npm', 'lamp', 'glow']
  const { stdout, stderr } = await run(
    interpreter,
    [join('examples', 'pay.py'), ...question],
    options,
  )
  expect(stderr).toMatch(/^paid 5000 in 0x[0-9a-f]{64}\n$/)
  expect(await paid.chain.balanceOf(address)).toBe(995_000n)
  expect(await paid.violations()).toEqual([])
  const folder = await mkdtemp(join(tmpdir(), 'assay-pay-'))
  try {
    const file = join(folder, 'answer.json')
    await writeFile(file, stdout)
    const { address: signer } = (await paid.service.get('/policy')).body.verifier
    const script = join('examples', 'verify_receipt.py')
    expect((await run(interpreter, [script, file, signer], options)).stdout).toBe('valid\n')
  } finally {
    await rm(folder, { recursive: true })
  }
})

const PAYING = `
import os, sys
from eth_account import Account
from assay.client import AssayClient, AssayError
wallet = Account.from_key(os.environ['ASSAY_WALLET_KEY'])
client = AssayClient(sys.argv[1], wallet=wallet, total_usd='0.007', timeout_s=120)
print(client.symbol_exists('npm', 'lamp', 'glow')['exists'], client.spent())
try:
    client.symbol_exists('npm', 'lamp', 'dim')
except AssayError as refused:
    print(refused.code)
`

test('the client in Python pays with a wallet, and within its total', async () => {
  const key = generatePrivateKey()
  const { address } = privateKeyToAccount(key)
  await paid.chain.call('mint', [address, 1_000_000n])
  const env = { ...process.env, ASSAY_WALLET_KEY: key, PYTHONPATH: join(root, 'python') }
  const words = ['-B', '-c', PAYING, paid.service.url]
  const { stdout } = await run(interpreter, words, { timeout: 240_000, env })
  expect(stdout).toBe('True 5000\nspending_cap\n')
  expect(await paid.chain.balanceOf(address)).toBe(995_000n)
  expect(await paid.violations()).toEqual([])
})
