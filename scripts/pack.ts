// Packs what was built, as npm does.

import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The tarball. Nothing is built: scripts are left out. */
export function packInto(folder: string, root = ROOT): string {
  const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder]
  const [packed] = JSON.parse(execFileSync('npm', words, { cwd: root, stdio: 'pipe' }).toString())
  return join(folder, packed.filename)
}
