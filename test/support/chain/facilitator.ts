// A facilitator in this process, from the library's own parts, over HTTP; and every way in which
// one can fail.

import { randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { x402Facilitator } from '@x402/core/facilitator'
import type { PaymentPayload, PaymentRequirements } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type Chain, NETWORK } from './startChain.ts'

type Asked = Readonly<{ paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }>

/** What it does instead of its work, or after it. */
export type Fault =
  | 'none'
  | 'down'
  | 'hangs'
  | 'status 500'
  | 'html'
  | 'says no'
  | 'says pending'
  | 'says no, and names a transaction'
  | 'wrong transaction'
  | 'settles, then hangs'
  | 'settles, then status 500'
  | 'settles, then says no'

export type TestFacilitator = Awaited<ReturnType<typeof startFacilitator>>

export async function startFacilitator(chain: Chain) {
  const scheme = new ExactEvmScheme(toFacilitatorEvmSigner(chain.signer))
  const facilitator = new x402Facilitator().register(NETWORK, scheme)
  const faults: Record<'verify' | 'settle', Fault> = { verify: 'none', settle: 'none' }
  const counts = { verify: 0, settle: 0 }
  const hanging = new Set<ServerResponse>()

  async function work(step: 'verify' | 'settle', asked: Asked): Promise<unknown> {
    const { paymentPayload, paymentRequirements } = asked
    const run = () => facilitator[step](paymentPayload, paymentRequirements)
    return step === 'settle' ? chain.inTurn<unknown>(run) : run()
  }

  async function answer(step: 'verify' | 'settle', asked: Asked, response: ServerResponse) {
    counts[step] += 1
    const fault = faults[step]
    if (fault.startsWith('settles')) await work(step, asked)
    switch (fault) {
      case 'none':
        return json(response, 200, await work(step, asked))
      case 'down':
        return response.destroy()
      case 'hangs':
      case 'settles, then hangs':
        return void hanging.add(response)
      case 'status 500':
      case 'settles, then status 500':
        return json(response, 500, { error: 'internal' })
      case 'html':
        response.writeHead(200, { 'content-type': 'text/html' })
        return response.end('<html>Service temporarily unavailable</html>')
      case 'says no':
      case 'settles, then says no': {
        const no = { success: false, errorReason: 'unexpected_settle_error', transaction: '' }
        const invalid = { isValid: false, invalidReason: 'unexpected_verify_error' }
        return json(response, 200, step === 'settle' ? { ...no, network: NETWORK } : invalid)
      }
      case 'says pending':
      case 'says no, and names a transaction': {
        const isPending = fault === 'says pending'
        const errorReason = isPending ? 'settlement_pending' : 'invalid_transaction_state'
        const transaction = `0x${randomBytes(32).toString('hex')}`
        return json(response, 200, { success: false, errorReason, transaction, network: NETWORK })
      }
      case 'wrong transaction': {
        const transaction = await chain.call('mint', [chain.signer.address, 1n])
        return json(response, 200, { success: true, transaction, network: NETWORK })
      }
    }
  }

  const server = createServer((request, response) => {
    read(request)
      .then((asked) => {
        const step = request.url === '/settle' ? 'settle' : 'verify'
        return answer(step, asked, response)
      })
      .catch((error: unknown) => json(response, 500, { error: String(error) }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this type.
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    /** What goes wrong from now on; without arguments, nothing. */
    fail(wrong: Partial<typeof faults> = {}): void {
      faults.verify = wrong.verify ?? 'none'
      faults.settle = wrong.settle ?? 'none'
      counts.verify = 0
      counts.settle = 0
      for (const response of hanging) response.destroy()
      hanging.clear()
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body, (_, value) => (typeof value === 'bigint' ? `${value}` : value)))
}
