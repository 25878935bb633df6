// The sources of today, compiled once before the tests (compileSources.ts). Processes that a test starts
// run from there: from the sources each of them would first spend a second on compiling itself. The
// folder lies beside src/, so that everything is found from it that is found from there.

import { execFileSync } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../', import.meta.url))
export const COMPILED = `${ROOT}.compiled`

/** `src/extract/child.ts` → the file that it was compiled to. */
export function compiledFile(source: string): string {
  return `${COMPILED}/${source.replace(/^src\//, '').replace(/\.ts$/, '.js')}`
}

/** Bundles the programs of a folder that the sources were compiled to, as a build does. */
export function bundlePrograms(folder: string): void {
  const args = ['--import', 'tsx', `${ROOT}scripts/bundle.ts`, folder]
  execFileSync(process.execPath, args, { cwd: ROOT, stdio: 'pipe' })
}

/** Whether questions leave a process behind: `TEST_RESIDENT=on npx vitest run test/cli` tries it. */
export const RESIDENT = { ASSAY_RESIDENT: process.env['TEST_RESIDENT'] ?? 'off' }

/** The program as it is installed. */
export const MAIN = compiledFile('src/cli/main.ts').replace(/\.js$/, '.cjs')

/** Files of the sources that start a program which lies beside them. */
const STARTERS = [
  'src/check/read/readAside.ts',
  'src/extract/childFlags.ts',
  'src/names/build/runBuild.ts',
  'src/services/oracle/runAside.ts',
]

/** For Vitest: a service inside a test starts the compiled programs, although it is not compiled. */
export const compiledPrograms = {
  name: 'compiled-programs',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | null {
    const source = id.slice(ROOT.length)
    if (!id.startsWith(ROOT) || !STARTERS.includes(source)) return null
    const url = pathToFileURL(compiledFile(source)).href
    return code.replaceAll('import.meta.url', JSON.stringify(url))
  },
}
