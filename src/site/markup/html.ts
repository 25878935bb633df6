// Pieces of HTML. Whatever is put into one is text, and is shown as it is: no markup, no sign that nobody
// sees, no text without an end. Only what was made here is markup.

/** Longer texts are cut: whoever wrote them may have written ten megabytes. */
export const TEXT_LENGTH_MAX = 4_000

/** Marks that one letter may carry. */
const MARKS = /(\p{M}{4})\p{M}+/gu

/**
 * Signs that are not seen, or that turn the text around them: controls (line ends and tabs aside), formats
 * such as U+202E and U+200B, fillers that look like a space, halves of characters.
 */
const UNSEEN = /[\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]|(?![\n\t])\p{Cc}/gu

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export class Markup {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

export const NOTHING = new Markup('')

/** Null, undefined and false are nothing. */
export type Shown = Markup | string | number | null | undefined | false | readonly Shown[]

export function html(pieces: TemplateStringsArray, ...values: readonly Shown[]): Markup {
  let text = pieces[0] ?? ''
  for (let i = 0; i < values.length; i += 1) text += rendered(values[i]) + (pieces[i + 1] ?? '')
  return new Markup(text)
}

function rendered(value: Shown): string {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Markup) return value.text
  if (typeof value === 'string') return escaped(value)
  if (typeof value === 'number') return String(value)
  return value.map(rendered).join('')
}

export function escaped(text: string): string {
  return entities(seen(text))
}

/** A reader's own text in the field that it came from: every sign of it goes back as it was. */
export function field(text: string): Markup {
  // The first line end in a text area is not part of it.
  return new Markup(`\n${entities(text)}`)
}

function entities(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')
}

/** The text with every sign that is not seen written out, cut where it is too long. */
export function seen(text: string): string {
  const cut = cutAt(text, TEXT_LENGTH_MAX)
  // Most texts are plain: one test tells.
  if (/^[\x20-\x7e\n\t]*$/.test(cut)) return cut
  return cut.replace(MARKS, '$1').replace(UNSEEN, codePoint)
}

function codePoint(sign: string): string {
  const point = (sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `⟨U+${point}⟩`
}

/** At most so many units, and a sign for what is left out. */
export function cutAt(text: string, lengthMax: number): string {
  return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`
}
