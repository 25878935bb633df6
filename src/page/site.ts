// The script of the pages about packages: it searches the names of a release while one types, and copies
// what is to be taken along. Everything else on those pages works without it.

import { matchPaths } from '../wire/matchPaths.ts'
import { keepReceipt } from './keptReceipt.ts'
import { slashFocuses } from './slash.ts'

const SHOWN_MAX = 100

type Names = Readonly<{
  kinds: readonly string[]
  paths: readonly string[]
  folded: readonly string[]
}>

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-names]')) searchIn(form)
for (const one of document.querySelectorAll<HTMLElement>('.command')) copyCommand(one)
for (const one of document.querySelectorAll<HTMLButtonElement>('button[data-copy]'))
  copyReceipt(one)
for (const one of document.querySelectorAll<HTMLButtonElement>('button[data-verify]'))
  verifyReceipt(one)
for (const form of document.querySelectorAll<HTMLFormElement>('form[data-drop]')) takeFile(form)
slashFocuses()

function searchIn(form: HTMLFormElement): void {
  const input = form.querySelector('input')
  const list = form.querySelector('ul')
  const said = form.querySelector('[role="status"]')
  if (input === null || list === null || said === null) return
  const base = form.action
  let names: Promise<Names> | null = null
  const load = () => {
    names ??= fetchNames(form.dataset['names'] ?? '')
    return names
  }
  async function draw(): Promise<void> {
    if (input === null || list === null || said === null) return
    const query = input.value
    let all: Names
    try {
      all = await load()
    } catch {
      // The form still works as one.
      names = null
      return
    }
    // Somebody went on typing.
    if (query !== input.value) return
    const { found, total } = matchPaths(all.folded, query, SHOWN_MAX)
    said.textContent = query.trim() === '' ? '' : wordsOf(found.length, total)
    list.replaceChildren(...found.map((i) => row(base, all.paths[i] ?? '', all.kinds[i] ?? '')))
  }
  input.addEventListener('focus', () => void load().catch(() => undefined), { once: true })
  input.addEventListener('input', () => void draw())
  form.addEventListener('submit', (event) => {
    const first = list.querySelector('a')
    if (names === null || first === null) return
    event.preventDefault()
    first.click()
  })
}

async function fetchNames(address: string): Promise<Names> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${response.status}`)
  const kinds: string[] = []
  const paths: string[] = []
  for (const line of (await response.text()).split('\n')) {
    const [kind = '', path = ''] = line.split('\t')
    if (path === '') continue
    kinds.push(kind)
    paths.push(path)
  }
  return { kinds, paths, folded: paths.map((path) => path.toLowerCase()) }
}

function wordsOf(shown: number, total: number): string {
  if (total === 0) return 'No public name holds that.'
  const fit = `${total.toLocaleString('en')} ${total === 1 ? 'name fits' : 'names fit'}`
  return total > shown ? `${fit}, the first ${shown} are shown.` : `${fit}.`
}

function row(base: string, path: string, kind: string): HTMLElement {
  const item = document.createElement('li')
  const link = document.createElement('a')
  link.href = `${base}/${path.split('/').map(encodeURIComponent).join('/').replaceAll('%40', '@')}`
  const code = document.createElement('code')
  code.textContent = path
  const tag = document.createElement('span')
  tag.className = 'kind'
  tag.textContent = kind
  link.append(code)
  item.append(link, ' ', tag)
  return item
}

function copyCommand(box: HTMLElement): void {
  const text = box.querySelector('code')?.textContent ?? ''
  // Browsers have no clipboard where the page came over plain HTTP.
  if (navigator.clipboard === undefined) return
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  })
  box.append(button)
}

function copyReceipt(button: HTMLButtonElement): void {
  if (navigator.clipboard === undefined) return
  withReceipt(button, 'copy', async (text) => {
    await navigator.clipboard.writeText(text)
    button.textContent = 'Copied'
  })
}

/** The page that checks receipts does it in the browser. */
function verifyReceipt(button: HTMLButtonElement): void {
  withReceipt(button, 'verify', (text) => {
    keepReceipt(text)
    location.assign('/#receipt')
  })
}

/** The receipt is asked for when somebody wants it: it counts as a question. */
function withReceipt(
  button: HTMLButtonElement,
  address: 'copy' | 'verify',
  use: (text: string) => unknown,
): void {
  button.hidden = false
  button.addEventListener('click', async () => {
    const response = await fetch(button.dataset[address] ?? '').catch(() => null)
    if (response === null || !response.ok) {
      button.textContent =
        response?.status === 429 ? 'The free questions are spent' : 'Not to be had now'
      return
    }
    await use(await response.text())
  })
}

/** Of a file that is chosen or dropped. */
const FILE_BYTES_MAX = 512 * 1024

/** A file that is dropped onto the page is what the form asks about. */
function takeFile(form: HTMLFormElement): void {
  const choose = form.querySelector<HTMLElement>('[data-choose]')
  const input = choose?.querySelector('input')
  if (choose == null || input == null) return
  choose.hidden = false
  input.addEventListener('change', () => void ask(form, input.files?.[0]))
  document.addEventListener('dragover', (event) => event.preventDefault())
  document.addEventListener('drop', (event) => {
    event.preventDefault()
    void ask(form, event.dataTransfer?.files[0])
  })
}

async function ask(form: HTMLFormElement, file: File | undefined): Promise<void> {
  const path = form.querySelector<HTMLInputElement>('[name="path"]')
  const content = form.querySelector<HTMLTextAreaElement>('[name="content"]')
  if (file === undefined || path === null || content === null) return
  form.closest('details')?.setAttribute('open', '')
  if (file.size > FILE_BYTES_MAX) {
    content.placeholder = 'The file is too large for one question.'
    return
  }
  path.value = file.name
  content.value = await file.text()
  form.requestSubmit()
}
