// Files that a manifest takes its requirements from: `-r base.txt`, `file: requirements.txt`.

import { posix } from 'node:path'

/** Where the file stands that a manifest names; an address stays what it is. */
export function includedPath(path: string, written: string): string {
  const bare = written.trim().replace(/^(["'])(.*)\1$/, '$2')
  if (/^[a-z][\w+.-]*:\/\//i.test(bare)) return bare
  return posix.normalize(posix.join(posix.dirname(path), bare.replaceAll('\\', '/')))
}

/** `-r x`, `--requirement=x`, `-c x`; null for another line. */
export function includeLine(line: string): string | null {
  const option = /^(?:-[rc]|--(?:requirement|constraint)(?=[\s=]))\s*=?/.exec(line.trim())
  if (option === null) return null
  return line.trim().slice(option[0].length).trim() || null
}
