// Derives some of the open answers of a log again, from the very files that they rest on.

import { randomInt } from 'node:crypto'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { Look, OpenEntry } from '../../log/monitor/followLog.ts'
import type { Tools } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'

const TYPES: ReadonlySet<unknown> = new Set(['assay.symbol_exists/1', 'assay.release_diff/1'])

/**
 * So many of them, by chance: who knows which ones are looked at could lie in the others. Each that comes
 * has the same chance to stay, however many there are, and no more than that many are held.
 */
export function drawing(count: number) {
  const chosen: OpenEntry[] = []
  let seen = 0
  return {
    chosen,
    take(entry: OpenEntry): void {
      if (count === 0 || !TYPES.has(entry.attestation['type'])) return
      seen += 1
      if (chosen.length < count) {
        chosen.push(entry)
        return
      }
      const place = randomInt(seen)
      if (place < count) chosen[place] = entry
    },
  }
}

/** Throws the evidence of an answer that its artifacts contradict. */
export async function sampleAgain(
  look: Look,
  chosen: readonly OpenEntry[],
  { tools, signal, json }: Readonly<{ tools: Tools; signal: AbortSignal; json: boolean }>,
): Promise<ExitStatus> {
  if (chosen.length === 0) return EXIT.yes
  const { out } = tools
  const app = await tools.openIngestApp()
  let unchecked = 0
  for (const entry of chosen) {
    const review = await app.review(asSigned(entry), signal)
    if (review.state === 'wrong') throw await look.accuse('answer_other', entry, review.reason)
    if (review.state === 'stands') continue
    unchecked += 1
    out.note(`assay: ${entry.index}: ${printable(review.reason)}`)
  }
  const told = { derived: chosen.length - unchecked, unchecked }
  if (json) out.print(JSON.stringify(told))
  else {
    const again = counted(told.derived, 'answer')
    out.print(`${out.good('right')}  ${again} derived again, ${unchecked} could not be`)
  }
  return unchecked > 0 ? EXIT.unavailable : EXIT.yes
}

/** The log has the attestation alone; which release it speaks of stands in its evidence. */
function asSigned({ attestation, hash }: OpenEntry) {
  const { type, verdict, question, evidence } = attestation
  const artifacts =
    isMembers(evidence) && Array.isArray(evidence['artifacts']) ? evidence['artifacts'] : []
  const name = isMembers(question) ? question['package'] : null
  const own = artifacts.find((file: unknown) => isMembers(file) && file['package'] === name)
  const version = isMembers(own) && typeof own['version'] === 'string' ? own['version'] : null
  return {
    attestationHash: hash,
    type: String(type),
    verdict: String(verdict),
    attestation: JSON.stringify(attestation),
    signature: '',
    answer: JSON.stringify({ version_resolved: version }),
    signedAt: '',
  }
}
