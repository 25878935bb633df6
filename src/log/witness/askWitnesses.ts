// Asks every witness of a log for its cosignature, side by side. One that is slow, away or lying costs its
// own line and nothing else.

import { WITNESS_REST_MS } from '../../limits.ts'
import type { PolicyWitness } from '../note/policy.ts'
import type { Proof } from '../tree/proofs.ts'
import { type Asked, askWitness, type WitnessAnswer } from './askWitness.ts'

/** `unreachable`: no answer in time, or none at all. `resting`: it failed a moment ago. */
export type WitnessOutcome = Asked['state'] | 'unreachable' | 'resting'

export type WitnessesAsked = Readonly<{
  /** The checkpoint with the lines that came. */
  checkpoint: string
  outcomes: ReadonlyMap<string, WitnessOutcome>
}>

/** `post`: throws where no answer comes in time. */
export function witnessesOf(
  witnesses: readonly PolicyWitness[],
  {
    post,
    monotonicMs,
  }: Readonly<{
    post: (url: string, body: string) => Promise<WitnessAnswer>
    monotonicMs: () => number
  }>,
) {
  /** By their names: what each has cosigned last, as far as this process knows. */
  const knownSizes = new Map<string, number>()
  const restsUntilMs = new Map<string, number>()

  async function askOne(
    { name, key, url }: PolicyWitness,
    asked: Parameters<typeof askAll>[0],
  ): Promise<Asked | Readonly<{ state: 'unreachable' | 'resting' }>> {
    if (url === null) return { state: 'unreachable' }
    if (monotonicMs() < (restsUntilMs.get(name) ?? 0)) return { state: 'resting' }
    const restsUntil = monotonicMs() + WITNESS_REST_MS
    restsUntilMs.set(name, restsUntil)
    try {
      const answer = await askWitness({
        ...asked,
        key,
        knownSize: knownSizes.get(name) ?? 0,
        post: (body) => post(`${url.replace(/\/+$/, '')}/add-checkpoint`, body),
      })
      if (answer.state !== 'cosigned') return answer
      knownSizes.set(name, asked.size)
      restsUntilMs.delete(name)
      return answer
    } catch {
      return { state: 'unreachable' }
    }
  }

  async function askAll(
    asked: Readonly<{
      checkpoint: string
      size: number
      prove: (oldSize: number) => Promise<Proof>
    }>,
  ): Promise<WitnessesAsked> {
    const answers = await Promise.all(witnesses.map((one) => askOne(one, asked)))
    const lines = answers.map((answer) => (answer.state === 'cosigned' ? answer.line : ''))
    const outcomes = witnesses.map(
      ({ name }, at) => [name, answers[at]?.state ?? 'unreachable'] as const,
    )
    return { checkpoint: `${asked.checkpoint}${lines.join('')}`, outcomes: new Map(outcomes) }
  }
  return askAll
}
