// Asks a question and pays for the answer, over x402 with a wallet or with a prepaid key:
//   ASSAY_WALLET_KEY=0x… npx tsx examples/pay.ts http://127.0.0.1:8402 npm lodash debounce [0x<published address> ...]
//   ASSAY_API_KEY=…      npx tsx examples/pay.ts …
// Spends up to 0.01 USD on an answer. Exit status: 0 it exists, 1 it does not, 2 usage, 3 no answer.

import { privateKeyToAccount } from 'viem/accounts'
// In a project of your own: import { … } from 'assay/client'
import { AssayError, assayClient, ReceiptInvalid } from '../src/client.ts'

const { ASSAY_WALLET_KEY: walletKey, ASSAY_API_KEY: apiKey } = process.env
const [baseUrl, ecosystem, name, symbol, ...verifiers] = process.argv.slice(2)
const payment =
  walletKey !== undefined
    ? { wallet: privateKeyToAccount(`0x${walletKey.replace(/^0x/, '')}`) }
    : apiKey !== undefined
      ? { apiKey }
      : null
if (baseUrl === undefined || name === undefined || symbol === undefined || payment === null) {
  console.error('usage: pay <service> <pypi|npm> <package> <symbol> [published address…]')
  console.error('with ASSAY_WALLET_KEY or ASSAY_API_KEY in the environment')
  process.exit(2)
}

const client = assayClient({
  baseUrl,
  ...payment,
  spending: { perCallUsd: '0.01', totalUsd: '0.05' },
  ...(verifiers.length > 0 ? { verifiers } : {}),
})
try {
  const answer = await client.symbolExists({
    ecosystem: ecosystem === 'npm' ? 'npm' : 'pypi',
    package: name,
    symbol,
  })
  console.log(answer.exists ? `${answer.qualified_name} exists` : `${symbol} does not exist`)
  console.log(`cost: ${client.spent()} millionths of a dollar`)
  process.exitCode = answer.exists ? 0 : 1
} catch (error) {
  if (!(error instanceof AssayError || error instanceof ReceiptInvalid)) throw error
  console.error(error instanceof AssayError ? `${error.code}: ${error.message}` : error.message)
  process.exitCode = 3
}
