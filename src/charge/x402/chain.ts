// What the chain says of an authorization. That its nonce is used does not mean that it has paid:
// a transfer from the payer to us, of the amount, right behind the event that used the nonce, does.

import * as viem from 'viem'
import { ServiceError } from '../../errors.ts'
import * as limits from '../../limits.ts'
import type { Authorization, ChainOutcome, PaymentChain, Settlement } from '../../ports/payments.ts'

const TOKEN = viem.parseAbi([
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
/** The two ways in which a nonce ends; both name the authorizer and the nonce. */
const ENDED = ['AuthorizationUsed(address,bytes32)', 'AuthorizationCanceled(address,bytes32)'].map(
  viem.toEventSelector,
)

export function evmChain(parts: { rpcUrl: string }): PaymentChain {
  const client = viem.createPublicClient({
    transport: viem.http(parts.rpcUrl, { timeout: limits.CHAIN_TIMEOUT_MS, retryCount: 1 }),
  })

  async function looked(transaction: string, of: Authorization): Promise<Looked> {
    try {
      const { logs, status } = await client.getTransactionReceipt({ hash: hex(transaction) })
      if (status !== 'success') return { transfer: null, isReverted: true }
      return { transfer: findTransfer(logs, transaction, of), isReverted: false }
    } catch (error) {
      if (error instanceof viem.TransactionReceiptNotFoundError) return null
      throw error
    }
  }

  /** The transaction that ended the nonce, looked for from the newest block backwards. */
  async function endedIn(of: Authorization, fromBlock: number, newest: number) {
    const least = Math.max(0, Math.min(fromBlock, newest - limits.CHAIN_LOOKBACK_BLOCKS))
    for (let to = newest; to >= least; to -= limits.CHAIN_SEARCH_BLOCKS) {
      const from = Math.max(least, to - limits.CHAIN_SEARCH_BLOCKS + 1)
      const filter = {
        address: hex(of.asset),
        topics: [ENDED, viem.padHex(hex(of.payer), { size: 32 }), hex(of.nonce)],
        fromBlock: viem.numberToHex(from),
        toBlock: viem.numberToHex(to),
      }
      const [found] = await client.request({ method: 'eth_getLogs', params: [filter] })
      if (found !== undefined) return found.transactionHash
    }
    return null
  }

  async function outcome(
    of: Authorization,
    { transaction, fromBlock }: { transaction: string | null; fromBlock: number },
  ): Promise<ChainOutcome> {
    const named = transaction === null ? null : await looked(transaction, of)
    if (named?.transfer) return { state: 'paid', settlement: named.transfer }
    const block = await client.getBlock()
    const isUsed = await client.readContract({
      address: hex(of.asset),
      abi: TOKEN,
      functionName: 'authorizationState',
      args: [hex(of.payer), hex(of.nonce)],
      blockNumber: block.number,
    })
    const chainTimeS = Number(block.timestamp)
    if (!isUsed) return { state: 'unused', chainTimeS, isReverted: named?.isReverted ?? false }
    const ended = await endedIn(of, fromBlock, Number(block.number))
    const found = ended === null ? null : await looked(ended, of)
    if (found === null) return { state: 'unseen', chainTimeS }
    const { transfer } = found
    return transfer === null ? { state: 'spent' } : { state: 'paid', settlement: transfer }
  }

  return {
    height: () => asked(async () => Number(await client.getBlockNumber({ cacheTime: 0 }))),
    outcome: (of, where) => asked(() => outcome(of, where)),
  }
}

/** What a transaction did; null when it is not on the chain that we see. */
type Looked = Readonly<{ transfer: Settlement | null; isReverted: boolean }> | null

/** The cause may name the address of the node, and that may hold a key: it stays out of the words. */
async function asked<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    const kind = error instanceof Error ? error.name : 'unknown'
    throw new ServiceError('payment_unavailable', `The chain could not be asked (${kind})`)
  }
}

/**
 * The transfer that the use of this nonce made. Only the token's very next event counts: another
 * one of the same amount, in the same transaction, belongs to another authorization.
 */
function findTransfer(
  logs: readonly viem.Log[],
  transaction: string,
  of: Authorization,
): Settlement | null {
  const events = logs.flatMap((log) => {
    if (log.address.toLowerCase() !== of.asset) return []
    const event = decode(log)
    return event === null ? [] : [{ event, logIndex: log.logIndex ?? -1 }]
  })
  for (const [i, { event }] of events.entries()) {
    if (event.eventName !== 'AuthorizationUsed') continue
    if (event.args.authorizer.toLowerCase() !== of.payer) continue
    if (event.args.nonce.toLowerCase() !== of.nonce) continue
    const next = events[i + 1]
    if (next === undefined || next.event.eventName !== 'Transfer') return null
    const { from, to, value } = next.event.args
    const pays =
      from.toLowerCase() === of.payer &&
      to.toLowerCase() === of.payTo &&
      value === BigInt(of.amountAtomic)
    return pays ? { transaction: transaction.toLowerCase(), logIndex: next.logIndex } : null
  }
  return null
}

function decode(log: viem.Log) {
  try {
    return viem.decodeEventLog({ abi: TOKEN, data: log.data, topics: log.topics })
  } catch {
    // Another event of the token's.
    return null
  }
}

/** Ours are of this form already: readPayment has seen to it. */
function hex(text: string): viem.Hex {
  return text as viem.Hex
}
