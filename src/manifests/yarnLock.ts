// yarn.lock, in both of its forms: what stands behind each range that somebody wrote.

import { lockedVersions, type Resolved } from './lockedVersions.ts'
import { emptyManifest, type Manifest } from './manifest.ts'

export function yarnLock(path: string, text: string): Manifest {
  const resolved: Resolved[] = []
  let asked: readonly string[] = []
  let isCut = false
  for (const line of text.split(/\r?\n/)) {
    const begun = beginning(line)
    // Of what stood before no version was told.
    if (begun !== null) isCut ||= asked.length > 0
    if (begun !== null) asked = begun.split(/,\s*/)
    else if (/^[^\s#:]/.test(line)) isCut = true
    const [, quoted, plain] = /^ {2}version:? (?:"([^"\s]+)"|([^"\s[{]+))$/.exec(line) ?? []
    const version = quoted ?? plain
    if (version === undefined) continue
    for (const one of asked) {
      const split = one.indexOf('@', 1)
      // A patch is put on what stands there under its version.
      if (split < 0 || one.startsWith('patch:', split + 1)) continue
      const range = one.slice(split + 1).replace(/^npm:(?!@?[a-z][^@]*@)/i, '')
      // The version of a folder or an address says nothing of the registry's.
      const isOther = /^(?:\w+:|\.|\/)|[/\\]/.test(range)
      resolved.push({ name: one.slice(0, split), range, version: isOther ? range : version })
    }
    asked = []
  }
  const isOne = text.trim() === '' || /^# yarn lockfile v\d|^__metadata:/m.test(text)
  const problem = isCut || asked.length > 0 ? 'has a line that cannot be read' : null
  return lockedVersions(emptyManifest(path, isOne ? problem : 'is no lock file of Yarn'), resolved)
}

/** What a block is for, without quotes: `a@^1, a@^2:`, and what is too long for that `? a@^1, …`. */
function beginning(line: string): string | null {
  const written = /^\? (.*)$/.exec(line)?.[1] ?? /^([^\s#:].*):$/.exec(line)?.[1]
  if (written === undefined || /^[<>=|]{7}/.test(line)) return null
  return (written.split('"').length - 1) % 2 === 0 ? written.replaceAll('"', '') : null
}
