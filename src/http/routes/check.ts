// Is this code real? One call for up to fifty files.

import { type AnswerCodeCheck, CODE_CHECK_TYPE } from '../../answer/codeCheck.ts'
import { pinnedNames } from '../../domain/names/pinnedNames.ts'
import * as limits from '../../limits.ts'
import { lookupRoutePair, type Route } from '../request/route.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'
import { RequestInvalid } from '../request/validate.ts'

export function checkRoutes({ codeCheck }: { codeCheck: AnswerCodeCheck }): Route[] {
  return lookupRoutePair({
    path: '/check',
    price: 'code_check',
    summary: 'Is this code real?',
    description:
      'Which packages, versions, names and arguments of Python, JavaScript and TypeScript files ' +
      'are not there in the releases that their manifests, lock files or `pins` name, else in ' +
      `the latest. The answer is signed (\`${CODE_CHECK_TYPE}\`) over the digests of the files; ` +
      'what cannot be told is counted and never a finding. Files that name more than ' +
      `${limits.CHECK_PACKAGES_MAX} packages and releases, or hold more than ${limits.CHECK_ITEMS_MAX} names ` +
      'and lines of manifests, are refused before anything is looked up ' +
      '(`check_too_large`). A call that determined nothing is ' +
      'not charged. The files are neither stored nor logged.',
    body: 'CheckRequest',
    mayPend: true,
    responses: { 200: { description: 'The findings, signed.', schema: 'CheckResponse' } },
    handle({ files, pins }, context) {
      checkSize(files)
      const question = { files, pins: parsePins(pins ?? {}) }
      return signedIfTold(codeCheck(question, callerOf(context)), context)
    },
  })
}

export function checkSize(files: readonly Readonly<{ content: string }>[]): void {
  const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
  if (bytes <= limits.CHECK_MAX_BYTES) return
  const msg = `The files should have at most ${limits.CHECK_MAX_BYTES} bytes in all`
  throw new RequestInvalid([
    { type: 'too_long', loc: ['body', 'files'], msg, ctx: { actual_length: bytes } },
  ])
}

function parsePins(pins: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const entries = Object.entries(pins)
  if (entries.length > limits.CHECK_PINS_MAX) {
    const msg = `Dictionary should have at most ${limits.CHECK_PINS_MAX} items`
    throw new RequestInvalid([{ type: 'too_long', loc: ['body', 'pins'], msg }])
  }
  const wrong = entries.find(
    ([, version]) =>
      typeof version !== 'string' || version === '' || version.length > limits.VERSION_LENGTH_MAX,
  )
  if (wrong !== undefined) {
    const loc = ['body', 'pins', wrong[0]]
    throw new RequestInvalid([{ type: 'string_type', loc, msg: 'Input should be a version' }])
  }
  const nameless = entries.find(([written]) => pinnedNames(written).length === 0)
  if (nameless !== undefined) {
    const loc = ['body', 'pins', nameless[0]]
    const msg = 'Input should be the name of a package, with pypi: or npm: before it or not'
    throw new RequestInvalid([{ type: 'value_error', loc, msg }])
  }
  // All of them were just seen to be strings.
  return pins as Readonly<Record<string, string>>
}
