// Elements from values. Text goes in as text and never as HTML, whatever an answer holds.

export type Child = Node | string | null

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value)
  made.append(...children.filter((child) => child !== null))
  return made
}

/** The element that the page has under this id; the server's HTML and this script are one build. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}

/** The text of a field of a form; empty where there is none. */
export function fieldText(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}

/** The same, with lines as they were typed: forms come with the line ends of the network. */
export function fieldLines(form: HTMLFormElement, name: string): string {
  return fieldText(form, name).replaceAll('\r\n', '\n')
}

/** Terms and what is said of each; those with nothing to say are left out. */
export function facts(rows: readonly (readonly [string, Child])[]): HTMLElement {
  const list = element('dl')
  for (const [term, said] of rows) {
    if (said === null || said === '') continue
    list.append(element('dt', {}, term), element('dd', {}, said))
  }
  return list
}

export function code(text: string): HTMLElement {
  return element('code', {}, text)
}

/** A link where the address is one that may be followed, else its text. */
export function linkTo(address: string, text: string = address): Node {
  const isWeb = /^https?:\/\//.test(address)
  if (!isWeb) return document.createTextNode(text)
  return element('a', { href: address, rel: 'noopener noreferrer' }, text)
}

export type Tone = 'good' | 'bad' | 'unsure'
const MARKS: Readonly<Record<Tone, string>> = { good: '✓', bad: '✕', unsure: '?' }

/** The sentence at the head of a result; the mark says it to whoever sees no colours. */
export function headline(tone: Tone, sentence: string): HTMLElement {
  const mark = element('span', { class: 'mark', 'aria-hidden': 'true' }, MARKS[tone])
  return element('h3', { class: `headline ${tone}` }, mark, ' ', sentence)
}

export function button(label: string, onClick: () => unknown): HTMLButtonElement {
  const made = element('button', { type: 'button', class: 'quiet' }, label)
  made.addEventListener('click', onClick)
  return made
}

/** `1 row`, `2 rows`, `12,345 rows`. */
export function counted(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
