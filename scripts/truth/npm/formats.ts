// What tables say of the module format of entry points, against Node that loads them:
// `npx tsx scripts/truth/npm/formats.ts <cache> --seed <n> [--packages <n>] [--popular <n>]`.
// Packages are drawn by the seed and installed together, without running their scripts. Each entry
// point is loaded in processes of its own, by `require` without and with modules of ECMAScript, and by
// `import`. Every difference is a line; the last lines are the counts.

import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { npmSyntax } from '../../../src/extract/npm/extractNpm.ts'
import { entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import type { LoadFormat } from '../../../src/table/format/table.ts'
import { diskPackage } from './diskPackage.ts'
import { popularNames } from './popularNames.ts'

const run = promisify(execFile)
const INSTALL_MAX_MS = 540_000
const LOAD_MAX_MS = 20_000
/** Entry points of one package, evenly. */
const POINTS_MAX = 12
const AT_ONCE = 2
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--silent', '--no-package-lock']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    packages: { type: 'string', default: '60' },
    popular: { type: 'string', default: '5000' },
  },
})
const [cache] = positionals
if (cache === undefined) throw new Error('usage: formats.ts <cache> --seed <n>')

function drawn(): string[] {
  const digest = (name: string) =>
    createHash('sha256').update(`${values.seed} ${name}`).digest('hex')
  return popularNames(Number(values.popular))
    .filter((name) => !name.startsWith('@types/'))
    .map((name) => ({ name, rank: digest(name) }))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
    .slice(0, Number(values.packages))
    .map(({ name }) => name)
}

async function install(folder: string, names: readonly string[]): Promise<void> {
  if (existsSync(join(folder, 'done'))) return
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await run('npm', ['install', ...QUIET, '--force', ...names], {
    cwd: folder,
    timeout: INSTALL_MAX_MS,
  })
  writeFileSync(join(folder, 'done'), '')
}

/** What Node made of it; null where its end does not tell. */
type Loaded = Readonly<{ format: LoadFormat | null; ended: string; file?: string }>

// What a package prints or begins ends with its process.
const TELL = `
let file
const tell = (format, ended) => {
  require('node:fs').writeSync(1, '\\n@' + JSON.stringify({ format, ended: String(ended).slice(0, 160), file }) + '\\n')
  process.exit(0)
}
`

const REQUIRE = `${TELL}
const { isModuleNamespaceObject } = require('node:util').types
const of = require('node:module').createRequire(process.cwd() + '/x.js')
try { file = of.resolve(process.argv[1]) } catch (error) { tell('none', error.code) }
const ending = require('node:path').extname(file)
if (ending === '.json' || ending === '.node') tell(ending === '.json' ? 'json' : 'native', 'not loaded')
try {
  tell(isModuleNamespaceObject(of(file)) ? 'module' : 'commonjs', 'ok')
} catch (error) {
  const { code, name, message, stack = '' } = error ?? {}
  if (code === 'ERR_REQUIRE_ESM' && message.includes('ES Module ' + file)) tell('module', code)
  if (code === 'ERR_REQUIRE_ASYNC_MODULE') tell('module', code)
  if (stack.startsWith(file + ':') && /import statement outside|token 'export'|import.meta/.test(stack)) tell('module', code ?? name)
  // The code of the file has begun to run.
  const isBegun = require.cache[file] !== undefined || stack.includes('at Object.<anonymous> (' + file)
  tell(isBegun ? 'commonjs' : null, (code ?? name) + ' ' + message)
}
`

const HOOKS = `
let target = null
export async function resolve(specifier, context, next) {
  if (specifier !== process.env.FORMATS_SPEC || target !== null) return next(specifier, context)
  target = ''
  const found = await next(specifier, context).catch((error) => {
    console.log('\\n@' + JSON.stringify({ format: 'none', ended: error.code }))
    throw error
  })
  target = found.url
  return found
}
export async function load(url, context, next) {
  if (url !== target) return next(url, context)
  target = ''
  const end = (error) => {
    const { code } = error
    const format = /^ERR_IMPORT_(?:ASSERTION|ATTRIBUTE)/.test(code) ? 'json' : code === 'ERR_MODULE_NOT_FOUND' || code === 'ENOENT' || code === 'ERR_UNSUPPORTED_DIR_IMPORT' ? 'none' : null
    console.log('\\n@' + JSON.stringify({ format, ended: code }))
    throw error
  }
  const loaded = await next(url, context).catch(end)
  console.log('\\n@' + JSON.stringify({ format: loaded.format, ended: 'loaded' }))
  return loaded
}
`

