// The names of one archive, seen together: counts them, strips the top folder, and refuses names
// that would meet on some file system. Both readers feed it, so that both have the same rules.

import type { ArchiveLimits } from './archiveLimits.ts'
import { foldName, hasDrive, parseMemberName } from './memberName.ts'
import { refuse } from './refusal.ts'

/** `stripped`: everything lies in one folder, whose name is not part of the paths. */
export type RootRule = 'stripped' | 'none'

export type MemberKind = 'file' | 'directory' | 'link'

export type PlacedMember = Readonly<{
  /** The path inside the root. */
  path: string
  /** The path of an earlier member that is the same file on some system, itself included. */
  earlier: string | null
}>

/** Letters that one letter of a name may unfold to, on average, when case and form are folded. */
const FOLDED_GROWTH_MAX = 4

export function memberSet(rule: RootRule, limits: ArchiveLimits) {
  // Folded path of every file and link -> the path as written.
  const files = new Map<string, string>()
  // Folded path of every folder, implied ones included.
  const folders = new Set<string>()
  let root: string | null = null
  let nameBytes = 0

  function countEntry(name: string): void {
    if (files.size + folders.size > limits.entriesMax)
      refuse('too_many_entries', `is past entry ${limits.entriesMax}`, name)
  }

  function stripRoot(path: string, name: string, kind: MemberKind): string {
    if (rule === 'none') return path
    const slash = path.indexOf('/')
    const top = slash < 0 ? path : path.slice(0, slash)
    if (root === null) root = top
    if (top !== root || (slash < 0 && kind !== 'directory'))
      refuse('top_folder', `lies outside the top folder ${quote(root)}`, name)
    return slash < 0 ? '' : path.slice(slash + 1)
  }

  function addFolders(key: string, name: string): void {
    // Once a folder is known its parents are known too, so the walk stops there.
    for (let folder = key; folder !== '' && !folders.has(folder); folder = parentOf(folder)) {
      if (files.has(folder)) refuse('file_directory_clash', 'needs a folder that is a file', name)
      folders.add(folder)
      countEntry(name)
    }
  }

  function addFile(path: string, key: string, name: string): string | null {
    if (folders.has(key)) refuse('file_directory_clash', 'is a file and a folder', name)
    const earlier = files.get(key)
    if (earlier !== undefined) return earlier
    files.set(key, path)
    addFolders(parentOf(key), name)
    countEntry(name)
    return null
  }

  return {
    /**
     * Takes the next member's name; null when it is the root itself. Throws an `ArchiveRefusal`
     * when the name is unsafe, or is a file where another name needs a folder.
     */
    add(name: string, kind: MemberKind): PlacedMember | null {
      const whole = parseMemberName(name, limits)
      nameBytes += Buffer.byteLength(name)
      if (nameBytes > limits.headerBytesMax)
        refuse('headers_too_large', 'has names without end', name)
      if (kind !== 'directory' && name.endsWith('/'))
        refuse('file_directory_clash', 'is a file named like a folder', name)
      const path = stripRoot(whole, name, kind)
      if (path === '') return null
      // npm takes a drive away after the top folder, so that `package/c:index.js` would be written
      // over `index.js`.
      if (hasDrive(path)) refuse('name_drive', 'has a drive below its top folder', name)
      const key = foldName(path)
      // A ligature can unfold to eighteen letters: what is kept is counted, not what was written.
      nameBytes += Math.max(0, Buffer.byteLength(key) - Buffer.byteLength(path))
      if (key.length > FOLDED_GROWTH_MAX * path.length)
        refuse('name_too_long', 'has a name that unfolds to many times it', name)
      if (kind !== 'directory') return { path, earlier: addFile(path, key, name) }
      addFolders(key, name)
      return { path, earlier: null }
    },
    /** The folder that was stripped; empty when nothing was. */
    root: () => root ?? '',
  }
}

/** Two members meet and may not. */
export function refuseDuplicate({ path, earlier }: PlacedMember, name: string): never {
  if (path === earlier) refuse('duplicate_name', 'appears twice', name)
  const detail = `differs only in form from ${quote(earlier ?? '')}`
  return refuse('duplicate_name_folded', detail, name)
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

function quote(text: string): string {
  return JSON.stringify(text.slice(0, 200))
}
