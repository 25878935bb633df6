// Writes the receipts that this version issues into test/corpus/receipts, once for each version:
//   npx tsx scripts/truth/receiptCorpus.ts
// A receipt that is there already is never written again, because what was issued must verify for
// ever as it was issued; a version that signs other bytes adds files of its own.

import { readFile, writeFile } from 'node:fs/promises'
import { SAMPLE_NAMES, SAMPLES, signedReceipt, testSigner } from '../../test/attest/samples.ts'

const root = new URL('../../', import.meta.url)
const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8'))
const signer = await testSigner()

for (const name of SAMPLE_NAMES) {
  const file = new URL(`test/corpus/receipts/v${version}-${name}.json`, root)
  const text = `${JSON.stringify(signedReceipt(SAMPLES[name], signer), null, 2)}\n`
  const written = await writeFile(file, text, { flag: 'wx' }).then(
    () => 'written',
    () => 'kept as it was',
  )
  console.log(`${name}: ${written}`)
}
