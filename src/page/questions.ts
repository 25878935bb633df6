// The forms: which question each one asks, and how its answer is shown.

import type { CheckAnswer } from '../wire/checkAnswers.ts'
import type { DiffAnswer } from '../wire/diffAnswers.ts'
import { manifestPath } from '../wire/manifestPath.ts'
import type { PackageExistsAnswer } from '../wire/packageAnswers.ts'
import type { SymbolExistsAnswer } from '../wire/symbolAnswers.ts'
import { renderCode, type SubmittedFile } from './codeAnswer.ts'
import { renderDiff } from './diffAnswer.ts'
import { fieldLines, fieldText } from './dom.ts'
import { renderPackage } from './packageAnswer.ts'
import { renderSymbol } from './symbolAnswer.ts'

export type Question = Readonly<{
  /** The form is `form-<id>`, its panel `panel-<id>`. */
  id: string
  path: string
  /** What is asked is no one's business until it is passed on: it stays out of the address bar. */
  isPrivate?: boolean
  /** The body to send, from the fields as they are now. */
  body(form: HTMLFormElement): object
  /** The service's own answer to `body`; its shape is the wire's. */
  render(answer: unknown, body: object): HTMLElement
}>

export const QUESTIONS: readonly Question[] = [
  {
    id: 'package',
    path: '/demo/v1/package/exists',
    body: (form) => ({ ecosystem: fieldText(form, 'ecosystem'), name: trimmed(form, 'name') }),
    render: (answer) => renderPackage(answer as PackageExistsAnswer),
  },
  {
    id: 'symbol',
    path: '/demo/v1/symbol/exists',
    body(form) {
      const version = trimmed(form, 'version')
      return {
        ecosystem: fieldText(form, 'ecosystem'),
        package: trimmed(form, 'package'),
        symbol: trimmed(form, 'symbol'),
        ...(version === '' ? {} : { version }),
      }
    },
    render: (answer) => renderSymbol(answer as SymbolExistsAnswer),
  },
  {
    id: 'diff',
    path: '/demo/v1/diff',
    body: (form) => ({
      ecosystem: fieldText(form, 'ecosystem'),
      package: trimmed(form, 'package'),
      from_version: trimmed(form, 'from_version'),
      to_version: trimmed(form, 'to_version'),
    }),
    render: (answer) => renderDiff(answer as DiffAnswer),
  },
  {
    id: 'check',
    path: '/demo/v1/check',
    isPrivate: true,
    body: (form) => ({ files: submitted(form) }),
    render: (answer, body) =>
      // The body is the one that was made above.
      renderCode(answer as CheckAnswer, (body as { files: readonly SubmittedFile[] }).files),
  },
]

function trimmed(form: HTMLFormElement, name: string): string {
  return fieldText(form, name).trim()
}

/** The code, and the manifest that says which releases it is for. */
function submitted(form: HTMLFormElement): SubmittedFile[] {
  const manifest = fieldLines(form, 'manifest')
  const code = { path: trimmed(form, 'path'), content: fieldLines(form, 'content') }
  if (manifest.trim() === '') return [code]
  return [code, { path: manifestPath(manifest), content: manifest }]
}
