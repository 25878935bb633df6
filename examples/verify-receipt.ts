// Checks a receipt offline:
//   npx tsx examples/verify-receipt.ts receipt.json 0x<published address> [0x<older address> ...]
// The file is the whole answer as it was served, or {"attestation": ..., "signature": ...}.
// Exit status: 0 valid, 1 not valid, 2 usage.

import { readFileSync } from 'node:fs'
// In a project of your own: import { verifyReceipt } from 'assay'
import { verifyReceipt } from '../src/index.ts'

const [file, ...verifiers] = process.argv.slice(2)
if (file === undefined || verifiers.length === 0) {
  console.error('usage: verify-receipt <receipt.json> <published address>...')
  process.exit(2)
}

// The text and not JSON.parse of it: a parsed value no longer shows a key that was there twice.
const verdict = verifyReceipt(readFileSync(file, 'utf8'), { verifiers })
console.log(JSON.stringify(verdict, null, 2))
process.exitCode = verdict.valid ? 0 : 1
