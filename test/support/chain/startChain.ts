// A chain of one node on loopback, with a token that works like USDC and accounts that have some.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { toFacilitatorEvmSigner } from '@x402/evm'
import { createWalletClient, defineChain, type Hex, http, publicActions } from 'viem'
import { generatePrivateKey, mnemonicToAccount, privateKeyToAccount } from 'viem/accounts'
import { compileToken } from './compileToken.ts'

const MNEMONIC = 'test test test test test test test test test test test junk'
/** Base Sepolia's, with the token where USDC is there: stock clients pay with nothing else. */
const CHAIN_ID = 84_532
export const TOKEN = '0x036CbD53842c5426634e7929541eC2318f3dCF7e'
export const NETWORK = `eip155:${CHAIN_ID}` as const
const GUARD = 'read -r _; kill -KILL "$1"'
const START_TRIES = 200

export type Wallet = ReturnType<typeof privateKeyToAccount>

export type Chain = Readonly<{
  rpcUrl: string
  /** A second token of the same kind, at an address of its own. */
  otherToken: Hex
  /** What a facilitator works with; its account pays for gas. */
  signer: Parameters<typeof toFacilitatorEvmSigner>[0]
  /** Calls the token as somebody who has nothing to do with the payment. */
  call(functionName: string, args: readonly unknown[], address?: Hex): Promise<Hex>
  /** A transaction that is on the chain and has failed. */
  fail(): Promise<Hex>
  /** Runs what sends transactions from that account, one after the other. */
  inTurn<T>(work: () => Promise<T>): Promise<T>
  /** An account of its own with this much of both tokens. */
  fund(value?: bigint): Promise<Wallet>
  balanceOf(owner: string, address?: Hex): Promise<bigint>
  stop(): Promise<void>
}>

export async function startChain(): Promise<Chain> {
  const anvil = spawn(anvilPath(), ['--port', '0', '--chain-id', String(CHAIN_ID)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const guard = spawn('sh', ['-c', GUARD, 'guard', String(anvil.pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  })
  guard.unref()
  const rpcUrl = await listening(anvil.stdout)
  anvil.stdout.resume()
  const chain = defineChain({
    id: CHAIN_ID,
    name: 'loopback',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  })
  const transport = http(rpcUrl)
  const wallet = createWalletClient({
    account: mnemonicToAccount(MNEMONIC, { addressIndex: 0 }),
    chain,
    transport,
    pollingInterval: 50,
  }).extend(publicActions)
  const { abi, bytecode } = compileToken()
  const hash = await wallet.deployContract({ abi, bytecode })
  const { contractAddress: otherToken } = await wallet.waitForTransactionReceipt({ hash })
  if (otherToken === null || otherToken === undefined) throw new Error('no token was deployed')
  const code = await wallet.getCode({ address: otherToken })
  // A method of this node's own, which the client has no name for.
  await wallet.request({ method: 'anvil_setCode', params: [TOKEN, code] } as never)

  // One after the other: two at once would count their sender's transactions alike.
  let last: Promise<unknown> = Promise.resolve()
  function call(functionName: string, args: readonly unknown[], address: Hex = TOKEN) {
    const sending = last.then(async () => {
      const sent = await wallet.writeContract({ address, abi, functionName, args })
      await wallet.waitForTransactionReceipt({ hash: sent })
      return sent
    })
    last = sending.catch(() => undefined)
    return sending
  }

  function inTurn<T>(work: () => Promise<T>): Promise<T> {
    const working = last.then(work)
    last = working.catch(() => undefined)
    return working
  }

  async function fail(): Promise<Hex> {
    const nobody = `0x${'0'.repeat(40)}`
    const nothing = `0x${'0'.repeat(64)}`
    const args = [nobody, nothing, 27, nothing, nothing]
    // Sent with gas of its own: who asks first how much it takes hears that it fails.
    const sent = { address: TOKEN, abi, functionName: 'cancelAuthorization', args, gas: 200_000n }
    const hash = await wallet.writeContract(sent as Parameters<typeof wallet.writeContract>[0])
    const { status } = await wallet.waitForTransactionReceipt({ hash })
    if (status !== 'reverted') throw new Error('the transaction did not fail')
    return hash
  }

  return {
    rpcUrl,
    otherToken,
    // The library asks for less than this client can do, in types of its own.
    signer: { ...wallet, address: wallet.account.address } as unknown as Chain['signer'],
    call,
    fail: () => inTurn(fail),
    inTurn,
    async fund(value = 1_000_000_000n): Promise<Wallet> {
      const account = privateKeyToAccount(generatePrivateKey())
      await call('mint', [account.address, value])
      await call('mint', [account.address, value], otherToken)
      return account
    },
    async balanceOf(owner: string, address: Hex = TOKEN): Promise<bigint> {
      const query = { address, abi, functionName: 'balanceOf', args: [owner] }
      // The token's own function returns a number.
      return (await wallet.readContract(query)) as bigint
    },
    async stop(): Promise<void> {
      guard.kill('SIGKILL')
      const ended = once(anvil, 'exit')
      anvil.kill('SIGKILL')
      await ended
    },
  }
}

/** The binary itself: the package's own command starts it as a child, which a kill would miss. */
function anvilPath(): string {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch
  const manifest = `@foundry-rs/anvil-${process.platform}-${arch}/package.json`
  const folder = dirname(createRequire(import.meta.url).resolve(manifest))
  return join(folder, 'bin', process.platform === 'win32' ? 'anvil.exe' : 'anvil')
}

async function listening(stdout: NodeJS.ReadableStream): Promise<string> {
  let said = ''
  stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  for (let tries = 0; tries < START_TRIES; tries += 1) {
    const [, address] = /Listening on ([\d.]+:\d+)/.exec(said) ?? []
    if (address !== undefined) return `http://${address}`
    await sleep(50)
  }
  throw new Error(`the chain did not start: ${said.slice(-500)}`)
}
