// Upgrade stories as stories/*.txt hold them, and what runs a file with one of their releases.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { python } from '../venv.ts'

const run = promisify(execFile)
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')

export type StoryEcosystem = 'pypi' | 'npm'

export type Place = Readonly<{
  text: string
  runs: string
  breaks: boolean
  /** Files beside the code, by their paths: what follows a line `//@ path`. */
  beside: ReadonlyMap<string, string>
  first: number
  last: number
}>
export type Story = Readonly<{
  name: string
  versions: readonly [string, string]
  more: readonly string[]
  before: string
  code: string
  places: readonly Place[]
}>

function storyOf(part: string, ecosystem: StoryEcosystem): Story {
  const mark = ecosystem === 'pypi' ? '#' : '//'
  const [head = '', ...lines] = part.trimEnd().split('\n')
  const [about = '', ...more] = head.split('|')
  const [name = '', from = '', to = ''] = about.trim().split(' ')
  const end = lines.indexOf(`${mark}--`)
  const before = lines.slice(0, end)
  const code = [...before]
  const places: Place[] = []
  for (const block of lines
    .slice(end + 1)
    .join('\n')
    .split('\n\n')) {
    const [, told] = new RegExp(`${mark} breaks(?:: (.*))?$`, 'm').exec(block) ?? []
    const breaks = block.includes(`${mark} breaks`)
    const [text = '', ...others] = block
      .replace(new RegExp(` +${mark} breaks.*$`, 'gm'), '')
      .split(new RegExp(`\\n${mark}@ `))
    const beside = new Map(
      others.map((one): [string, string] => {
        const [path = '', ...rest] = one.split('\n')
        return [path.trim(), `${rest.join('\n')}\n`]
      }),
    )
    const first = code.length + 1
    code.push(...text.split('\n'))
    places.push({ text, runs: told ?? text, breaks, beside, first, last: code.length })
  }
  return {
    name,
    versions: [from, to],
    more,
    before: before.join('\n'),
    code: `${code.join('\n')}\n`,
    places,
  }
}

/** Stories that a compiler judges are written in TypeScript. */
export const COMPILED = 'typed'

/** `set`: empty for the first ones, `unusual`, `wired`, `kinds`, `minors` or `typed`. */
export function storiesOf(ecosystem: StoryEcosystem, set: string): readonly Story[] {
  const mark = ecosystem === 'pypi' ? '#' : '//'
  const file = [set, ecosystem, 'txt'].filter(Boolean).join('.')
  return readFileSync(join(here, 'stories', file), 'utf8')
    .split(new RegExp(`^${mark}: `, 'm'))
    .slice(1)
    .map((part) => storyOf(part, ecosystem))
}

/** A command that runs a file with one of the releases, or has it compiled. */
export async function runnerOf(
  { name, versions, more }: Story,
  side: 0 | 1,
  ecosystem: StoryEcosystem,
  set = '',
) {
  const others = more[side]?.trim().split(' ').filter(Boolean) ?? []
  if (ecosystem === 'pypi') {
    const interpreter = await python([`${name}==${versions[side]}`, ...others])
    return (path: string) => run(interpreter, ['-W', 'ignore', path], { timeout: 60_000 })
  }
  const wanted = `${name}-${versions[side]}`.replaceAll('/', '+')
  const folder = join(root, '.venv', 'npm', wanted)
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"name":"story","private":true}')
    const install = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts']
    // What a package wants beside it is named here, at the releases that fit both sides.
    const packages = [`${name}@${versions[side]}`, ...others]
    await run('npm', [...install, '--legacy-peer-deps', ...packages], { cwd: folder })
  }
  return (path: string) => {
    const beside = join(folder, set === COMPILED ? 'place.tsx' : 'place.js')
    writeFileSync(beside, readFileSync(path))
    if (set !== COMPILED) return run('node', [beside], { cwd: dirname(path), timeout: 60_000 })
    const compile = [join(root, 'node_modules/.bin/tsc'), ...TO_COMPILE, beside]
    return run(process.execPath, compile, { cwd: folder, timeout: 120_000 }).catch(
      ({ stdout }: { stdout: string }) => Promise.reject(new Error(stdout)),
    )
  }
}

const TO_COMPILE = '--noEmit --strict --skipLibCheck --jsx react --module esnext --target es2022'
  .concat(' --moduleResolution bundler --esModuleInterop --lib es2022,dom')
  .split(' ')
