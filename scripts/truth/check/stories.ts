// Upgrade stories: code for an older release, with the places that break in a newer one marked. How many
// of them an upgrade names, and whether anything that breaks is called safe. stories/*.txt hold them; with
// `--judge` both releases run every place first, and whatever they say otherwise than the marks is told.
//
//   npx tsx scripts/truth/check/stories.ts <data folder> pypi|npm [--judge] [--only <part of a name>] [--program <file>]
//     [--set unusual|wired|kinds|minors|typed] [--apart] [--marks]
//
// The program has to be built. A story begins with its package and two releases (and, for Python, what
// else each of them needs); what stands above `--` is done before each place, and an empty line parts
// places. Behind `breaks:` stands what to run instead of a place that only a request would reach. With
// `--set unusual` the stories are those of stories/unusual.*.txt, and with `--apart` each place is asked of
// by itself, so that nothing that breaks beside it can keep it from being called safe. `--marks` only runs
// the places and asks nothing. Those of `typed` are compiled in place of being run.

import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import {
  COMPILED,
  type Place,
  runnerOf,
  type Story,
  type StoryEcosystem,
  storiesOf,
} from './story.ts'

const run = promisify(execFile)
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    judge: { type: 'boolean', default: false },
    marks: { type: 'boolean', default: false },
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
const file = ecosystem === 'pypi' ? 'a.py' : values.set === COMPILED ? 'a.tsx' : 'a.js'

const stories = storiesOf(ecosystem, values.set).filter(({ name }) =>
  new RegExp(values.only).test(name),
)

async function judge(story: Story, at: string): Promise<void> {
  for (const side of [0, 1] as const) {
    const runOne = await runnerOf(story, side, ecosystem as StoryEcosystem, values.set)
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
  for (const [path, text] of story.places.flatMap(({ beside }) => [...beside])) {
    writeFileSync(join(at, path), text)
  }
  const asked = ['upgrade', ecosystem ?? '', story.name, ...story.versions, at, '--json']
  const env = { ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_NAMES: 'off', ASSAY_RESIDENT: 'off' }
  const { stdout } = await run(process.execPath, [resolve(root, values.program), ...asked], {
    env,
    maxBuffer: 64_000_000,
  }).catch((error: { stdout: string }) => error)
  // What the program prints of an upgrade.
  const printed = JSON.parse(stdout) as Answer & { answer?: Answer }
  return printed.answer ?? printed
}

const sum = { breaks: 0, named: 0, open: 0, holds: 0, spurious: 0, safe: 0, rightlySafe: 0 }
for (const story of values.apart ? stories.flatMap(placesApart) : stories) {
  const at = mkdtempSync(join(tmpdir(), 'story-'))
  try {
    if (values.judge || values.marks) await judge(story, at)
    if (values.marks) continue
    const answer = await upgraded(story, at)
    const within = (line: number, { first, last }: Place) => line >= first && line <= last
    const isTold = (place: Place) =>
      answer.findings.some(({ line, severity }) => severity === 'error' && within(line, place)) ||
      answer.changes.some(
        ({ affects, places }) =>
          affects && places.some((one) => one.state !== 'holds' && within(one.line, place)),
      )
    const isOpen = (place: Place) =>
      answer.undetermined.some(({ line }) => within(line, place)) ||
      answer.changes.some(({ places }) =>
        places.some(({ line, state }) => state === 'open' && within(line, place)),
      )
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
    if (answer.verdict === 'safe' && broken.length === 0) sum.rightlySafe += story.places.length
    for (const one of missed) console.log(`  ${isOpen(one) ? 'open  ' : 'missed'} ${one.text}`)
    for (const one of spurious) console.log(`  spurious ${one.text}`)
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}
console.log(
  `${sum.named} of ${sum.breaks} places that break are named, ${sum.open} more are open; ` +
    `${sum.spurious} of ${sum.holds} that hold are named, ${sum.rightlySafe} are called safe; ` +
    `${sum.safe} stories that break are called safe`,
)
