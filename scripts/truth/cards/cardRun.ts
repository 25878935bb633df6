// What both measurements of cards share: their arguments, the cards of a release, and the figures.

import { parseArgs } from 'node:util'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config.ts'
import type { Ecosystem, PackageName } from '../../../src/domain/names/packageName.ts'
import { CARD_LENGTH_MAX } from '../../../src/limits.ts'
import type { CardAnswer, SymbolCard } from '../../../src/wire/cardAnswers.ts'

export const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    packages: { type: 'string', default: '50' },
    symbols: { type: 'string', default: '10' },
    top: { type: 'string', default: '1500' },
  },
})

export const app = await createApp(loadConfig(process.env))
export const never: AbortSignal = new AbortController().signal
export const tally = {
  packages: 0,
  symbols: 0,
  open: 0,
  absent: 0,
  signatures: 0,
  signaturesRight: 0,
  signaturesNone: 0,
  members: 0,
  membersRight: 0,
  membersMissing: 0,
  characters: 0,
  longest: 0,
}

export async function cardsOf(
  key: Readonly<{ ecosystem: Ecosystem; name: PackageName }>,
  version: string,
  symbols: readonly string[],
): Promise<CardAnswer['cards']> {
  const question = { key, version, files: [], symbols, question: null }
  const { reply } = await app.symbolCards(question, { signal: never })
  const answer: CardAnswer = JSON.parse(app.renderReply(reply, 0))
  if (answer.version_resolved !== version) throw new Error(`${key.name}: of another release`)
  return answer.cards
}

/** How long a card is, and whether it says that the symbol is there. */
export function counted(card: SymbolCard, where: string): void {
  const { length } = JSON.stringify(card)
  tally.symbols += 1
  tally.characters += length
  tally.longest = Math.max(tally.longest, length)
  if (length > CARD_LENGTH_MAX) console.log(`length ${where}: ${length}`)
  if (card.exists === null) tally.open += 1
  if (card.exists !== false) return
  tally.absent += 1
  console.log(`absent ${where}`)
}

/** Prints the figures. */
export async function closed(): Promise<void> {
  const average = tally.characters / Math.max(1, tally.symbols)
  console.log(JSON.stringify({ ...tally, characters: Math.round(average) }))
  await app.close()
}
