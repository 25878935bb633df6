// A hostile archive and the reason for which it must be refused. The tables are used by the tests
// of the readers and by the benchmark that measures what refusing costs.

import type { ArchiveLimits } from '../../../src/artifact/bytes/archiveLimits.ts'
import type { RefusalReason } from '../../../src/artifact/bytes/refusal.ts'
import { DEMO_FILES, WHEEL_NAME, wheelMembers } from './wheelBuilder.ts'
import { buildZip, fieldsOf, type ZipLies, type ZipMember } from './zipBuilder.ts'

export type Hostile = Readonly<{
  /** What the archive does, as a sentence. */
  lie: string
  kind: 'wheel' | 'sdist' | 'tarball'
  filename: string
  reason: RefusalReason
  build: () => Uint8Array
  /** Lowered limits, where reaching the real one would only take longer. */
  limits?: Partial<ArchiveLimits>
}>

export const CORE = 'demo/core.py'
export const DATA = 'demo/data.bin'

export function hostileWheel(
  lie: string,
  reason: RefusalReason,
  build: () => Uint8Array,
  limits: Partial<ArchiveLimits> = {},
): Hostile {
  return { lie, reason, build, limits, kind: 'wheel', filename: WHEEL_NAME }
}

/** The demo wheel with one member bent, then packed under the lies given. */
export function bent(path: string, bend: Partial<ZipMember>, lies: ZipLies = {}): Buffer {
  const members = wheelMembers(DEMO_FILES).map((member) =>
    member.name === path ? { ...member, ...bend } : member,
  )
  return buildZip(members, lies)
}

/** The demo wheel with members added after its own. */
export function withMembers(...more: readonly ZipMember[]): Buffer {
  return buildZip([...wheelMembers(DEMO_FILES), ...more])
}

/** The honest header fields of a member of the demo wheel. */
export function honest(path: string): Omit<ReturnType<typeof fieldsOf>, 'name'> {
  const member = wheelMembers(DEMO_FILES).find(({ name }) => name === path)
  if (member === undefined) throw new Error(`the demo wheel has no ${path}`)
  return fieldsOf(member)
}
