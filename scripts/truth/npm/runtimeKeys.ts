// The names of a module as Node has them once it is loaded: the truth for the JavaScript pass. Loading
// runs the package, so this is for scripts that compare, each package in a process of its own.

import { execFile } from 'node:child_process'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const LOAD_MAX_MS = 20_000
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024
const MARK = '<keys of a loaded module>'

export type RuntimeKeys = Readonly<{
  /** Enumerable names of what `require` or `import` gave: what must be found. */
  own: readonly string[]
  /** Those, hidden ones and inherited ones: what may be found. */
  all: readonly string[]
}>

// Names that nobody writes down: those of every function and object are taken away.
const CHILD = `
const [kind, specifier] = process.argv.slice(1)
const { createRequire } = require('node:module')
const { pathToFileURL } = require('node:url')
const from = process.cwd() + '/x.js'
const hidden = new Set(['__esModule', 'module.exports'])
function allOf(value) {
  const found = new Set()
  const ends = [Object.prototype, Function.prototype]
  for (let at = value; at != null && !ends.includes(at); at = Object.getPrototypeOf(at))
    for (const key of Object.getOwnPropertyNames(at)) found.add(key)
  return found
}
function print(value) {
  const isObject = value !== null && !Array.isArray(value) && /^(object|function)$/.test(typeof value)
  const all = isObject ? [...allOf(value)].filter((key) => !hidden.has(key)) : []
  // Importing CommonJS lists names that Node's scan of the text took for exports and nobody gave a value.
  const isThere = (key) => !hidden.has(key) && (kind === 'require' || value[key] !== undefined)
  const own = isObject ? Object.keys(value).filter(isThere) : []
  process.stdout.write('\\n${MARK}' + JSON.stringify({ own, all }) + '\\n', () => process.exit(0))
}
process.on('uncaughtException', (error) => { console.error(error); process.exit(3) })
if (kind === 'require') print(createRequire(from)(specifier))
else import(specifier).then(print, (error) => { console.error(error); process.exit(3) })
`

/** Null where the module does not load. */
function runtimeKeys(
  folder: string,
  specifier: string,
  kind: 'require' | 'import',
): Promise<RuntimeKeys | null> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--no-warnings', '-e', CHILD, kind, specifier],
      {
        cwd: folder,
        timeout: LOAD_MAX_MS,
        maxBuffer: OUTPUT_MAX_BYTES,
        env: { PATH: process.env['PATH'] ?? '', HOME: folder },
      },
      (_, stdout) => {
        const line = stdout.split('\n').find((one) => one.startsWith(MARK))
        resolve(line === undefined ? null : (JSON.parse(line.slice(MARK.length)) as RuntimeKeys))
      },
    )
  })
}

/** Keys of modules installed in a folder; what was loaded once is kept in a file beside them. */
export class LoadedKeys {
  readonly #folder: string
  readonly #file: string
  readonly #known = new Map<string, RuntimeKeys | null>()

  constructor(folder: string) {
    this.#folder = folder
    this.#file = join(folder, 'runtime-keys.jsonl')
    const lines = existsSync(this.#file) ? readFileSync(this.#file, 'utf8').split('\n') : []
    for (const line of lines.filter((one) => one !== '')) {
      const [id, keys] = JSON.parse(line) as [string, RuntimeKeys | null]
      this.#known.set(id, keys)
    }
  }

  async of(specifier: string, kind: 'require' | 'import'): Promise<RuntimeKeys | null> {
    const id = `${kind} ${specifier}`
    const known = this.#known.get(id)
    if (known !== undefined) return known
    const keys = await runtimeKeys(this.#folder, specifier, kind)
    this.#known.set(id, keys)
    appendFileSync(this.#file, `${JSON.stringify([id, keys])}\n`)
    return keys
  }
}
