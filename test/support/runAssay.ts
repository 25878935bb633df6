// One command of the program, from its sources, as a person or a script runs it.

import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FakeRegistry } from '../fake/registry.ts'

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const TSX = import.meta.resolve('tsx')

export type Run = Readonly<{ status: number; stdout: string; stderr: string }>

/** On registries of the test, in an environment that has nothing else but `env`. */
export function runAssay(
  args: readonly string[],
  { npmUrl, pypiIndexUrl }: FakeRegistry,
  env: Readonly<Record<string, string>>,
  cwd?: string,
): Promise<Run> {
  const settings = {
    PATH: process.env['PATH'] ?? '',
    ASSAY_NPM_REGISTRY: npmUrl,
    ASSAY_PYPI_INDEX: pypiIndexUrl,
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_NAMES: 'off',
    ...env,
  }
  return new Promise((resolve) => {
    const argv = ['--import', TSX, MAIN, ...args]
    execFile(process.execPath, argv, { cwd, env: settings }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
