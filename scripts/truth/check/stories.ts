// Upgrade stories: code for an older release, with the places that break in a newer one marked. How many
// of them an upgrade names, and whether anything that breaks is called safe. stories/*.txt hold them; with
// `--judge` both releases run every place first, and whatever they say otherwise than the marks is told.
//
//   npx tsx scripts/truth/check/stories.ts <data folder> pypi|npm [--judge] [--only <part of a name>] [--program <file>]
//     [--set unusual] [--apart]
//
// The program has to be built. A story begins with its package and two releases (and, for Python, what
// else each of them needs); what stands above `--` is done before each place, and an empty line parts
// places. Behind `breaks:` stands what to run instead of a place that only a request would reach. With
// `--set unusual` the stories are those of stories/unusual.*.txt, and with `--apart` each place is asked of
// by itself, so that nothing that breaks beside it can keep it from being called safe.

import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { python } from '../venv.ts'

const run = promisify(execFile)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    program: { type: 'string', default: 'dist/cli/main.cjs' },
    set: { type: 'string', default: '' },
    apart: { type: 'boolean', default: false },
  },
})
const [dataDir, ecosystem] = positionals
if (dataDir === undefined || (ecosystem !== 'pypi' && ecosystem !== 'npm')) {
  console.error('usage: stories.ts <data folder> pypi|npm [--judge] [--only …]')
  process.exit(2)
}
const here = dirname(fileURLToPath(import.meta.url))
const root = join(here, '../../..')
const mark = ecosystem === 'pypi' ? '#' : '//'
const file = ecosystem === 'pypi' ? 'a.py' : 'a.js'

type Place = Readonly<{ text: string; runs: string; breaks: boolean; first: number; last: number }>
type Story = Readonly<{
  name: string
  versions: readonly [string, string]
  more: readonly string[]
  before: string
  code: string
  places: readonly Place[]
}>

function storyOf(part: string): Story {
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

const set = [values.set, ecosystem, 'txt'].filter(Boolean).join('.')
const stories = readFileSync(join(here, 'stories', set), 'utf8')
  .split(new RegExp(`^${mark}: `, 'm'))
  .slice(1)
  .map(storyOf)
  .filter(({ name }) => new RegExp(values.only).test(name))

/** A command that runs a file with one of the releases. */
async function runnerOf({ name, versions, more }: Story, side: 0 | 1) {
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

async function judge(story: Story, at: string): Promise<void> {
  for (const side of [0, 1] as const) {
    const runOne = await runnerOf(story, side)
    for (const place of story.places) {
      const path = join(at, file)
      writeFileSync(path, `${story.before}\n${place.runs}\n`)
      const failed = await runOne(path).then(
        () => null,
        (error: unknown) => String((error as { stderr?: string }).stderr ?? error),
      )
      if ((failed !== null) === (side === 1 && place.breaks)) continue
      const why = failed?.trim().split('\n').slice(-4).join(' ') ?? 'it runs'
      console.log(`judge: ${story.name} ${story.versions[side]}: ${place.text}: ${why}`)
    }
  }
}

type Answer = Readonly<{
  verdict: string
  changes: readonly Readonly<{
    affects: boolean
    places: readonly Readonly<{ line: number; state: string }>[]
  }>[]
  findings: readonly Readonly<{ line: number; severity: string }>[]
  undetermined: readonly Readonly<{ line: number; reason: string }>[]
}>

/** A story for each place, with nothing but what is done before it. */
function placesApart(story: Story): readonly Story[] {
  const first = story.before === '' ? 1 : story.before.split('\n').length + 1
  return story.places.map((place) => {
    const last = first + place.text.split('\n').length - 1
    const code = [...(story.before === '' ? [] : [story.before]), place.text].join('\n')
    return { ...story, code: `${code}\n`, places: [{ ...place, first, last }] }
  })
}

async function upgraded(story: Story, at: string): Promise<Answer> {
  writeFileSync(join(at, file), story.code)
  const asked = ['upgrade', ecosystem ?? '', story.name, ...story.versions, at, '--json']
  const env = { ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_RESIDENT: 'off' }
  const { stdout } = await run(process.execPath, [resolve(root, values.program), ...asked], {
    env,
    maxBuffer: 64_000_000,
  }).catch((error: { stdout: string }) => error)
  // What the program prints of an upgrade.
  const printed = JSON.parse(stdout) as Answer & { answer?: Answer }
  return printed.answer ?? printed
}

const sum = { breaks: 0, named: 0, open: 0, holds: 0, spurious: 0, safe: 0 }
for (const story of values.apart ? stories.flatMap(placesApart) : stories) {
  const at = mkdtempSync(join(tmpdir(), 'story-'))
  try {
    if (values.judge) await judge(story, at)
    const answer = await upgraded(story, at)
    const within = (line: number, { first, last }: Place) => line >= first && line <= last
    const isTold = (place: Place) =>
      answer.findings.some(({ line, severity }) => severity === 'error' && within(line, place)) ||
      answer.changes.some(
        ({ affects, places }) =>
          affects && places.some((one) => one.state !== 'holds' && within(one.line, place)),
      )
    const isOpen = (place: Place) => answer.undetermined.some(({ line }) => within(line, place))
    const isGone = (place: Place) =>
      answer.undetermined.some(
        ({ line, reason }) => within(line, place) && reason.includes('nowhere in the newer'),
      )
    const broken = story.places.filter(({ breaks }) => breaks)
    const missed = broken.filter((one) => !isTold(one) && !isGone(one))
    const spurious = story.places.filter((one) => !one.breaks && (isTold(one) || isGone(one)))
    sum.breaks += broken.length
    sum.named += broken.length - missed.length
    sum.open += missed.filter(isOpen).length
    sum.holds += story.places.length - broken.length
    sum.spurious += spurious.length
    const isFalselySafe = answer.verdict === 'safe' && broken.length > 0
    const alarm = isFalselySafe ? ' FALSELY SAFE' : ''
    console.log(`${answer.verdict.padEnd(13)} ${story.name} ${story.versions.join(' to ')}${alarm}`)
    if (isFalselySafe) sum.safe += 1
    for (const one of missed) console.log(`  ${isOpen(one) ? 'open  ' : 'missed'} ${one.text}`)
    for (const one of spurious) console.log(`  spurious ${one.text}`)
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}
console.log(
  `${sum.named} of ${sum.breaks} places that break are named, ${sum.open} more are open; ` +
    `${sum.spurious} of ${sum.holds} that hold are named; ${sum.safe} stories that break are called safe`,
)
