// Statements that carry documentation. `doc` is a getter because decoding is dear and most callers
// want the documentation of few declarations; it looks like any other property.

import { type DocSpan, docAt, firstLine, plainFirstLine } from './docs.ts'
import type { Documentation } from './syntax.ts'

export class Documented implements Documentation {
  #text: string
  #at: DocSpan | null
  #doc: string | null = null

  constructor(text: string, doc: DocSpan | null) {
    this.#text = text
    this.#at = doc
  }

  /** For assignments: the string comes after. */
  documentBy(doc: DocSpan): void {
    this.#at = doc
  }

  get doc(): string | null {
    if (this.#at !== null) {
      this.#doc = docAt(this.#text, this.#at)
      this.#at = null
    }
    return this.#doc
  }

  get docLine(): string | null {
    return (this.#at === null ? null : plainFirstLine(this.#text, this.#at)) ?? firstLine(this.doc)
  }

  get mentionsDeprecation(): boolean {
    if (this.#at === null) return this.#doc !== null && DEPRECATION.test(this.#doc)
    return DEPRECATION.test(this.#text.slice(this.#at.start, this.#at.end))
  }
}

const DEPRECATION = /deprecated|versionremoved/i

/** A file or a statement, with the documentation that stands at `doc`. */
export function documented<const Fields extends object>(
  text: string,
  doc: DocSpan | null,
  fields: Fields,
): Documented & Fields {
  return Object.assign(new Documented(text, doc), fields)
}
