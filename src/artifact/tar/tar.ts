// Reads a tar as its bytes arrive: headers are checked, kept files are copied out, everything else
// is stepped over. It never looks back, so that memory does not depend on the archive's size.

import type { ArchiveLimits } from '../bytes/archiveLimits.ts'
import type { ArchiveContents, KeepRule } from '../bytes/fileTree.ts'
import { memberSet, refuseDuplicate } from '../bytes/memberSet.ts'
import { refuse } from '../bytes/refusal.ts'
import { type TarBody, tarBlocks } from './tarBlocks.ts'
import { tarExtensions } from './tarExtensions.ts'
import { tarFiles } from './tarFiles.ts'
import { parseTarHeader, type TarHeader } from './tarHeader.ts'
import {
  HARD_LINK,
  type LinkRule,
  resolveLinks,
  SYMBOLIC_LINK,
  type WrittenLink,
} from './tarLinks.ts'

type TarOptions = Readonly<{ keep: KeepRule; limits: ArchiveLimits; links: LinkRule }>

const EMPTY_BODY: TarBody = { sizeBytes: 0, take: null, done: () => {} }

export function tarReader({ keep, limits, links: rule }: TarOptions) {
  const names = memberSet('stripped', limits)
  const files = tarFiles(keep, limits)
  const extensions = tarExtensions(limits)
  const writtenLinks: WrittenLink[] = []
  let directories = 0
  let headers = 0

  const blocks = tarBlocks((block) => {
    // A member has up to three headers; folders that repeat and global headers end here too.
    if (++headers > limits.entriesMax * 3)
      refuse('too_many_entries', `is past header ${limits.entriesMax * 3}`)
    const header = parseTarHeader(block)
    return extensions.take(header) ?? takeMember(extensions.apply(header))
  })

  function takeMember(written: TarHeader): TarBody {
    const header = { ...written, name: dropDots(written.name) }
    const isLink = header.type === HARD_LINK || header.type === SYMBOLIC_LINK
    // Some readers drop a file that names a target, others take it for what its type says.
    if (isLink !== (header.linkName !== ''))
      refuse('tar_header_invalid', 'is a link by half', header.name)
    switch (header.type) {
      case '0':
        return takeFile(header)
      case '5':
        return takeDirectory(header)
      case HARD_LINK:
      case SYMBOLIC_LINK:
        return takeLink(header)
      case 'S':
        return refuse('tar_sparse', 'is a sparse file', header.name)
      case '3':
      case '4':
      case '6':
        return refuse('special_file', 'is a device or a pipe', header.name)
      default:
        return refuse(
          'tar_type_unsupported',
          `has type ${JSON.stringify(header.type)}`,
          header.name,
        )
    }
  }

  function takeFile({ name, sizeBytes }: TarHeader): TarBody {
    if (sizeBytes > limits.inflatedBytesMax)
      refuse('unpacked_too_large', `is ${sizeBytes} bytes long`, name)
    const placed = names.add(name, 'file')
    if (placed === null) refuse('top_folder', 'lies outside any folder', name)
    return files.take(placed, name, sizeBytes)
  }

  function takeDirectory(header: TarHeader): TarBody {
    requireEmpty(header)
    directories++
    names.add(header.name, 'directory')
    return EMPTY_BODY
  }

  function takeLink(header: TarHeader): TarBody {
    const { name } = header
    requireEmpty(header)
    const placed = names.add(name, 'link')
    if (placed === null) refuse('link', 'is a link in place of a folder', name)
    if (placed.earlier !== null) refuseDuplicate(placed, name)
    writtenLinks.push({ path: placed.path, header })
    return EMPTY_BODY
  }

  return {
    /** Takes the next bytes. Throws an `ArchiveRefusal`; the reader is then of no more use. */
    push: blocks.push,
    /** Call once, after the last byte. */
    finish(): ArchiveContents {
      blocks.finish()
      extensions.finish()
      const { entries, kept } = files
      const root = names.root()
      const { links, unread } = resolveLinks(writtenLinks, root, { entries, keep, rule })
      return { root, entries: [...entries, ...unread], links, directories, kept }
    },
  }
}

/**
 * Components of one dot are dropped, as every reader drops them, but not the first: npm and pip
 * strip the first one whatever it is, and find `package/x` in `./package/x` where others find `x`.
 */
function dropDots(name: string): string {
  if (name === '.' || name.startsWith('./'))
    refuse('name_parent', 'has a dot in place of its top folder', name)
  if (!name.includes('/.')) return name
  const parts = name.split('/').filter((part) => part !== '.')
  return parts.join('/')
}

/** Some readers step over the body of a folder or a link, others take it for the next header. */
function requireEmpty({ name, sizeBytes }: TarHeader): void {
  if (sizeBytes !== 0) refuse('tar_header_invalid', 'has a body where none belongs', name)
}
