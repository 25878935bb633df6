// How many real upgrade breaks are fixed, and how many edits are right: the places of the upgrade stories
// that break in a newer release, each in a file of its own, fixed by `assay upgrade --fix`, and run with
// that release. An edit is right when the place failed before it and runs after it.
//
//   npx tsx scripts/truth/fix/real.ts <data folder> pypi|npm [--set unusual] [--only <part of a name>] [--program <file>]
//
// The program has to be built.

import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, promisify } from 'node:util'
import { runnerOf, type Story, storiesOf } from '../check/story.ts'

const run = promisify(execFile)
const root = join(dirname(fileURLToPath(import.meta.url)), '../../..')
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    set: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    program: { type: 'string', default: 'dist/cli/main.cjs' },
  },
})
const [dataDir, ecosystem] = positionals
if (dataDir === undefined || (ecosystem !== 'pypi' && ecosystem !== 'npm')) {
  console.error('usage: real.ts <data folder> pypi|npm [--set unusual] [--only …]')
  process.exit(2)
}
const ending = ecosystem === 'pypi' ? 'py' : 'js'
const sum = { places: 0, broken: 0, edited: 0, right: 0, touched: 0 }

type Told = Readonly<{
  fixes: Readonly<{
    edits: readonly Readonly<{ path: string; proof: string }>[]
    refused: readonly Readonly<{ path: string; reason: string }>[]
  }>
}>

async function fixed(story: Story, at: string): Promise<Told | null> {
  const asked = ['upgrade', ecosystem ?? '', story.name, ...story.versions, '--fix', '--json']
  const env = { ...process.env, ASSAY_DATA_DIR: dataDir, ASSAY_RESIDENT: 'off' }
  const { stdout, stderr } = await run(
    process.execPath,
    [resolve(root, values.program), ...asked],
    { env, cwd: at, maxBuffer: 64_000_000 },
  ).catch((error: { stdout: string; stderr: string }) => error)
  if (stdout !== '') return JSON.parse(stdout) as Told
  console.log(`  not read: ${stderr.trim()}`)
  return null
}

for (const story of storiesOf(ecosystem, values.set)) {
  if (!new RegExp(values.only).test(story.name)) continue
  const at = mkdtempSync(join(tmpdir(), 'fix-'))
  try {
    const texts = story.places.map(({ runs }) => `${story.before}\n${runs}\n`)
    texts.forEach((text, index) => {
      writeFileSync(join(at, `place${index}.${ending}`), text)
    })
    const told = await fixed(story, at)
    if (told === null) continue
    console.log(`${story.name} ${story.versions.join(' to ')}`)
    const runOne = await runnerOf(story, 1, ecosystem)
    for (const [index, place] of story.places.entries()) {
      const path = join(at, `place${index}.${ending}`)
      const after = readFileSync(path, 'utf8')
      const isEdited = after !== texts[index]
      sum.places += 1
      if (place.breaks) sum.broken += 1
      const refusals = told.fixes.refused.filter((one) => path.endsWith(one.path))
      if (!isEdited) {
        if (place.breaks) {
          const why = refusals.map(({ reason }) => reason).join(' ')
          console.log(`  left   ${place.text.split('\n').at(-1)}  ${why}`)
        }
        continue
      }
      const why = await runOne(path).then(
        () => null,
        (error: unknown) => String((error as { stderr?: string }).stderr ?? error),
      )
      if (place.breaks) sum.edited += 1
      else sum.touched += 1
      if (why === null) sum.right += 1
      const line = after.split('\n').find((one, at) => one !== texts[index]?.split('\n')[at])
      console.log(
        `  ${why === null ? 'right ' : 'WRONG '} ${line}  ${why?.trim().split('\n').at(-1) ?? ''}`,
      )
    }
  } catch (error) {
    console.log(`  not judged: ${String(error).split('\n')[0]}`)
  } finally {
    rmSync(at, { recursive: true, force: true })
  }
}
console.log(
  `${sum.edited} of ${sum.broken} places that break were edited, and ${sum.touched} of ${sum.places - sum.broken} others; ` +
    `${sum.right} of ${sum.edited + sum.touched} edited places run with the newer release`,
)
