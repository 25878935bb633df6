// assay hook: the hook for coding agents, by the name of the program that is installed.

import { spawn } from 'node:child_process'
import { ownEnvironment } from '../../config/ownEnvironment.ts'
import type { Run } from '../terminal/command.ts'
import { EXIT } from '../terminal/output.ts'
import { wordMistake } from '../terminal/target.ts'

export const usage = `Usage: assay hook

For the settings of a coding agent that runs a command before each call of a tool. It reads the call as
JSON on standard input (tool_name, tool_input, cwd), and stops it where it installs packages or writes
code that names what does not exist. What cannot be determined is let through.

Exit status
  0  the call may go on
  2  it is stopped; standard error has the reason

  echo '{"tool_name":"Bash","tool_input":{"command":"pip install reqeusts"}}' | assay hook`

export const run: Run = async (argv, { out }) => {
  const mistake = wordMistake(argv, [], usage)
  if (mistake !== null) return out.usage(mistake)
  const { ownFile } = await import('../../app/ownPage.ts')
  const script = ownFile('examples/hooks/assay-hook.mjs')
  const child = spawn(process.execPath, [script], {
    stdio: 'inherit',
    // The same program, wherever it is installed.
    env: { ...ownEnvironment(), HOOK_PROGRAM: process.argv[1] ?? '' },
  })
  return new Promise((resolve) => {
    child.once('error', () => resolve(EXIT.yes))
    // Only 2 stops a call: whatever else happens to the hook must not.
    child.once('close', (status) => resolve(status === EXIT.usage ? EXIT.usage : EXIT.yes))
  })
}
