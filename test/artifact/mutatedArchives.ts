// Damaged wheels and tarballs. The originals use every optional part of their format, and half of
// the damage is told through the builders, because random bytes break the outermost record first.

import { DATA } from '../fake/archives/hostile.ts'
import { TARBALL_FILES } from '../fake/archives/hostileTarball.ts'
import { buildTar, gzipOf, tarMembers, writeChecksum } from '../fake/archives/tarBuilder.ts'
import { DEMO_FILES, wheelMembers } from '../fake/archives/wheelBuilder.ts'
import {
  buildZip,
  descriptor,
  fieldsOf,
  type ZipMember,
  zip64Extra,
} from '../fake/archives/zipBuilder.ts'
import { mutate } from './mutations.ts'

const WHEEL = fullWheel()
const WHEEL_BYTES = buildZip(WHEEL, { end64: {}, comment: 'comment' })
const TAR = buildTar([
  ...tarMembers(TARBALL_FILES, 'package'),
  { name: 'y', data: 'x', pax: { path: 'package/pax.js', size: '1' } },
  { name: 'y', data: 'x', longName: 'package/long.js' },
  { name: 'package/dir/', type: '5' },
])
const TARBALL_BYTES = gzipOf(TAR, { flags: 8, optional: Buffer.from('demo.tar\0') })

export function mutatedWheel(random: () => number): Buffer {
  return random() < 0.5 ? mutate(WHEEL_BYTES, random) : lyingWheel(WHEEL, random)
}

export function mutatedTarball(random: () => number): Buffer {
  if (random() < 0.2) return mutate(TARBALL_BYTES, random)
  const mutated = mutate(TAR, random)
  return gzipOf(random() < 0.8 ? repairChecksums(mutated) : mutated, { level: 0 })
}

/** A wheel in which every optional part of a zip is in use. */
function fullWheel(): readonly ZipMember[] {
  return wheelMembers(DEMO_FILES).map((member, i) => {
    const { crc, packedBytes, sizeBytes } = fieldsOf(member)
    if (i === 0 || member.name === DATA)
      return { ...member, both: { flags: 8 }, after: descriptor({ crc, packedBytes, sizeBytes }) }
    if (i === 1) return { ...member, local: { extra: zip64Extra(sizeBytes, packedBytes) } }
    return i === 2 ? { ...member, method: 0 } : member
  })
}

const FIELDS = [
  'version',
  'flags',
  'method',
  'stamp',
  'crc',
  'packedBytes',
  'sizeBytes',
  'nameBytes',
  'signature',
] as const
const VALUES = [0, 1, 8, 9, 12, 20, 30, 45, 0x41, 0x800, 0xffff, 0x10000, 0x7fffffff, 0xffffffff]

/** Lies told through the builder: they get past the records that random bytes break first. */
function lyingWheel(members: readonly ZipMember[], random: () => number): Buffer {
  const pick = <T>(items: readonly T[]): T => {
    const item = items[Math.floor(random() * items.length)]
    if (item === undefined) throw new Error('nothing to pick from')
    return item
  }
  const liar = pick(members)
  const lie = { [pick(FIELDS)]: pick(VALUES), [pick(FIELDS)]: pick(VALUES) }
  const place = pick(['both', 'both', 'local', 'central'] as const)
  const bent = members.map((member) => (member === liar ? { ...member, [place]: lie } : member))
  const end =
    random() < 0.2 ? { [pick(['entries', 'directoryBytes', 'directoryOffset'])]: pick(VALUES) } : {}
  return buildZip(bent, random() < 0.3 ? { end, end64: {} } : { end })
}

/** Most damage to a tar breaks a checksum first; set right again, it gets further. */
function repairChecksums(tar: Buffer): Buffer {
  for (let at = 0; at + 512 <= tar.length; at += 512) {
    const block = tar.subarray(at, at + 512)
    if (block.toString('latin1', 257, 262) === 'ustar') writeChecksum(block)
  }
  return tar
}
