// Files that a pattern of `exports` offers together with all others and that nobody asks for:
// declarations by their own names, and parts that a bundler names by a digest of what is in them.

import type { EntryPoint } from './entryPoints.ts'

export function isMade({ subpath, via }: EntryPoint): boolean {
  if (via !== 'pattern') return false
  if (/\.d\.[cm]?ts$/.test(subpath)) return true
  const [, digest = ''] = /[-.](\w{8})(?:\.[cm]?js)?$/.exec(subpath) ?? []
  // `B3zjcR_8`, `6A7WQXKD`: a word has no figures in it, and a date nothing else.
  return /\d/.test(digest) && /[A-Z]/.test(digest)
}
