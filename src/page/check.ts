// The script of the page that code is checked on: the form becomes an editor, the answer stands under the
// letters that it is about. Without it the form works as one.

import type { CheckAnswer, CheckFinding } from '../wire/checkAnswers.ts'
import { findingEdits } from '../wire/findingEdits.ts'
import { manifestPath } from '../wire/manifestPath.ts'
import { pinsIn } from '../wire/pinLines.ts'
import type { Fields } from './address.ts'
import { ask, renderQuota } from './ask.ts'
import { renderCode } from './codeAnswer.ts'
import { button, byId, element, fieldLines, fieldText } from './dom.ts'
import { type Editor, openEditor } from './editor.ts'
import { keepReceipt } from './keptReceipt.ts'
import { receiptLine } from './receipt.ts'
import { openFields, sealFields } from './sealedAddress.ts'
import { shareLine } from './share.ts'

/** After so long people wonder whether anything happens. */
const SLOW_MS = 2_500
/** A release that takes longer to be read is not waited for. */
const PATIENCE_MS = 180_000
const WAIT_MAX_MS = 10_000
/** Of a file that is dropped. */
const FILE_BYTES_MAX = 512 * 1024

const form = byId('check') as HTMLFormElement // The page's HTML has a form there.
const written = byId('content') as HTMLTextAreaElement // And fields under these ids.
const path = byId('path') as HTMLInputElement
const status = byId('status')
const result = byId('result')
let asking = new AbortController()

const editor = startEditor()
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void check()
})
path.addEventListener('input', () => editor.speak(path.value))
takeFiles()
addEventListener('hashchange', () => void openAddress())
void openAddress()

function startEditor(): Editor {
  const host = element('div', { class: 'editor' })
  const opened = openEditor(host, {
    text: written.value,
    label: 'Code',
    onChange() {
      written.value = opened.text()
    },
    onSubmit: () => form.requestSubmit(),
  })
  written.before(host)
  // What is sent without the script is what the editor has.
  written.hidden = true
  written.required = false
  byId('content-label').addEventListener('click', () => opened.show(1, 1))
  opened.speak(path.value)
  return opened
}

function fields(): Fields {
  return {
    path: fieldText(form, 'path').trim(),
    content: editor.text(),
    manifest: fieldLines(form, 'manifest'),
    pins: fieldLines(form, 'pins'),
  }
}

function fill(given: Fields): void {
  for (const name of ['path', 'manifest', 'pins']) {
    const field = form.elements.namedItem(name)
    if (field instanceof Element && 'value' in field) field.value = given[name] ?? ''
  }
  editor.speak(path.value)
  editor.write(given['content'] ?? '')
}

async function check(): Promise<void> {
  asking.abort()
  asking = new AbortController()
  const { signal } = asking
  const asked = fields()
  const { path: name = '', content = '', manifest = '', pins = '' } = asked
  if (content.trim() === '') return editor.show(1, 1)
  const code = { path: name, content }
  const beside = { path: manifestPath(manifest), content: manifest }
  const files = manifest.trim() === '' ? [code] : [code, beside]
  // What had the keyboard goes away with it.
  const isWithin = result.contains(document.activeElement)
  result.replaceChildren()
  if (isWithin) status.focus()
  editor.mark([])
  say('Asking…')
  const slow = setTimeout(
    () => say('Reading the published files. The first question about them takes longer.'),
    SLOW_MS,
  )
  const outcome = await askUntilRead({ files, pins: pinsIn(pins) }, signal)
  clearTimeout(slow)
  // A newer question has taken its place.
  if (outcome === null) return
  if (outcome.quota !== null) byId('quota').textContent = renderQuota(outcome.quota)
  if (!outcome.ok) return say(outcome.sentence, true)
  const answer = outcome.body as CheckAnswer // The service's own answer; its shape is the wire's.
  const here = answer.findings.filter((finding) => finding.path === name)
  // Who went on typing has other letters there now.
  if (editor.text() === content) editor.mark(here)
  const shown = renderCode(answer, files, { act: (finding) => actions(finding, name, content) })
  say(shown.querySelector('h3')?.textContent ?? 'Answered.')
  status.className = 'unseen'
  const heading = element('h2', { tabindex: '-1' }, 'What was found')
  result.replaceChildren(
    heading,
    shown,
    shareLine(await sealFields(asked), true),
    receiptLine(outcome.text, (text) => {
      keepReceipt(text)
      location.assign('/#receipt')
    }),
  )
  // Whoever came by way of what was found goes on there.
  if (document.activeElement === status) heading.focus()
}

/** A large release takes longer to be read than one question may: it is asked again. */
async function askUntilRead(question: object, signal: AbortSignal) {
  const startedMs = performance.now()
  for (;;) {
    const outcome = await ask('/demo/v1/check', question, signal)
    const isLate = performance.now() - startedMs > PATIENCE_MS
    if (outcome === null || outcome.ok || outcome.againS === null || isLate) return outcome
    say('Still reading the published files. This is done once for a release.')
    const waitMs = Math.min(outcome.againS * 1_000, WAIT_MAX_MS)
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    if (signal.aborted) return null
  }
}

/** Beside a finding: the way to its letters, and what may be put in their place. */
function actions(finding: CheckFinding, name: string, content: string): HTMLElement | null {
  if (finding.path !== name) return null
  const { line, column } = finding
  const text = content.split('\n')[line - 1] ?? ''
  const fixes = findingEdits(finding, text).map(({ from, to, text: put, title }) => {
    const made = button(title, () => {
      if (editor.text() !== content) return say('The code was changed since. Check it again.', true)
      editor.replace(line, from, to, put)
      form.requestSubmit()
    })
    return made
  })
  const jump = button('Show it', () => editor.show(line, column))
  return element('p', { class: 'actions' }, jump, ...fixes)
}

function say(text: string, isFailure = false): void {
  status.className = isFailure ? 'status failed' : 'status'
  status.textContent = text
}

/** A file that is dropped onto the code or the manifest takes its place. */
function takeFiles(): void {
  form.addEventListener('dragover', (event) => event.preventDefault())
  form.addEventListener(
    'drop',
    async (event) => {
      const file = event.dataTransfer?.files[0]
      if (file === undefined) return
      event.preventDefault()
      event.stopPropagation()
      if (file.size > FILE_BYTES_MAX) return say('The file is too large for one question.', true)
      const text = (await file.text()).replaceAll('\r\n', '\n')
      const isManifest = event.target === byId('manifest')
      if (isManifest) (byId('manifest') as HTMLTextAreaElement).value = text
      else fill({ ...fields(), path: file.name, content: text })
    },
    true,
  )
}

/** An address that holds code asks about it. */
async function openAddress(): Promise<void> {
  const given = await openFields(location.hash)
  if (given === null) return
  fill(given)
  form.requestSubmit()
}
