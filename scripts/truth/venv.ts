// Virtual environments for the outside programs that we compare ourselves with. Each set of pinned
// requirements has its own, kept in .venv/ at the root of the repository, so it is made once.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../.venv/', import.meta.url))
const INSTALL_TIMEOUT_MS = 540_000
/** Written last: an environment without it was left half made by a run that was stopped. */
const MARK = 'requirements.txt'
const PINNED = /^[A-Za-z0-9._-]+(?:\[[a-z,]+\])?==[A-Za-z0-9.+!]+$/

/**
 * Path of a Python that has exactly these requirements (`name==version`) and what they need.
 * Throws when python3 or the package index cannot be reached.
 */
export async function python(
  requirements: readonly string[],
  timeoutMs = INSTALL_TIMEOUT_MS,
): Promise<string> {
  const loose = requirements.filter((requirement) => !PINNED.test(requirement))
  if (loose.length > 0) throw new Error(`not pinned: ${loose.join(', ')}`)
  const { stdout: version } = await run('python3', ['--version'])
  const wanted = [version.trim(), ...requirements.toSorted()].join('\n')
  const folder = join(ROOT, createHash('sha256').update(wanted).digest('hex').slice(0, 16))
  if (!existsSync(join(folder, MARK))) await make(folder, requirements, { wanted, timeoutMs })
  return pythonIn(folder)
}

function pythonIn(folder: string): string {
  return process.platform === 'win32'
    ? join(folder, 'Scripts', 'python.exe')
    : join(folder, 'bin', 'python')
}

async function make(
  folder: string,
  requirements: readonly string[],
  { wanted, timeoutMs }: Readonly<{ wanted: string; timeoutMs: number }>,
) {
  await mkdir(ROOT, { recursive: true })
  // An environment holds its own path, so it has to be made in place; two runs that make the same
  // one at once would spoil it, and the folder of the first is what tells the second to wait.
  const lock = `${folder}.lock`
  try {
    await mkdir(lock)
  } catch {
    throw new Error(`another run is making ${folder}; if none is, remove ${lock}`)
  }
  try {
    await rm(folder, { recursive: true, force: true })
    // Its own copy of pip would be most of the work.
    await run('python3', ['-m', 'venv', '--without-pip', folder])
    const pip = ['-m', 'pip', '--python', pythonIn(folder), '--disable-pip-version-check']
    const install = [...pip, 'install', '--quiet', '--no-compile', ...requirements]
    await run('python3', install, { timeout: timeoutMs })
    const mark = join(folder, MARK)
    await writeFile(`${mark}.new`, `${wanted}\n`)
    await rename(`${mark}.new`, mark)
  } finally {
    await rm(lock, { recursive: true, force: true })
  }
}
