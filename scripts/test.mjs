// `npm test` runs everything, `npm test -- diff` one room: the name of a folder below test/ stands for
// that folder and for nothing else, however many other paths contain the word. So does its path in
// src/. A folder of cases (test/diff/cases) stands for the file that runs them. Whatever else is given
// goes to Vitest as it is.

import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const found = (path) => statSync(join(root, path), { throwIfNoEntry: false })

const TAKES_A_VALUE = ['-t', '--testNamePattern', '--project', '--reporter', '--config', '-c']

function filterOf(given, index, all) {
  if (given.startsWith('-') || TAKES_A_VALUE.includes(all[index - 1])) return given
  const below = given.replace(/^(?:\.\/)?(?:test|src)\//, '').replace(/\/+$/, '')
  if (!found(`test/${below}`)?.isDirectory()) return given
  const runner = `test/${below}.test.ts`
  return below.endsWith('/cases') && found(runner)?.isFile() ? runner : `test/${below}/`
}

const vitest = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url))
const child = spawn(process.execPath, [vitest, 'run', ...process.argv.slice(2).map(filterOf)], {
  cwd: root,
  stdio: 'inherit',
})
// The keyboard tells both of them: this one waits, so that Vitest can end what it started.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal))
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1
})