const RUN = [
  "import { register } from 'node:module'",
  "import { pathToFileURL } from 'node:url'",
  "register('./formatHooks.mjs', pathToFileURL(process.cwd() + '/'))",
  'try { await import(process.env.FORMATS_SPEC) } catch {}',
  'setTimeout(() => process.exit(0), 50)',
].join('\n')

async function load(folder: string, args: readonly string[], spec: string): Promise<Loaded> {
  const env = { ...process.env, FORMATS_SPEC: spec, NODE_OPTIONS: '', NODE_ENV: 'production' }
  const options = { cwd: folder, timeout: LOAD_MAX_MS, env, maxBuffer: 2 ** 26 }
  const { stdout } = await run(process.execPath, [...args, spec], options).catch(
    (error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }),
  )
  const line = stdout.split('\n').find((one) => one.startsWith('@{'))
  if (line === undefined) return { format: null, ended: 'no word' }
  const loaded = JSON.parse(line.slice(1)) as Loaded
  return loaded
}

const WAYS = {
  imported: ['formatRun.mjs'],
  required: ['-e', REQUIRE],
  requiredBefore: ['--no-experimental-require-module', '-e', REQUIRE],
} as const

const folder = join(realpathSync(cache), `formats-${values.seed}`)
const names = drawn()
await install(folder, names)
writeFileSync(join(folder, 'formatHooks.mjs'), HOOKS)
writeFileSync(join(folder, 'formatRun.mjs'), RUN)

const counts = new Map<string, number>()
const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)

async function compare(name: string): Promise<void> {
  const at = join(folder, 'node_modules', name)
  if (!existsSync(at)) return count('packages that are not there')
  count('packages')
  const from = diskPackage(at)
  const formatsOf = npmSyntax().formats(from)
  const { points } = entryPoints(new PackageResolver(from))
  const step = Math.max(1, points.length / POINTS_MAX)
  const some = Array.from(
    { length: Math.min(points.length, POINTS_MAX) },
    (_, i) => points[Math.floor(i * step)],
  )
  for (const point of some) {
    if (point === undefined) continue
    const { subpath } = point
    const spec = subpath === '.' ? name : `${name}${subpath.slice(1)}`
    const told = formatsOf(subpath)
    count('entry points')
    const imported = await load(folder, WAYS.imported, spec)
    const requiredBefore = await load(folder, WAYS.requiredBefore, spec)
    const loaded = await load(folder, WAYS.required, spec)
    // A module may say itself what `require` gets of it, which then looks like one of CommonJS.
    const isRefused = requiredBefore.format === 'module' && requiredBefore.file === loaded.file
    const required = isRefused ? { ...loaded, format: 'module' as const } : loaded
    for (const [way, { format, ended }] of Object.entries({ imported, required, requiredBefore })) {
      const ours = told[way as keyof typeof WAYS]
      count(`${way}: ${ours}, Node: ${format ?? 'not told'}`)
      if (format === null) console.log(`not told ${spec} ${way}: ${ours}; ${ended}`)
      else if (ours !== format)
        console.log(`DIFFERS ${spec} ${way}: ${ours}, Node ${format} (${ended})`)
    }
    if (told.required !== 'module') continue
    const doesWait = required.ended === 'ERR_REQUIRE_ASYNC_MODULE'
    const isLoaded = required.ended === 'ok'
    count(`waits: ${told.waits}, Node: ${doesWait ? 'waits' : isLoaded ? 'loads' : 'else'}`)
    if (told.waits === 'always' ? isLoaded : told.waits === 'never' && doesWait)
      console.log(`DIFFERS ${spec} waits: ${told.waits}, Node ${required.ended}`)
  }
}

const waiting = [...names]
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await compare(next)
  }),
)
for (const [what, times] of [...counts].sort()) console.log(times, what)
