// Asks a running service and believes nothing that is not signed:
//   npx tsx examples/ask.ts http://127.0.0.1:8402 pypi requests Session.gett [0x<published address> ...]
// Without an address, the ones that the service publishes in /policy are believed.
// Exit status: 0 it exists, 1 it does not, 2 usage, 3 no believable answer.

// In a project of your own: import { … } from 'assay/client'
import { AssayError, assayClient, ReceiptInvalid } from '../src/client.ts'

const [baseUrl, ecosystem, name, symbol, ...verifiers] = process.argv.slice(2)
if (symbol === undefined || name === undefined || baseUrl === undefined) {
  console.error('usage: ask <service> <pypi|npm> <package> <symbol> [published address…]')
  process.exit(2)
}

const client = assayClient({ baseUrl, ...(verifiers.length > 0 ? { verifiers } : {}) })
try {
  const question = {
    ecosystem: ecosystem === 'npm' ? 'npm' : 'pypi',
    package: name,
    symbol,
  } as const
  const answer = await client.symbolExists(question)
  console.log(
    answer.exists
      ? `${answer.qualified_name}: ${answer.kind} in ${answer.version_resolved}`
      : `not there; did you mean ${answer.closest_match?.join(', ') || 'something else'}?`,
  )
  process.exitCode = answer.exists ? 0 : 1
} catch (error) {
  if (!(error instanceof AssayError || error instanceof ReceiptInvalid)) throw error
  console.error(error.message)
  process.exitCode = 3
}
