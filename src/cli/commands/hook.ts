// assay hook: the hook for coding agents, by the name of the program that is installed.

import { spawn } from 'node:child_process'
import { ownEnvironment } from '../../config/ownEnvironment.ts'
import type { Run, Tools } from '../terminal/command.ts'
import { EXIT } from '../terminal/output.ts'
import { wordMistake } from '../terminal/target.ts'

export const usage = `Usage: assay hook

For the settings of a coding agent that runs a command before each call of a tool. It reads the call as
JSON on standard input (tool_name, tool_input, cwd), and stops it where it installs or runs packages
that do not exist, or writes code that names such. What cannot be looked at or determined is let
through; standard error says what and why, and standard output the same as JSON for the agent.

Exit status
  0  the call may go on
  2  it is stopped; standard error has the reason

  echo '{"tool_name":"Bash","tool_input":{"command":"pip install reqeusts"}}' | assay hook`

export const run: Run = async (argv, { out, config }) => {
  const mistake = wordMistake(argv, [], usage)
  if (mistake !== null) return out.usage(mistake)
  const { ownFile } = await import('../../app/ownPage.ts')
  const script = ownFile('examples/hooks/assay-hook.mjs')
  const child = spawn(process.execPath, [script], {
    stdio: 'inherit',
    // The same program, wherever it is installed.
    env: {
      ...ownEnvironment(),
      HOOK_PROGRAM: process.argv[1] ?? '',
      ...(await addressesFor(config)),
    },
  })
  return new Promise((resolve) => {
    const failed = (why: string) => {
      out.note(`Not checked by assay: ${why}.`)
      resolve(EXIT.yes)
    }
    child.once('error', ({ message }) => failed(`the hook could not be started (${message})`))
    // Only 2 stops a call: whatever else happens to the hook must not.
    child.once('close', (status, signal) => {
      if (status === EXIT.yes || status === EXIT.usage) resolve(status)
      else failed(`the hook ended before its time (${signal ?? status})`)
    })
  })
}

/** To name the index that is asked anyway is to name no other one. */
async function addressesFor(config: Tools['config']) {
  try {
    const { askedAddresses } = await import('../../app/inProject.ts')
    const { pypi, npm } = askedAddresses(config())
    return { HOOK_PYPI_INDEX: pypi, HOOK_NPM_REGISTRY: npm }
  } catch {
    // What is wrong with the settings is told by the check.
    return {}
  }
}
