// The signed questions and their demo twins. Wire names stop here.

import { type AnswerImportResolve, IMPORT_RESOLVE_TYPE } from '../../answer/importResolve.ts'
import { type AnswerPackageExists, PACKAGE_EXISTS_TYPE } from '../../answer/packageExists.ts'
import { type AnswerReleaseDiff, RELEASE_DIFF_TYPE } from '../../answer/releaseDiff.ts'
import { type AnswerSymbolExists, SYMBOL_EXISTS_TYPE } from '../../answer/symbolExists.ts'
import { isImportName } from '../../domain/names/importNames.ts'
import type { ErrorCode } from '../../errors.ts'
import { LOOKUP_BODY_BOUNDS } from '../../limits.ts'
import { packageKeyOf } from '../request/packageKey.ts'
import { lookupRoutePair, postRoute, type Route } from '../request/route.ts'
import { callerOf, signedReply } from '../request/signedAnswer.ts'
import { RequestInvalid } from '../request/validate.ts'

export function lookupRoutes(parts: {
  packageExists: AnswerPackageExists
  symbolExists: AnswerSymbolExists
  releaseDiff: AnswerReleaseDiff
  importResolve: AnswerImportResolve
}): Route[] {
  const package_exists = lookupRoutePair({
    path: '/package/exists',
    price: 'package_exists',
    summary: 'Does this package exist?',
    description:
      'On a hit: the latest release, with the digest of its published file. On a miss: the ' +
      'real names within edit distance 2. The answer is signed ' +
      `(\`${PACKAGE_EXISTS_TYPE}\`); what cannot be decided is a 503, never "absent".`,
    bodyBounds: LOOKUP_BODY_BOUNDS,
    body: 'PackageExistsRequest',
    mayPend: true,
    responses: {
      200: { description: 'A signed answer, hit or miss.', schema: 'PackageExistsResponse' },
    },
    handle({ ecosystem, name: written }, context) {
      const key = packageKeyOf(ecosystem, written, ['body', 'name'])
      return signedReply(
        parts.packageExists(key, () => callerOf(context)),
        context,
      )
    },
  })

  const symbol_exists = lookupRoutePair({
    path: '/symbol/exists',
    price: 'symbol_exists',
    summary: 'Does this symbol exist in the package?',
    description:
      'From the latest release, and from the one that `version` names as well. A symbol may be ' +
      'bare (`get`), rooted (`requests.get`), a member (`Session.get`) or a full path ' +
      '(`requests.Session.get`, `rxjs/operators.map`). On a miss: up to three names that are ' +
      `there. The answer is signed (\`${SYMBOL_EXISTS_TYPE}\`); a path into a module that cannot ` +
      'be read is a 422, not charged, and never "absent".',
    bodyBounds: LOOKUP_BODY_BOUNDS,
    body: 'SymbolExistsRequest',
    mayPend: true,
    responses: {
      200: { description: 'A signed answer, hit or miss.', schema: 'SymbolExistsResponse' },
    },
    handle({ ecosystem, package: written, symbol, version = null }, context) {
      const key = packageKeyOf(ecosystem, written, ['body', 'package'])
      return signedReply(
        parts.symbolExists({ key, symbol, version }, () => callerOf(context)),
        context,
      )
    },
  })

  const release_diff = lookupRoutePair({
    path: '/diff',
    price: 'release_diff',
    summary: 'What changed between two releases?',
    description:
      'Public symbols that were added, removed or changed, and new deprecations, older release ' +
      'to newer. `classification` follows the rule that any removal and any changed signature ' +
      'breaks; `compatibility` and the `severity` of each change tell what really can break. ' +
      `The answer is signed (\`${RELEASE_DIFF_TYPE}\`).`,
    bodyBounds: LOOKUP_BODY_BOUNDS,
    body: 'DiffRequest',
    mayPend: true,
    responses: { 200: { description: 'The diff, signed.', schema: 'DiffResponse' } },
    handle({ ecosystem, package: written, from_version: from, to_version: to }, context) {
      const key = packageKeyOf(ecosystem, written, ['body', 'package'])
      return signedReply(parts.releaseDiff({ key, from, to }, callerOf(context)), context)
    },
  })

  const import_resolve = postRoute({
    path: '/v1/import/resolve',
    operationId: 'import_resolve',
    tag: 'Signed lookups',
    summary: 'Which distributions provide this import name?',
    description:
      'From the layouts of the most popular projects and from what is indexed, the most popular ' +
      `first. The answer is signed (\`${IMPORT_RESOLVE_TYPE}\`). A name that nobody is known to ` +
      'provide is a 422 and not charged: it is not thereby shown that there is none.',
    access: { price: 'import_resolve' },
    bodyBounds: LOOKUP_BODY_BOUNDS,
    body: 'ImportResolveRequest',
    responses: {
      200: { description: 'The distributions, signed.', schema: 'ImportResolveResponse' },
    },
    async handle({ ecosystem, import: written }, context) {
      if (!isImportName(ecosystem, written)) {
        const msg = 'Nothing can be imported under this name'
        throw importInvalid('import_name_invalid', msg, written)
      }
      const reply = await parts.importResolve(ecosystem, written)
      if (reply !== null) return signedReply(reply, context)
      const msg = 'No distribution is known to provide this import name'
      throw importInvalid('import_not_resolved', msg, written)
    },
  })

  return [import_resolve, ...package_exists, ...symbol_exists, ...release_diff]
}

function importInvalid(type: ErrorCode, msg: string, input: string): RequestInvalid {
  return new RequestInvalid([{ type, loc: ['body', 'import'], msg, input }])
}
