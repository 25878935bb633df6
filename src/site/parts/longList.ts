// A list of which the rest is folded where it is long: on a telephone some rows fill a page. It opens without
// a script, and what is in it is found by whoever searches the page.

import { html, type Markup } from '../markup/html.ts'
import { counted } from './words.ts'

/** `open`: so many rows stand open of a list that has half as many again, and more. */
export function longList<One>(
  all: readonly One[],
  open: number,
  drawn: (rows: readonly One[]) => Markup,
  noun = 'row',
): Markup {
  if (all.length <= open * 1.5) return drawn(all)
  const rest = all.slice(open)
  return html`${drawn(all.slice(0, open))}
<details class="more"><summary>${counted(rest.length, `more ${noun}`)}</summary>
${drawn(rest)}</details>`
}
