// yarn.lock, in both of its forms: what stands behind each range that somebody wrote.

import { lockedVersions, type Resolved } from './lockedVersions.ts'
import { emptyManifest, type Manifest } from './manifest.ts'

export function yarnLock(path: string, text: string): Manifest {
  const resolved: Resolved[] = []
  let asked: readonly string[] = []
  for (const line of text.split(/\r?\n/)) {
    if (/^[^\s#].*:$/.test(line)) asked = line.slice(0, -1).replaceAll('"', '').split(/,\s*/)
    const version = /^ {2}version:? "?([^"\s]+)"?$/.exec(line)?.[1]
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
  return lockedVersions(emptyManifest(path, isOne ? null : 'is no lock file of Yarn'), resolved)
}
