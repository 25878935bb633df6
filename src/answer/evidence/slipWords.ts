// What names look like, as checks ask it: each search takes milliseconds, and the first one much more, so
// that answers are kept while the same sets of names answer.

import { keptIn } from '../../domain/maps.ts'
import { ECOSYSTEMS, type PackageKey } from '../../domain/names/packageName.ts'
import type { NameIndex } from '../../ports/nameIndex.ts'

/** Past it they are searched for again. */
const WORDS_MAX = 20_000

type Word = readonly string[]
export type KeptWords = readonly (readonly [string, Word])[]

export type SlipWords = ReturnType<typeof slipWords>

export function slipWords(names: NameIndex) {
  let known = new Map<string, Word>()
  let { generation } = names
  const kept = (text: string, search: () => Word): Word => {
    if (generation !== names.generation || known.size >= WORDS_MAX) {
      known = new Map()
      generation = names.generation
    }
    return keptIn(known, text, search)
  }
  return {
    /** The likeliest first. */
    near: ({ ecosystem, name }: PackageKey): readonly string[] =>
      kept(`near ${ecosystem} ${name}`, () => {
        const near = names.near(ecosystem, name).names.map((one) => one.name)
        const meant = names.meant(ecosystem, name).map((one) => one.name)
        return [...new Set([...near, ...meant])]
      }),
    lookalike({ ecosystem, name }: PackageKey, isHeld: boolean): string | null {
      const text = `lookalike ${ecosystem} ${isHeld} ${name}`
      const [found] = kept(text, () => {
        const one = names.lookalike(ecosystem, name, isHeld)
        return one === null ? [] : [one]
      })
      return found ?? null
    },
    /** Tells the sets that answer from all others that may, where the program is the same. */
    sets: (): string =>
      ECOSYSTEMS.map((ecosystem) => {
        const answering = names.answering(ecosystem)
        return answering.source === 'popular' ? 'popular' : answering.snapshot.sha256
      }).join(' '),
    /** What these very sets have answered elsewhere. */
    load(words: KeptWords): void {
      for (const [text, word] of words) known.set(text, word)
    },
    words: (): KeptWords => [...known],
  }
}
