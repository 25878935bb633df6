// The latest-version proof chain of a package: what was the latest release, when, with which
// digest. Free: whoever doubts an answer must be able to look.

import { ECOSYSTEMS, isEcosystem, type PackageKey } from '../../domain/names/packageName.ts'
import type { ProofRow } from '../../domain/proofChain.ts'
import { PROOFS_PAGE_MAX } from '../../limits.ts'
import type { PackageStore } from '../../ports/store.ts'
import { packageKeyOf } from '../request/packageKey.ts'
import {
  getRoute,
  jsonReply,
  pathParameter,
  queryParameter,
  type RequestContext,
  type Route,
} from '../request/route.ts'
import { RequestInvalid } from '../request/validate.ts'

export function proofRoutes(parts: { packages: PackageStore }): Route[] {
  const proofs = getRoute({
    path: '/v1/proofs/{ecosystem}/{package}',
    operationId: 'proofs',
    tag: 'Receipts',
    summary: 'The proof chain of a package: each latest release that was indexed',
    description:
      'Oldest row first. Each row names the hash of the one before it, so that none can be changed ' +
      'without changing all that follow; docs/formats/attestation.md has the bytes. A row of kind `alarm` ' +
      'tells of a published file that came back with other bytes; it is never what answers rest ' +
      'on. A package that is not indexed has no rows, which says nothing of the registry.',
    parameters: [
      pathParameter('ecosystem', { type: 'string', enum: ECOSYSTEMS }, 'The registry.'),
      pathParameter(
        'package',
        { type: 'string' },
        'Its name; a scoped one with its slash as it is, or as %2F.',
      ),
      afterParameter('Rows after this number; `next` of the page before.'),
    ],
    responses: {
      200: { description: 'A page of the chain.', schema: 'ProofChain' },
      422: { description: 'No such name, or no such page.', schema: 'HTTPValidationError' },
    },
    async handle(context) {
      const key = keyOf(context)
      const afterSeq = afterOf(context)
      const rows = await parts.packages.loadChain(key, { afterSeq, limit: PROOFS_PAGE_MAX + 1 })
      const page = rows.slice(0, PROOFS_PAGE_MAX)
      return jsonReply(200, {
        ecosystem: key.ecosystem,
        package: key.name,
        rows: page.map(renderRow),
        next: rows.length > page.length ? (page.at(-1)?.seq ?? null) : null,
      })
    },
  })
  return [proofs]
}

function keyOf(context: RequestContext): PackageKey {
  const ecosystem = context.param('ecosystem')
  if (!isEcosystem(ecosystem)) {
    const msg = "Input should be 'pypi' or 'npm'"
    throw new RequestInvalid([{ type: 'enum', loc: ['path', 'ecosystem'], msg, input: ecosystem }])
  }
  return packageKeyOf(ecosystem, context.param('package'), ['path', 'package'])
}

export const afterParameter = (description: string) =>
  queryParameter('after', { type: 'integer' }, description)

/** The number after which a page begins. */
export function afterOf(context: RequestContext): number {
  const input = context.query('after') ?? '0'
  if (/^\d{1,9}$/.test(input)) return Number(input)
  const msg = 'Input should be a whole number that is not negative'
  throw new RequestInvalid([{ type: 'int_parsing', loc: ['query', 'after'], msg, input }])
}

function renderRow({ seq, kind, release, previousHash, hash }: ProofRow) {
  const { artifact } = release
  return {
    seq,
    kind,
    version: release.version,
    filename: artifact?.filename ?? null,
    artifact_sha256: artifact?.sha256 ?? null,
    size_bytes: artifact?.sizeBytes ?? null,
    digest: artifact?.digest ?? null,
    registry_status: release.registryStatus,
    status_reason: release.statusReason,
    deprecation: release.deprecation,
    yanked: release.yanked,
    extractor: release.extractor,
    extracted_at: release.extractedAt,
    previous_hash: previousHash,
    hash,
  }
}
