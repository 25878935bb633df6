// The whole service with payments: a chain, a token, a facilitator and a registry, all on loopback.

import { createHash, randomBytes } from 'node:crypto'
import type { PaymentRequirements } from '@x402/core/types'
import type { AppOptions } from '../../../src/app.ts'
import type { LedgerViolation } from '../../../src/ports/credits.ts'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { publishNpm } from '../publish.ts'
import { type Reply, type Service, startService } from '../service.ts'
import { startFacilitator, type TestFacilitator } from './facilitator.ts'
import { type Payment, sign } from './payment.ts'
import { type Chain, startChain, TOKEN } from './startChain.ts'

export const PAY_TO = '0x00000000000000000000000000000000000000A1'

/** Short, so that a facilitator that hangs does not hold up the tests. */
const TIMES = { verifyMs: 1_500, settleMs: 1_500, transferWaitMs: 1_000 }

export type PaidService = Readonly<{
  chain: Chain
  facilitator: TestFacilitator
  registry: FakeRegistry
  service: Service
  env: Readonly<Record<string, string>>
  /** The first offer for what is asked. */
  offer(path: string, body: unknown): Promise<PaymentRequirements>
  sign: typeof sign
  pay(path: string, body: unknown, payment: Payment | string, to?: Service): Promise<Reply>
  balances(payer: string): Promise<Readonly<{ payer: bigint; payee: bigint }>>
  violations(): Promise<readonly LedgerViolation[]>
  newKey(): Readonly<{ key: string; keySha256: string }>
  /** Another node over the same store. */
  another(options?: AppOptions): Promise<Service>
  close(): Promise<void>
}>

export async function startPaidService(
  settings: Readonly<Record<string, string>>,
  options: AppOptions = {},
  registry?: FakeRegistry,
): Promise<PaidService> {
  const chain = await startChain()
  const facilitator = await startFacilitator(chain)
  registry ??= await fakeRegistry()
  for (const [version, text] of [
    ['1.0.0', 'export function glow(): void'],
    ['1.1.0', 'export function glow(strength: number): void'],
  ] as const) {
    const files = `-- index.js --\nexports.glow = () => {}\n-- index.d.ts --\n${text}\n`
    publishNpm(registry, { name: 'lamp', version, files, types: 'index.d.ts' })
  }
  const env = {
    ...settings,
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_PAY_TO: PAY_TO,
    ASSAY_X402_NETWORK: 'base-sepolia',
    ASSAY_X402_ASSET: `${TOKEN},${chain.otherToken}:USDC:2:6`,
    ASSAY_FACILITATOR_URL: facilitator.url,
    ASSAY_RPC_URL: chain.rpcUrl,
  }
  const service = await startService(env, { x402Times: TIMES, ...options })
  return {
    chain,
    facilitator,
    registry,
    service,
    env,
    sign,
    async offer(path, body) {
      return (await service.post(path, body)).body.accepts[0]
    },
    pay(path, body, payment, to = service) {
      const header = typeof payment === 'string' ? payment : payment.header
      return to.post(path, body, { 'payment-signature': header })
    },
    async balances(payer) {
      return { payer: await chain.balanceOf(payer), payee: await chain.balanceOf(PAY_TO) }
    },
    violations: async () => (await service.app.store.ledger.check({ graceMs: 0 })).violations,
    newKey() {
      const key = `assay_${randomBytes(32).toString('base64url')}`
      return { key, keySha256: createHash('sha256').update(key).digest('hex') }
    },
    another: (more = {}) =>
      startService(env, { x402Times: TIMES, dataDir: service.dataDir, ...more }),
    async close() {
      await service.close()
      await facilitator.close()
      await registry.close()
      await chain.stop()
    },
  }
}
