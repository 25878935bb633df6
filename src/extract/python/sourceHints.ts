// What a text may hold: looked for once, and not once for each class.

import type { Source } from './bindings.ts'

export type Hints = Readonly<{ hasWalrus: boolean; hasDescription: boolean }>

const hints = new WeakMap<Source, Hints>()

export function hintsOf(source: Source): Hints {
  let found = hints.get(source)
  if (found === undefined) {
    const hasWalrus = source.text.includes(':=')
    found = { hasWalrus, hasDescription: source.text.includes('AddSerializedFile') }
    hints.set(source, found)
  }
  return found
}
