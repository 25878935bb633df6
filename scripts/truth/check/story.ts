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
    const text = block.replace(new RegExp(` +${mark} breaks.*$`, 'gm'), '')
    const first = code.length + 1
    code.push(...text.split('\n'))
    places.push({ text, runs: told ?? text, breaks, first, last: code.length })
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

/** `set`: empty for the first ones, or `unusual`. */
export function storiesOf(ecosystem: StoryEcosystem, set: string): readonly Story[] {
  const mark = ecosystem === 'pypi' ? '#' : '//'
  const file = [set, ecosystem, 'txt'].filter(Boolean).join('.')
  return readFileSync(join(here, 'stories', file), 'utf8')
    .split(new RegExp(`^${mark}: `, 'm'))
    .slice(1)
    .map((part) => storyOf(part, ecosystem))
}

/** A command that runs a file with one of the releases. */
export async function runnerOf(
  { name, versions, more }: Story,
  side: 0 | 1,
  ecosystem: StoryEcosystem,
) {
  const pin = `${name}==${versions[side]}`
  if (ecosystem === 'pypi') {
    const others = more[side]?.trim().split(' ').filter(Boolean) ?? []
    const interpreter = await python([pin, ...others])
    return (path: string) => run(interpreter, ['-W', 'ignore', path], { timeout: 60_000 })
  }
  const folder = join(root, '.venv', 'npm', `${name}-${versions[side]}`)
  if (!existsSync(join(folder, 'node_modules', name))) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{"name":"story","private":true}')
    const install = ['install', '--silent', '--no-audit', '--no-fund', '--ignore-scripts']
    await run('npm', [...install, `${name}@${versions[side]}`], { cwd: folder })
  }
  return (path: string) => {
    const beside = join(folder, 'place.js')
    writeFileSync(beside, readFileSync(path))
    return run('node', [beside], { cwd: dirname(path), timeout: 60_000 })
  }
}
