// The tarball that hostile ones are bent from, and the ways to bend it.

import type { ArchiveLimits } from '../../../src/artifact/bytes/archiveLimits.ts'
import type { RefusalReason } from '../../../src/artifact/bytes/refusal.ts'
import type { Hostile } from './hostile.ts'
import { buildTarball, type TarLies, type TarMember, tarMembers } from './tarBuilder.ts'

export const TARBALL_FILES = `
-- package.json --
{"name": "demo", "version": "1.0.0"}
-- index.js --
exports.run = () => {}
-- index.d.ts --
export declare function run(): void
-- README.md --
# Demo
`

export const TARBALL_MEMBERS = tarMembers(TARBALL_FILES, 'package')

export const ONE_SCRIPT: TarMember = { name: 'package/a.js', data: 'x' }

export function hostileTarball(
  lie: string,
  reason: RefusalReason,
  build: () => Uint8Array,
  limits: Partial<ArchiveLimits> = {},
): Hostile {
  return { lie, reason, build, limits, kind: 'tarball', filename: 'demo-1.0.0.tgz' }
}

/** The tarball with members added after its own. */
export function more(...members: readonly TarMember[]): Buffer {
  return buildTarball([...TARBALL_MEMBERS, ...members])
}

/** The tarball with another end. */
export function ended(lies: TarLies): Buffer {
  return buildTarball(TARBALL_MEMBERS, lies)
}

export function link(name: string, linkName: string, type: string): TarMember {
  return { name, linkName, type }
}
