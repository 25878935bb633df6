// The repository that a folder is in.

import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/**
 * The root of the repository that a folder lies in, or the folder: what pins stand there, and which
 * modules are its own, does not depend on where somebody stands.
 */
export function repositoryRoot(folder: string): string {
  for (let at = resolve(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at
    if (dirname(at) === at) return folder
  }
}
