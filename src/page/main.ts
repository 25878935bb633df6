// The page's script: it shows the forms, asks, shows what came back, and checks receipts.

import './page.css'
import './docs.css'
import './site.css'
import { type Fields, isPartOf, readAddress, writeAddress } from './address.ts'
import { ask, renderQuota } from './ask.ts'
import { byId, element, fieldLines, fieldText } from './dom.ts'
import { takeReceipt } from './keptReceipt.ts'
import { QUESTIONS, type Question } from './questions.ts'
import { receiptLine, renderVerdict } from './receipt.ts'
import { shareLine } from './share.ts'
import { slashFocuses } from './slash.ts'
import { tabs } from './tabs.ts'
import { showWatched } from './watched.ts'

/** After so long people wonder whether anything happens. */
const SLOW_MS = 2_500

/** So much of an answer is seen without scrolling: its first sentences. */
const SEEN_MIN_PX = 160

const choice = tabs(byId('tabs'))
byId('tools').hidden = false
for (const question of QUESTIONS) wireQuestion(question)
wireReceipt()
wireExamples()
wireAddress()
slashFocuses()
const brought = takeReceipt()
if (brought !== null) openReceipt(brought)
const watched = document.querySelector<HTMLElement>('[data-targets]')
if (watched !== null) void showWatched(watched.dataset['targets'] ?? '', watched)

function formOf(id: string): HTMLFormElement {
  return byId(`form-${id}`) as HTMLFormElement // The page's HTML has forms under these ids.
}

function wireQuestion({ id, path, body, render, isPrivate = false }: Question): void {
  const form = formOf(id)
  const status = byId(`status-${id}`)
  const result = byId(`result-${id}`)
  let asking = new AbortController()
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    asking.abort()
    asking = new AbortController()
    const { signal } = asking
    const question = body(form)
    const address = writeAddress(id, fieldsOf(form))
    keepAddress(isPrivate || address === null ? `#${id}` : address)
    result.replaceChildren()
    status.className = 'status'
    status.textContent = 'Asking…'
    bringIntoView(status)
    const slow = setTimeout(() => {
      status.textContent =
        'Reading the published files. The first question about them takes longer.'
    }, SLOW_MS)
    const outcome = await ask(path, question, signal)
    clearTimeout(slow)
    // A newer question has taken its place.
    if (outcome === null) return
    if (outcome.quota !== null) byId('quota').textContent = renderQuota(outcome.quota)
    if (!outcome.ok) {
      status.className = 'status failed'
      status.textContent = outcome.sentence
      bringIntoView(status)
      return
    }
    const shown = rendered(() => render(outcome.body, question))
    announce(status, shown)
    result.replaceChildren(
      shown,
      shareLine(address, isPrivate),
      receiptLine(outcome.text, openReceipt),
      rawAnswer(outcome.body),
    )
    bringIntoView(shown)
  })
}

/** The fields of a form as they are now. */
function fieldsOf(form: HTMLFormElement): Fields {
  const names = [...new FormData(form).keys()]
  return Object.fromEntries(names.map((name) => [name, fieldLines(form, name)]))
}

/** What was asked stands in the address bar, and the way back leads to what was asked before. */
function keepAddress(address: string): void {
  const next = readAddress(address)
  const now = readAddress(location.hash)
  const isSame =
    now.id === next.id && (isPartOf(now.fields, next.fields) || !hasFields(next.fields))
  if (isSame) history.replaceState(null, '', address)
  else history.pushState(null, '', address)
}

function hasFields(fields: Fields): boolean {
  return Object.keys(fields).length > 0
}

/** On a small screen the answer would be below the fold. */
function bringIntoView(shown: HTMLElement): void {
  const { top, bottom } = shown.getBoundingClientRect()
  const isSeen = top >= 0 && Math.min(bottom, top + SEEN_MIN_PX) <= innerHeight
  if (!isSeen) shown.scrollIntoView({ block: 'start' })
}

/** Says the headline to whoever listens; the others see it. */
function announce(status: HTMLElement, shown: HTMLElement): void {
  status.className = 'unseen'
  status.textContent = shown.querySelector('h3')?.textContent ?? 'Answered.'
}

/** An answer of a shape that this page does not know is still shown, as JSON. */
function rendered(render: () => HTMLElement): HTMLElement {
  try {
    return render()
  } catch {
    return element('p', {}, 'The answer has a form that this page does not know.')
  }
}

function rawAnswer(body: unknown): HTMLElement {
  const details = element('details', {}, element('summary', {}, 'The answer as JSON'))
  // Made when it is wanted: a diff may have megabytes.
  details.addEventListener(
    'toggle',
    () => details.append(element('pre', { tabindex: '0' }, JSON.stringify(body, null, 2))),
    { once: true },
  )
  return details
}

function wireReceipt(): void {
  const form = formOf('receipt')
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const verdict = renderVerdict(
      fieldText(form, 'receipt').trim(),
      fieldText(form, 'log-key').trim(),
    )
    announce(byId('status-receipt'), verdict)
    byId('result-receipt').replaceChildren(verdict)
  })
}

function openReceipt(text: string): void {
  choice.open('receipt')
  const box = byId('receipt') as HTMLTextAreaElement // The page's HTML has a textarea there.
  box.value = text
  box.focus()
  formOf('receipt').requestSubmit()
}

/** Buttons that fill a form with an example, which the HTML has as JSON. */
function wireExamples(): void {
  for (const example of document.querySelectorAll<HTMLButtonElement>('[data-example]')) {
    example.addEventListener('click', () => {
      if (example.form === null) return
      // Written by the server: names of fields and their texts.
      fill(example.form, JSON.parse(example.dataset['example'] ?? '{}') as Fields)
      example.form.requestSubmit()
    })
  }
}

function fill(form: HTMLFormElement, fields: Fields): void {
  for (const [name, value] of Object.entries(fields)) {
    const field = form.elements.namedItem(name)
    if (field instanceof Element && 'value' in field) field.value = value
  }
}

/** An address that holds a question asks it: one that was shared, a near name, the way back. */
function wireAddress(): void {
  const open = () => {
    const { id, fields } = readAddress(location.hash)
    const question = QUESTIONS.find((one) => one.id === id)
    if (question === undefined || !hasFields(fields)) return
    const form = formOf(id)
    form.reset()
    fill(form, fields)
    form.requestSubmit()
  }
  addEventListener('hashchange', open)
  open()
}
