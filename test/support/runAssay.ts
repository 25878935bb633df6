// One command of the program, as a person or a script runs it.

import { execFile } from 'node:child_process'
import type { FakeRegistry } from '../fake/registry.ts'
import { MAIN, RESIDENT } from './compiled.ts'

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
    ...RESIDENT,
    ...env,
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, ...args], { cwd, env: settings }, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
