// Derives some of the open answers of a log again, from the very files that they rest on.

import { randomInt } from 'node:crypto'
import { isMembers } from '../../domain/texts/jsonValue.ts'
import type { Look, OpenEntry } from '../../log/monitor/followLog.ts'
import type { Tools } from '../terminal/command.ts'
import { counted } from '../terminal/counted.ts'
import { EXIT, type ExitStatus } from '../terminal/output.ts'
import { printable } from '../terminal/progress.ts'

const TYPES: ReadonlySet<unknown> = new Set(['assay.symbol_exists/1', 'assay.release_diff/1'])

/** Throws the evidence of an answer that its artifacts contradict. */
export async function sampleAgain(
  look: Look,
  count: number,
  { tools, signal, json }: Readonly<{ tools: Tools; signal: AbortSignal; json: boolean }>,
): Promise<ExitStatus> {
  const chosen = drawn(
    look.wanted.filter(({ attestation }) => TYPES.has(attestation['type'])),
    count,
  )
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

/** So many of them, by chance: who knows which ones are looked at could lie in the others. */
function drawn<T>(from: readonly T[], count: number): readonly T[] {
  const rest = [...from]
  const chosen: T[] = []
  while (chosen.length < count && rest.length > 0)
    chosen.push(...rest.splice(randomInt(rest.length), 1))
  return chosen
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
