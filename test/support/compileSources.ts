// Run by Vitest once, before the tests that start processes.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { bundlePrograms, COMPILED, ROOT } from './compiled.ts'

export function setup(): void {
  const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')
  // Types are checked by `npm run check`.
  const lean = ['--noCheck', '--declaration', 'false', '--sourceMap', 'false']
  const args = ['-p', join(ROOT, 'tsconfig.json'), '--outDir', COMPILED, ...lean]
  execFileSync(process.execPath, [compiler, ...args], { stdio: 'pipe' })
  bundlePrograms(COMPILED)
  const page = join(ROOT, 'dist', 'page')
  if (existsSync(page)) cpSync(page, join(COMPILED, 'page'), { recursive: true })
}
