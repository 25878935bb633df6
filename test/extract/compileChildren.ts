// Compiles the test child and what it imports, once for a test file. A child that runs from sources
// needs a second to start; hundreds of them have to start here. It is also how the pool runs when
// it is installed, permission model included.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const COMPILER = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc')

export type CompiledChildren = Readonly<{
  /** Holds the compiled code; archives for the jobs go here too. */
  dir: string
  entry(file: string): URL
  nursery: URL
  remove(): void
}>

export function compileChildren(...files: readonly string[]): CompiledChildren {
  const dir = realpathSync(mkdtempSync(join(tmpdir(), 'assay-extract-')))
  const config = {
    extends: join(ROOT, 'tsconfig.json'),
    compilerOptions: {
      rootDir: ROOT,
      outDir: dir,
      declaration: false,
      sourceMap: false,
      typeRoots: [join(ROOT, 'node_modules', '@types')],
    },
    files: [
      join(ROOT, 'src', 'extract', 'nursery.ts'),
      ...files.map((file) => join(ROOT, 'test', 'extract', `${file}.ts`)),
    ],
    include: [],
  }
  writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config))
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ type: 'module' }))
  execFileSync(process.execPath, [COMPILER, '-p', join(dir, 'tsconfig.json')], { stdio: 'pipe' })
  return {
    dir,
    nursery: pathToFileURL(join(dir, 'src', 'extract', 'nursery.js')),
    entry: (file) => pathToFileURL(join(dir, 'test', 'extract', `${file}.js`)),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  }
}
