// The functions of Node's `fs` on files of a package: code makes names of the files that it finds.

import { type NpmPackage, readText } from '../../package.ts'
import { fileAt, filesIn } from '../values/filePaths.ts'
import type { Machine } from '../values/machine.ts'
import { arrayOf, known, nativeFunction, platform, type Value } from '../values/values.ts'
import { ModuleRecord } from './moduleRecord.ts'

/** A file that code reads may be so long. */
const FILE_LENGTH_MAX = 2 * 1024 * 1024

/** They answer for the package whose code asks. */
export function fillFiles(m: Machine): void {
  const onFile = (name: string, find: (from: NpmPackage, file: string) => Value | null) =>
    nativeFunction(({ args: [path, options] }) => {
      const isPath = path?.kind === 'known' && typeof path.value === 'string'
      const from = m.module instanceof ModuleRecord ? m.module.unit.from : null
      const file = isPath && from !== null ? fileAt(from, String(path.value)) : null
      // Where the options are an object, the result is something else.
      const isPlain = options === undefined || options.kind === 'known'
      const found = from === null || file === null || !isPlain ? null : find(from, file)
      return found ?? platform(`node:fs.${name}()`)
    })
  m.nodeMembers.set(
    'node:fs',
    new Map([
      ['readdirSync', onFile('readdirSync', (from, folder) => listOf(filesIn(from, folder)))],
      ['readFileSync', onFile('readFileSync', (from, file) => textOf(readText(from, file)))],
    ]),
  )
}

/** Installing may add files, so that there may be others. */
function listOf(names: readonly string[] | null): Value | null {
  if (names === null) return null
  return arrayOf(names.map(known), 'files of a folder')
}

function textOf(text: string | null): Value | null {
  return text === null || text.length > FILE_LENGTH_MAX ? null : known(text)
}
