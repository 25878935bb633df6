// Has the libraries of DSSE and in-toto read every receipt of the corpus as a statement:
//
//   npx tsx scripts/truth/log/inToto.ts
//
// Needs Go, which fetches the libraries itself; nothing of them is kept here.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inTotoEnvelope } from '../../../src/attest/inToto.ts'

const corpus = fileURLToPath(new URL('../../../test/corpus/receipts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'assay-intoto-'))
try {
  cpSync(fileURLToPath(new URL('inToto', import.meta.url)), folder, { recursive: true })
  const go = (...args: string[]) =>
    execFileSync('go', args, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] })
  go('mod', 'tidy')
  go('build', '-o', 'read', '.')
  const counts = { read: 0, withoutSubject: 0, refused: 0 }
  for (const name of readdirSync(corpus).filter((file) => file.endsWith('.json'))) {
    const receipt = JSON.parse(readFileSync(join(corpus, name), 'utf8'))
    const envelope = inTotoEnvelope(receipt)
    if (envelope === null) {
      counts.withoutSubject += 1
      continue
    }
    const { status, stdout, stderr } = spawnSync(join(folder, 'read'), { input: envelope })
    const told = receipt.attestation.evidence.artifacts.map(
      (artifact: { filename: string; sha256: string }) =>
        `${artifact.filename} ${artifact.sha256}\n`,
    )
    const isRead = status === 0 && stdout.toString() === told.join('')
    counts[isRead ? 'read' : 'refused'] += 1
    if (!isRead) console.log(`${name}: ${stderr.toString().trim()}`)
  }
  console.log(counts)
  process.exitCode = counts.refused === 0 && counts.read > 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true })
}
