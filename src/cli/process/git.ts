// Git, in a repository that may be anybody's: nothing that its settings name is run, and nothing is
// fetched. examples/hooks/assay-hook.mjs, which stands alone, does the same.

import { execFileSync } from 'node:child_process'
import { dirname } from 'node:path'
import { ownEnvironment } from '../../config/ownEnvironment.ts'

const OUTPUT_MAX_BYTES = 512 * 1024 ** 2

/** A program that a repository may name and that git would ask what has changed. */
const ASKS_NOBODY = ['-c', 'core.fsmonitor=false']

const FETCHES_NOTHING = {
  // A remote is an address, or a command.
  GIT_ALLOW_PROTOCOL: 'none',
  GIT_NO_LAZY_FETCH: '1',
  // Nothing is written, so that no hook hears of it.
  GIT_OPTIONAL_LOCKS: '0',
}

/** What it prints. Throws where there is no git, or it fails. */
export function git(root: string, args: readonly string[], input = ''): Buffer {
  return execFileSync('git', ['-C', root, ...ASKS_NOBODY, ...args], {
    // Windows would look for git in the folder of the repository first.
    cwd: dirname(process.execPath),
    env: { ...ownEnvironment(), ...FETCHES_NOTHING },
    input,
    maxBuffer: OUTPUT_MAX_BYTES,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}
