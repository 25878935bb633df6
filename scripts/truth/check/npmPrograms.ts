// Whole programs as models write them for pinned releases of npm packages, wrong and right ones: how many
// mistakes a check names, and whether it says anything of what compiles and runs. A file of programs/
// holds them. With `--judge` the compiler (TypeScript) and Node (JavaScript) say first where each is
// wrong, with the pins installed, and whatever they say otherwise than the marks is told.
//
//   npx tsx scripts/truth/check/npmPrograms.ts <data folder> [--of npm|npmSecond] [--judge] [--show] [--only <part of a name>]

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { checkCode } from '../../../src/check/checkCode.ts'
import { localTables } from './localTables.ts'

const run = promisify(execFile)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    of: { type: 'string', default: 'npm' },
  },
})
const [dataDir] = positionals
if (dataDir === undefined) {
  console.error('usage: npmPrograms.ts <data folder> [--of …] [--judge] [--show] [--only …]')
  process.exit(2)
}
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')
const text = readFileSync(join(here, `programs/${values.of}.txt`), 'utf8')

/** The pinned packages of each set, by the set's name. */
const sets = new Map<string, string[]>()
for (const [, set = '', pins = ''] of text.matchAll(/^\/\/! (\w+): (.*)$/gm)) {
  sets.set(set, [...(sets.get(set) ?? []), ...pins.split(' ')])
}

type Program = Readonly<{
  name: string
  set: string
  path: string
  code: string
  /** The line that is wrong, and what should be suggested; null for a program that is right. */
  wrong: Readonly<{ line: number; meant: string | null }> | null
}>

function programOf(part: string, index: number): Program {
  const end = part.indexOf('\n')
  const [, language = '', set = '', name = ''] =
    /^(\w+) (\w+): (.*)$/.exec(part.slice(0, end)) ?? []
  const code = part.slice(end + 1)
  const marks = code.split('\n').map((line) => /\/\/ wrong(?:: (\S+))?$/.exec(line))
  const line = marks.findIndex((mark) => mark !== null)
  return {
    name,
    set,
    path: `p${index}.${language}`,
    code: code.replace(/ *\/\/ wrong.*$/gm, ''),
    wrong: line < 0 ? null : { line: line + 1, meant: marks[line]?.[1] ?? null },
  }
}

const programs = text
  .split(/^\/\/: /m)
  .slice(1)
  .map(programOf)
  .filter(({ name }) => name.includes(values.only))

/** The folder in which the packages of a set are installed. */
async function installed(set: string): Promise<string> {
  const folder = join(root, '.venv', 'npm', `programs-${set}`)
  if (existsSync(join(folder, 'node_modules'))) return folder
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{"name":"programs","private":true}')
  const how = ['--silent', '--no-audit', '--no-fund', '--ignore-scripts', '--legacy-peer-deps']
  await run('npm', ['install', ...how, ...(sets.get(set) ?? [])], { cwd: folder })
  return folder
}

/** The lines that the compiler refuses, by the path of the program. */
async function refused(folder: string, paths: readonly string[]): Promise<Map<string, number[]>> {
  const lines = new Map<string, number[]>()
  const options =
    '--ignoreConfig --noEmit --strict --noImplicitAny false --skipLibCheck --module esnext --moduleResolution bundler --target es2022 --lib es2022,dom,dom.iterable --jsx react-jsx --esModuleInterop --experimentalDecorators --types node --pretty false'
  const args = [join(root, 'node_modules/typescript/bin/tsc'), ...options.split(' '), ...paths]
  const { stdout } = await run(process.execPath, args, { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  for (const [all, path = '', line = ''] of stdout.matchAll(/^(p\d+\.\w+)\((\d+),.*$/gm)) {
    if (values.show) console.log(`  ${all}`)
    lines.set(path, [...(lines.get(path) ?? []), Number(line)])
  }
  return lines
}

async function judge(): Promise<void> {
  for (const set of sets.keys()) {
    const folder = await installed(set)
    const ours = programs.filter((program) => program.set === set)
    for (const { path, code } of ours) writeFileSync(join(folder, path), code)
    const typed = ours.filter(({ path }) => !path.endsWith('.js')).map(({ path }) => path)
    const lines = typed.length === 0 ? new Map() : await refused(folder, typed)
    for (const { path } of ours.filter(({ path }) => path.endsWith('.js'))) {
      const failed = await run(process.execPath, [path], { cwd: folder, timeout: 60_000 }).then(
        () => '',
        (error: { stderr: string }) => error.stderr,
      )
      const found = [...failed.matchAll(new RegExp(`${path}:(\\d+)`, 'g'))].map(([, at]) =>
        Number(at),
      )
      if (failed !== '') lines.set(path, found)
    }
    for (const { name, path, wrong } of ours) {
      const found: readonly number[] = lines.get(path) ?? []
      if (wrong === null ? found.length === 0 : found.includes(wrong.line)) continue
      console.log(`judge: ${name} (${path}): marked ${wrong?.line ?? 'none'}, refused ${found}`)
    }
  }
}

/** The pins of the packages that the code names, and of their types. */
function manifest({ set, code }: Program): string {
  const pins = (sets.get(set) ?? []).flatMap((pin) => {
    const at = pin.lastIndexOf('@')
    const name = pin.slice(0, at)
    const bare = name.replace('@types/', '')
    return code.includes(`'${bare}`) || name === '@types/node' ? [[name, pin.slice(at + 1)]] : []
  })
  return JSON.stringify({ name: 'program', dependencies: Object.fromEntries(pins) })
}

if (values.judge) await judge()
const local = await localTables(dataDir)
const counts = { wrong: 0, found: 0, meant: 0, suggested: 0, right: 0, alarmed: 0 }
const shares = { references: 0, determined: 0 }
for (const program of programs) {
  const { name, path, code, wrong } = program
  const files = [
    { path, content: code },
    { path: 'package.json', content: manifest(program) },
  ]
  const report = await checkCode({ files }, local)
  const errors = report.findings.filter(({ severity }) => severity === 'error')
  const named = errors.find((one) => one.path === path && one.line === wrong?.line)
  const others = errors.filter((one) => one.path !== path || one.line !== wrong?.line)
  shares.references += report.counts.references
  shares.determined += report.counts.determined
  if (wrong === null) counts.right += 1
  else counts.wrong += 1
  if (named !== undefined) counts.found += 1
  if (named !== undefined && wrong?.meant) {
    counts.meant += 1
    if (JSON.stringify(named.suggestion ?? named.message).includes(wrong.meant)) {
      counts.suggested += 1
    }
  }
  if (wrong === null && errors.length > 0) counts.alarmed += 1
  const isAlarm = wrong === null && errors.length > 0
  const state = isAlarm ? 'ALARM ' : wrong === null ? 'quiet ' : named ? 'found ' : 'missed'
  if (!values.show && !isAlarm) continue
  console.log(`${state} ${name}`)
  if (named !== undefined) console.log(`  -> ${named.message}`)
  for (const one of others) console.log(`  !! ${one.path}:${one.line}: ${one.message}`)
  if (named !== undefined) continue
  for (const one of report.undetermined.filter(
    ({ line }) => line === wrong?.line || wrong === null,
  )) {
    console.log(`  ? ${one.line} ${one.name}: ${one.reason}`)
  }
}
await local.close()
console.log(
  `${counts.found} of ${counts.wrong} mistakes are named, ${counts.suggested} of ${counts.meant} with what is meant; ` +
    `${counts.alarmed} of ${counts.right} right programs are spoken of; ` +
    `${shares.determined} of ${shares.references} references are determined`,
)
