// The names of many files of an installed package as Node has them once they are loaded: the truth
// for paths into a package. Loading runs the package, so this is for scripts that compare, in
// processes of their own.

import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

const BATCH = 20
const LOAD_MAX_MS = 20_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const MARK = '<keys of a loaded file>'

export type LoadedFile = Readonly<{
  specifier: string
  /** Enumerable names of what it gave: what must be found. */
  own: readonly string[]
  /** Those, hidden ones and inherited ones: what may be found. */
  all: readonly string[]
}>

const CHILD = `
const { createRequire } = require('node:module')
const load = createRequire(process.cwd() + '/x.js')
// The last is what a flag of this process gives to it.
const hidden = new Set(['__esModule', 'module.exports', 'noProcessWarnings'])
process.exit = () => { throw new Error('it wants to end the process') }
process.on('uncaughtException', () => {})
process.on('unhandledRejection', () => {})
console.log = console.error = console.warn = console.info = () => {}
function allOf(value) {
  const found = new Set()
  const ends = [Object.prototype, Function.prototype]
  for (let at = value; at != null && !ends.includes(at); at = Object.getPrototypeOf(at))
    for (const key of Object.getOwnPropertyNames(at)) found.add(key)
  return [...found].filter((key) => !hidden.has(key))
}
function keysOf(value, isImport) {
  const isObject = value !== null && /^(object|function)$/.test(typeof value)
  if (!isObject || Array.isArray(value)) return { own: [], all: isObject ? allOf(value) : [] }
  const own = Object.keys(value).filter((key) => !hidden.has(key))
  return { own: isImport ? own.filter((key) => value[key] !== undefined) : own, all: allOf(value) }
}
async function main() {
  for (const specifier of process.argv.slice(2)) {
    for (const key of Object.keys(require.cache)) delete require.cache[key]
    process.stdout.write('\\n${MARK}' + JSON.stringify({ specifier, started: true }) + '\\n')
    try {
      let found
      try { found = keysOf(load(specifier), false) }
      catch (error) {
        if (!/ESM|import statement|Unexpected token 'export'/.test(String(error && (error.code + error.message)))) throw error
        found = keysOf(await import(load.resolve(specifier)), true)
      }
      process.stdout.write('\\n${MARK}' + JSON.stringify({ specifier, ...found }) + '\\n')
    } catch {}
  }
  process.stdout.write('', () => process.reallyExit(0))
}
main()
`

/** Those that load; each is tried once more alone when a batch does not come to its end. */
export async function loadFiles(
  folder: string,
  specifiers: readonly string[],
): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = []
  let waiting = [...specifiers]
  let size = BATCH
  while (waiting.length > 0) {
    const batch = waiting.slice(0, size)
    const { files, last } = await loadBatch(folder, batch)
    loaded.push(...files)
    const done = last === null ? 0 : batch.indexOf(last) + 1
    // What it stopped at is tried alone before it is given up.
    if (done >= batch.length || size === 1) {
      waiting = waiting.slice(Math.max(1, done))
      size = BATCH
    } else {
      waiting = waiting.slice(Math.max(0, done - 1))
      size = 1
    }
  }
  return loaded
}

function loadBatch(
  folder: string,
  specifiers: readonly string[],
): Promise<Readonly<{ files: readonly LoadedFile[]; last: string | null }>> {
  // Texts that are given by `-e` leave names in the global scope.
  const file = join(folder, 'load-child.cjs')
  writeFileSync(file, CHILD)
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--no-warnings', file, ...specifiers],
      {
        cwd: folder,
        timeout: LOAD_MAX_MS,
        killSignal: 'SIGKILL',
        maxBuffer: OUTPUT_MAX_BYTES,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      },
      (_, stdout) => {
        const rows = stdout
          .split('\n')
          .filter((line) => line.startsWith(MARK))
          .map((line) => JSON.parse(line.slice(MARK.length)) as LoadedFile | { specifier: string })
        const files = rows.filter((row): row is LoadedFile => 'own' in row)
        resolve({ files, last: rows.at(-1)?.specifier ?? null })
      },
    )
    child.stdin?.end()
  })
}
