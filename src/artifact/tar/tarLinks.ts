// Links in a tar. They are never followed. Real ones often point from one text for people to another
// (README to README.md), and such a link is listed and left alone. A link that leads to a folder, to
// nothing or out of the archive is refused.
//
// A link that could give a module a name is refused in a tarball of npm: Yarn unpacks links, npm drops
// them, so that what is there depends on the installer. Whoever unpacks an sdist has the module, so
// there it is a file that was not read, and its names stay open.

import type { FileEntry, KeepRule, LinkEntry } from '../bytes/fileTree.ts'
import { refuse } from '../bytes/refusal.ts'
import type { TarHeader } from './tarHeader.ts'

export const HARD_LINK = '1'
export const SYMBOLIC_LINK = '2'

/** `target` is what the archive says: beside the link for a symbolic one, from the top for a hard one. */
export type WrittenLink = Readonly<{ path: string; header: TarHeader }>

/** What becomes of a link that has the name of a module, or leads to one. */
export type LinkRule = 'refused' | 'unread'

/**
 * The links with their targets inside the root, and the modules among them: those are there, and
 * nothing of them was read. Throws `link` unless all of them are harmless.
 */
export function resolveLinks(
  links: readonly WrittenLink[],
  root: string,
  tree: Readonly<{ entries: readonly FileEntry[]; keep: KeepRule; rule: LinkRule }>,
): Readonly<{ links: readonly LinkEntry[]; unread: readonly FileEntry[] }> {
  if (links.length === 0) return { links: [], unread: [] }
  const targets = tree.entries.filter(({ kept }) => !kept || tree.rule === 'unread')
  const harmless = new Set(targets.map(({ path }) => path))
  const unread: FileEntry[] = []
  const resolved = links.map(({ path, header }) => {
    const target = resolveTarget(path, header, root)
    const isModule = tree.keep(path, 0)
    if (target === null || !harmless.has(target) || (isModule && tree.rule === 'refused'))
      refuse('link', 'is a link to something other than a text', header.name)
    if (isModule) unread.push({ path, sizeBytes: 0, kept: false })
    return { path, target }
  })
  return { links: resolved, unread }
}

/** The target's path inside the root, or null when it lies outside. */
function resolveTarget(path: string, { type, linkName }: TarHeader, root: string): string | null {
  if (linkName.startsWith('/')) return null
  const parts = type === HARD_LINK ? [] : [root, ...path.split('/').slice(0, -1)]
  for (const part of linkName.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  const [top, ...inside] = parts
  return top === root ? inside.join('/') : null
}
