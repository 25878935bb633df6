// Completions, asked of the shells themselves where they are at hand.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/commands/completions.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { COMMAND_NAMES, SHELL_WORDS } from '../../../src/cli/words/commands.ts'
import { cliTools } from '../../support/cliTools.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-completions-'))
  writeFileSync(join(folder, 'known.json'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function script(...argv: string[]) {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  return { status: await run(argv, cliTools({ out })), text }
}

const has = (shell: string) => spawnSync(shell, ['--version']).status === 0

const CASES: readonly (readonly [
  line: string,
  some: readonly string[],
  none: readonly string[],
])[] = [
  ['assay ', COMMAND_NAMES, ['--staged']],
  ['assay che', ['check'], ['diff']],
  ['assay help up', ['upgrade'], ['check']],
  ['assay check --fail', ['--fail-on'], ['--notes']],
  ['assay check --fail-on ', ['error', 'warning', 'undetermined', 'never'], ['breaking']],
  ['assay diff --fail-on ', ['breaking', 'deprecated'], ['warning']],
  ['assay package ', ['pypi', 'npm'], ['check']],
  ['assay package pypi --j', ['--json'], []],
  ['assay names ', ['build', 'update', 'status'], []],
  ['assay completions ', SHELL_WORDS, []],
  ['assay check --color ', ['auto', 'always', 'never'], []],
  ['assay check --baseline kno', ['known.json'], []],
]

describe.skipIf(!has('bash'))('bash completes', () => {
  test.each(CASES)('%s', async (line, some, none) => {
    const { text } = await script('bash')
    const words = line.split(' ')
    const ask = `${text}
COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _assay
printf '%s\\n' "\${COMPREPLY[@]}"`
    const found = execFileSync('bash', ['--norc', '-u', '-c', ask], { cwd: folder }).toString()
    expectSome(found.split('\n'), some, none)
  })
})

describe.skipIf(!has('fish'))('fish completes', () => {
  test.each(CASES)('%s', async (line, some, none) => {
    const file = join(folder, 'assay.fish')
    writeFileSync(file, (await script('fish')).text)
    const ask = `source ${file}; complete -C '${line}'`
    const options = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder } }
    const found = execFileSync('fish', ['--no-config', '-c', ask], options).toString()
    expectSome(
      found.split('\n').map((row) => row.split('\t')[0] ?? ''),
      some,
      none,
    )
  })
})

describe.skipIf(!has('zsh'))('zsh completes', () => {
  test.each(CASES)('%s', async (line, some, none) => {
    const file = join(folder, '_assay')
    writeFileSync(file, (await script('zsh')).text)
    // The widgets of zsh work on a terminal: a shell in a shell is one. It is ready for keys when it has
    // told the terminal to mark what is pasted.
    const ask = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell 'PS1=; autoload -Uz compinit; compinit -u -d ./dump; source ./_assay; LISTMAX=10000; bindkey "^X" list-choices; print REA""DY'
zpty -r -m shell seen '*READY*2004h*'
zpty -n -w shell ${JSON.stringify(line)}$'\\C-x\\C-u'
zpty -w shell 'print DO""NE'
zpty -r -m shell all '*DONE*'
print -r -- "$all"`
    const { stdout } = spawnSync('zsh', ['-f', '-c', ask], { cwd: folder, timeout: 60_000 })
    // Whatever draws on the screen is left aside.
    const found = stripVTControlCharacters(stdout.toString()).split(/\s+/)
    expectSome(found, some, none)
  })
})

function expectSome(found: readonly string[], some: readonly string[], none: readonly string[]) {
  expect(some.filter((word) => !found.includes(word))).toEqual([])
  expect(none.filter((word) => found.includes(word))).toEqual([])
}

test('PowerShell gets every command with its options', async () => {
  const { text } = await script('powershell')
  for (const name of COMMAND_NAMES) expect(text).toContain(`    '${name}' = @(`)
  expect(text).toContain("    'check --fail-on' = @('error', 'warning', 'undetermined', 'never')")
})

test.each([
  [[], 'the shell (bash, zsh, fish or powershell) is missing'],
  [['bsh'], 'not "bsh"; did you mean bash?'],
  [['bash', 'zsh'], '"zsh" is one word too many'],
])('%j is a mistake', async (argv, sentence) => {
  const { status, text } = await script(...argv)
  expect(status).toBe(2)
  expect(text).toContain(sentence)
})
