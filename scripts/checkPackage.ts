// What two judges say of a tarball: `publint` of its manifest and files, `attw` of how its types are
// found by programs of every kind that our releases of Node know.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const judge = (path: string) => join(ROOT, 'node_modules', path)

type Judged = Readonly<{ judge: string; isClean: boolean; said: string }>

export function checkPackage(tarball: string): readonly Judged[] {
  return [
    judged('publint', [judge('publint/src/cli.js'), 'run', tarball, '--strict']),
    judged('attw', [
      judge('@arethetypeswrong/cli/dist/index.js'),
      tarball,
      '--no-color',
      '--profile',
      'node16',
    ]),
  ]
}

function judged(name: string, words: readonly string[]): Judged {
  // Neither has any business with what lies in the folder that we are in.
  const cwd = mkdtempSync(join(tmpdir(), 'assay-judged-'))
  try {
    const said = execFileSync(process.execPath, words, { cwd, stdio: 'pipe' }).toString()
    return { judge: name, isClean: true, said }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: Buffer; stderr?: Buffer }
    return { judge: name, isClean: false, said: `${stdout}${stderr}` }
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
