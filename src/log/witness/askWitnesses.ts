// Asks every witness of a log for its cosignature, side by side. One that is slow, away or lying costs its
// own line and nothing else.

import type { PolicyWitness } from '../note/policy.ts'
import type { Proof } from '../tree/proofs.ts'
import { type Asked, askWitness, type WitnessAnswer } from './askWitness.ts'

/** `unreachable`: no answer in time, or none at all. */
export type WitnessOutcome = Asked['state'] | 'unreachable'

export type WitnessesAsked = Readonly<{
  /** The checkpoint with the lines that came. */
  checkpoint: string
  outcomes: ReadonlyMap<string, WitnessOutcome>
}>

/** `post`: throws where no answer comes in time. */
export function witnessesOf(
  witnesses: readonly PolicyWitness[],
  post: (url: string, body: string) => Promise<WitnessAnswer>,
) {
  /** By their names: what each has cosigned last, as far as this process knows. */
  const knownSizes = new Map<string, number>()

  async function askOne(
    { name, key, url }: PolicyWitness,
    asked: Parameters<typeof askAll>[0],
  ): Promise<Asked | Readonly<{ state: 'unreachable' }>> {
    if (url === null) return { state: 'unreachable' }
    try {
      const answer = await askWitness({
        ...asked,
        key,
        knownSize: knownSizes.get(name) ?? 0,
        post: (body) => post(`${url.replace(/\/+$/, '')}/add-checkpoint`, body),
      })
      if (answer.state === 'cosigned') knownSizes.set(name, asked.size)
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
