// A name with its signature, as its language writes it, broken into lines where it is long.

import { type Piece, signatureDiff } from '../../wire/signatureDiff.ts'
import { cutAt, html, type Markup } from '../markup/html.ts'

/** Longer ones are read on the page of their symbol. */
const ROW_LENGTH_MAX = 160

export function signatureText(name: string, signature: string | null): string {
  if (signature === null) return name
  return `${name}${/^[(<]/.test(signature) ? '' : ' '}${signature}`
}

export function signatureBlock(name: string, signature: string | null): Markup {
  return html`<pre class="signature" tabindex="0"><code>${signatureText(name, signature)}</code></pre>`
}

/** For a list of many. */
export function shortSignature(signature: string | null): Markup | null {
  if (signature === null) return null
  const oneLine = cutAt(signature.replaceAll(/\s+/g, ' '), ROW_LENGTH_MAX)
  return html`<code class="sig">${oneLine}</code>`
}

/** Both, with what is gone of the one and new in the other marked, where there is time to look for it. */
export function changedSignature(
  from: string | null,
  to: string | null,
  isMarked: boolean,
): Markup {
  const marked = isMarked ? signatureDiff(from ?? '', to ?? '') : unmarked(from ?? '', to ?? '')
  return html`<div class="change">
${from !== null && line('from', marked.from)}
${to !== null && line('to', marked.to)}
</div>`
}

function unmarked(from: string, to: string) {
  const whole = (text: string): readonly Piece[] => [{ text, isChanged: false }]
  return { from: whole(from), to: whole(to) }
}

function line(side: 'from' | 'to', pieces: readonly Piece[]): Markup {
  const shown = pieces.map(({ text, isChanged }) => {
    if (!isChanged) return text
    return side === 'from' ? html`<del>${text}</del>` : html`<ins>${text}</ins>`
  })
  const sign = side === 'from' ? '−' : '+'
  return html`<div class="side ${side}"><span aria-hidden="true">${sign} </span><span class="unseen">${side}: </span><code>${shown}</code></div>`
}
