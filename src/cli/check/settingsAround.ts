// Files that say where packages come from, wherever git does not know them: a `.npmrc` with a token in it
// is often ignored, and so never walked to or staged.

import { statSync } from 'node:fs'
import { join, posix } from 'node:path'
import type { CheckScope } from './checkFiles.ts'
import { bytesOfFile, type FoundFile, fileContents } from './fileContents.ts'

const NAMES = ['.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml', 'uv.toml']
const BESIDE = /(?:^|\/)(?:package\.json|pyproject\.toml)$/
const MAX_BYTES = 1024 ** 2

/** The same scope with those at its root and beside its manifests; nothing is said about them. */
export function withSettings(scope: CheckScope, root: string): CheckScope {
  const known = new Set(scope.files.map(({ path }) => path))
  const folders = new Set(['.'])
  for (const path of scope.paths) if (BESIDE.test(path)) folders.add(posix.dirname(path))
  const found = [...folders].flatMap((folder) =>
    NAMES.map((name) => posix.join(folder, name))
      .filter((path) => !known.has(path))
      .flatMap((path) => fileAt(root, path)),
  )
  return found.length === 0
    ? scope
    : { ...scope, files: [...scope.files, ...fileContents(found).files] }
}

/** A link may lead anywhere, as npm follows it: only what the file says of registries is taken. */
function fileAt(root: string, path: string): readonly FoundFile[] {
  const full = join(root, path)
  try {
    const stats = statSync(full)
    if (!stats.isFile() || stats.size > MAX_BYTES) return []
    return [{ path, sizeBytes: stats.size, bytes: bytesOfFile(full) }]
  } catch {
    return []
  }
}
