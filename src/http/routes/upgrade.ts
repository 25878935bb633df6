// What does an upgrade mean for this code? The diff of two releases, limited to what files use.

import { type AnswerUpgrade, UPGRADE_TYPE } from '../../answer/upgrade.ts'
import { packageKeyOf } from '../request/packageKey.ts'
import { lookupRoutePair, type Route } from '../request/route.ts'
import { callerOf, signedIfTold } from '../request/signedAnswer.ts'
import { checkSize } from './check.ts'

export function upgradeRoutes({ upgrade }: { upgrade: AnswerUpgrade }): Route[] {
  return lookupRoutePair({
    path: '/upgrade',
    price: 'upgrade',
    summary: 'What does an upgrade mean for this code?',
    description:
      'The diff of two releases, limited to what the files use of the package: each symbol that ' +
      'is removed, changed or newly deprecated, with the places that use it and whether what ' +
      'stands there still holds. `affected`: code that was right may be wrong with the newer ' +
      `release. The answer is signed (\`${UPGRADE_TYPE}\`) over the digest of the files; a call ` +
      'that determined nothing is not charged. The files are neither stored nor logged.',
    body: 'UpgradeRequest',
    mayPend: true,
    responses: { 200: { description: 'What concerns the files.', schema: 'UpgradeResponse' } },
    handle(body, context) {
      const { ecosystem, package: written, from_version: from, to_version: to, files } = body
      checkSize(files)
      const key = packageKeyOf(ecosystem, written, ['body', 'package'])
      return signedIfTold(upgrade({ key, from, to, files }, callerOf(context)), context)
    },
  })
}
