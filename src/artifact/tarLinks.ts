// Links in a tar. Real ones often point from one text for people to another (README to README.md),
// and such a link is listed and left alone. A link that could give a module a name, lead to a folder,
// or leave the archive is refused: pip and Yarn unpack links, npm drops them, so that what is there
// depends on the installer.

import type { FileEntry, KeepRule, LinkEntry } from './fileTree.ts'
import { ArchiveRefusal } from './refusal.ts'
import type { TarHeader } from './tarHeader.ts'

export const HARD_LINK = '1'
export const SYMBOLIC_LINK = '2'

/** `target` is what the archive says: beside the link for a symbolic one, from the top for a hard one. */
export type WrittenLink = Readonly<{ path: string; header: TarHeader }>

/** The links with their targets inside the root. Throws `link` unless all of them are harmless. */
export function resolveLinks(
  links: readonly WrittenLink[],
  root: string,
  tree: Readonly<{ entries: readonly FileEntry[]; keep: KeepRule }>,
): readonly LinkEntry[] {
  if (links.length === 0) return []
  const unkept = new Set(tree.entries.filter(({ kept }) => !kept).map(({ path }) => path))
  return links.map(({ path, header }) => {
    const target = resolveTarget(path, header, root)
    const isHarmless = target !== null && unkept.has(target) && !tree.keep(path, 0)
    if (!isHarmless) {
      throw new ArchiveRefusal('link', 'is a link to something other than a text', header.name)
    }
    return { path, target }
  })
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
