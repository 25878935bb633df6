// Headers that speak of the member after them: PAX and GNU long names. Readers differ in which of
// several wins, so a member may have one PAX header or one set of long names, and never both.

import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import { isZero } from '../bytes/isZero.ts'
import { decodeName } from '../bytes/memberName.ts'
import { refuse } from '../bytes/refusal.ts'
import { type PaxFields, parsePax } from './pax.ts'
import type { TarBody } from './tarBlocks.ts'
import type { TarHeader } from './tarHeader.ts'

/** One is usual: `git archive` names the commit in it. */
const GLOBALS_MAX = 100

export function tarExtensions(limits: ArchiveLimits) {
  let pax: PaxFields | null = null
  let longName: string | null = null
  let longLink: string | null = null

  function requireNone(): void {
    if (pax !== null) refuse('pax_invalid', 'has a PAX header of no member')
    if (longName !== null || longLink !== null) invalidLongName('has a long name of no member')
  }

  function collect(header: TarHeader, done: (payload: Buffer) => void): TarBody {
    const { sizeBytes, name } = header
    // Some readers drop an extension that has no name or names a target, others apply it.
    if (name === '' || header.linkName !== '')
      refuse('tar_header_invalid', 'is an extension by half', name)
    if (sizeBytes > limits.extensionBytesMax)
      refuse('headers_too_large', `has a header of ${sizeBytes} bytes`, name)
    const payload = Buffer.alloc(sizeBytes)
    let at = 0
    return {
      sizeBytes,
      take: (part) => {
        at += part.copy(payload, at)
      },
      done: () => done(payload),
    }
  }

  function setLongName(payload: Buffer): void {
    if (pax !== null || longName !== null) invalidLongName('is named twice')
    longName = parseLongName(payload)
  }

  function setLongLink(payload: Buffer): void {
    if (pax !== null || longLink !== null) invalidLongName('has two link targets')
    longLink = parseLongName(payload)
  }

  let globals = 0

  function setPax(payload: Buffer): void {
    requireNone()
    pax = parsePax(payload)
  }

  return {
    /** The body to read when the header is an extension, null when it is a member. */
    take(header: TarHeader): TarBody | null {
      switch (header.type) {
        case 'x':
          return collect(header, setPax)
        case 'g':
          requireNone()
          if (++globals > GLOBALS_MAX)
            refuse('pax_invalid', `has more than ${GLOBALS_MAX} global headers`)
          return collect(header, checkGlobal)
        case 'L':
          return collect(header, setLongName)
        case 'K':
          return collect(header, setLongLink)
        default:
          return null
      }
    },
    /** The member's header with what the extensions before it say. */
    apply(header: TarHeader): TarHeader {
      const name = pax?.path ?? longName ?? header.name
      const linkName = pax?.linkPath ?? longLink ?? header.linkName
      // A header holds any size up to 8 GiB by itself, so that a second one can only be a lie.
      if (pax !== null && pax.sizeBytes !== null && pax.sizeBytes !== header.sizeBytes)
        refuse('pax_conflict', `has sizes ${pax.sizeBytes} and ${header.sizeBytes}`, name)
      pax = null
      longName = null
      longLink = null
      return { ...header, name, linkName, type: resolveType(header, name) }
    },
    /** Throws when an extension was the last thing in the archive. */
    finish: requireNone,
  }
}

/** Before there were types, a slash at the end of the name made a folder. */
function resolveType(header: TarHeader, name: string): string {
  if (header.type !== '\0') return header.type
  const isDirectory = name.endsWith('/')
  if (isDirectory !== header.name.endsWith('/'))
    refuse('tar_header_invalid', 'is a folder by one of its names only', name)
  return isDirectory ? '5' : '0'
}

/** A header for every member that follows: harmless as a comment, and nothing else is needed. */
function checkGlobal(payload: Buffer): void {
  const { path, linkPath, sizeBytes } = parsePax(payload)
  if (path !== null || linkPath !== null || sizeBytes !== null)
    refuse('pax_conflict', 'gives every member the same name or size')
}

function parseLongName(payload: Buffer): string {
  const nul = payload.indexOf(0)
  const text = nul < 0 ? payload : payload.subarray(0, nul)
  if (text.length === 0) invalidLongName('has an empty long name')
  if (!isZero(payload.subarray(text.length))) invalidLongName('has text after its long name')
  return decodeName(text)
}

function invalidLongName(detail: string): never {
  refuse('tar_long_name_invalid', detail)
}
