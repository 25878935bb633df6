// The line below an answer by which it is passed on.

import { button, element } from './dom.ts'

/** `address`: null where it would be too long. `holdsCode`: whoever gets the link gets the code. */
export function shareLine(address: string | null, holdsCode: boolean): HTMLElement {
  if (address === null) return element('p', { class: 'dim' }, 'This is too long for a link.')
  const line = element('p', { class: 'share' }, element('a', { href: address }, label(holdsCode)))
  // Browsers have no clipboard where the page came over plain HTTP.
  if (navigator.clipboard !== undefined) {
    const copy = button('Copy', async () => {
      await navigator.clipboard.writeText(new URL(address, location.href).href)
      copy.textContent = 'Copied'
    })
    line.append(' ', copy)
  }
  return line
}

function label(holdsCode: boolean): string {
  return holdsCode ? 'Link to this answer (it holds the code)' : 'Link to this answer'
}
