// What does this release say of these symbols? Asked before code is written against it.

import { type AnswerSymbolCards, SYMBOL_CARD_TYPE } from '../../answer/symbolCards.ts'
import { CARD_LENGTH_MAX, CARD_SYMBOLS_MAX } from '../../limits.ts'
import { packageKeyOf } from '../request/packageKey.ts'
import { lookupRoutePair, type Route } from '../request/route.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'
import { RequestInvalid } from '../request/validate.ts'
import { checkSize } from './check.ts'

export function cardRoutes({ symbolCards }: { symbolCards: AnswerSymbolCards }): Route[] {
  return lookupRoutePair({
    path: '/card',
    price: 'symbol_card',
    summary: 'What does this release say of these symbols?',
    description:
      `Ask before writing code against a package: up to ${CARD_SYMBOLS_MAX} symbols, or a question in ` +
      'words, of exactly one release: the one that `version` names, else the one that the manifests ' +
      'in `files` mean, else the latest. For each symbol a card of at most ' +
      `${CARD_LENGTH_MAX} characters: signature, members by name, first line of documentation, ` +
      'deprecation and what replaces it, since and until when it is there. A symbol that is not there ' +
      `comes with the closest ones that are. The answer is signed (\`${SYMBOL_CARD_TYPE}\`); one that ` +
      'tells nothing is not charged. The files are neither stored nor logged.',
    body: 'CardRequest',
    mayPend: true,
    responses: { 200: { description: 'The cards, signed.', schema: 'CardResponse' } },
    handle(body, context) {
      const { ecosystem, package: written, version = null, question = null } = body
      const key = packageKeyOf(ecosystem, written, ['body', 'package'])
      const files = body.files ?? []
      const symbols = body.symbols ?? []
      if (files.length > 0) checkSize(files)
      if (symbols.length === 0 && question === null) {
        const msg = 'Either symbols or a question is needed'
        throw new RequestInvalid([{ type: 'missing', loc: ['body', 'symbols'], msg, input: body }])
      }
      if (version !== null && files.length > 0) {
        const msg = 'Either a version or files is needed, and not both'
        throw new RequestInvalid([
          { type: 'value_error', loc: ['body', 'version'], msg, input: version },
        ])
      }
      const asked = { key, version, files, symbols, question }
      return signedIfTold(symbolCards(asked, callerOf(context)), context)
    },
  })
}
