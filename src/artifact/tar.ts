// Reads a tar as its bytes arrive: headers are checked, kept files are copied out, everything else
// is stepped over. It never looks back, so that memory does not depend on the archive's size.

import type { ArchiveLimits } from './archiveLimits.ts'
import type { ArchiveContents, FileEntry, KeepRule, LinkEntry } from './fileTree.ts'
import { keptBytes } from './keptBytes.ts'
import { memberSet, type RootRule } from './memberSet.ts'
import { ArchiveRefusal } from './refusal.ts'
import { type TarBody, tarBlocks } from './tarBlocks.ts'
import { tarExtensions } from './tarExtensions.ts'
import { parseTarHeader, type TarHeader } from './tarHeader.ts'

export type TarOptions = Readonly<{
  root: RootRule
  keep: KeepRule
  /** `listed`: links are named in the result and never followed. */
  links: 'refused' | 'listed'
  limits: ArchiveLimits
}>

export interface TarReader {
  /** Takes the next bytes. Throws an `ArchiveRefusal`; the reader is then of no more use. */
  push(chunk: Buffer): void
  /** Call once, after the last byte. */
  finish(): ArchiveContents
}

const nothing = (): void => {}

export function tarReader({ root, keep, links, limits }: TarOptions): TarReader {
  const names = memberSet(root, limits)
  const budget = keptBytes(limits)
  const extensions = tarExtensions(limits)
  const entries: FileEntry[] = []
  const linkEntries: LinkEntry[] = []
  const kept = new Map<string, Uint8Array>()
  let directories = 0
  let members = 0

  const blocks = tarBlocks((block) => {
    const header = parseTarHeader(block)
    // Folders may repeat and global headers are no members: counted here, both have an end.
    if (++members > limits.entriesMax * 2) {
      throw new ArchiveRefusal('too_many_entries', `is past header ${limits.entriesMax * 2}`)
    }
    return extensions.take(header) ?? takeMember(extensions.apply(header))
  })

  function takeMember(header: TarHeader): TarBody {
    const { name, type } = header
    switch (type) {
      case '0':
        return takeFile(header)
      case '5':
        requireEmpty(header)
        names.add(name, 'directory')
        directories++
        return { sizeBytes: 0, take: null, done: nothing }
      case '1':
      case '2':
        requireEmpty(header)
        takeLink(header)
        return { sizeBytes: 0, take: null, done: nothing }
      case 'S':
        throw new ArchiveRefusal('tar_sparse', 'is a sparse file', name)
      case '3':
      case '4':
      case '6':
        throw new ArchiveRefusal('special_file', 'is a device or a pipe', name)
      default:
        throw new ArchiveRefusal('tar_type_unsupported', `has type ${JSON.stringify(type)}`, name)
    }
  }

  function takeFile({ name, sizeBytes }: TarHeader): TarBody {
    if (sizeBytes > limits.inflatedBytesMax) {
      throw new ArchiveRefusal('unpacked_too_large', `is ${sizeBytes} bytes long`, name)
    }
    const path = names.add(name, 'file')
    if (path === null || !keep(path, sizeBytes)) {
      if (path !== null) entries.push({ path, sizeBytes, kept: false })
      return { sizeBytes, take: null, done: nothing }
    }
    budget.add(sizeBytes, name)
    entries.push({ path, sizeBytes, kept: true })
    // A header can announce more than follows; only the one at the end of a cut file can.
    const data = Buffer.allocUnsafeSlow(sizeBytes)
    let at = 0
    return {
      sizeBytes,
      take: (part) => {
        at += part.copy(data, at)
      },
      done: () => kept.set(path, data),
    }
  }

  function takeLink({ name, linkName }: TarHeader): void {
    if (links === 'refused') throw new ArchiveRefusal('link', 'is a link', name)
    const path = names.add(name, 'link')
    if (path !== null) linkEntries.push({ path, target: linkName })
  }

  return {
    push: blocks.push,
    finish() {
      blocks.finish()
      extensions.finish()
      return { root: names.root(), entries, links: linkEntries, directories, kept }
    },
  }
}

/** Some readers step over the body of a folder or a link, others take it for the next header. */
function requireEmpty({ name, sizeBytes }: TarHeader): void {
  if (sizeBytes !== 0) {
    throw new ArchiveRefusal('tar_header_invalid', 'has a body where none belongs', name)
  }
}
