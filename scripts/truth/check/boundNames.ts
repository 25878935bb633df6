// Names that a check says nothing of: in real files each name that is asked of an imported module is
// misspelt, as Python's own parser sees them, and has to be told, as an error or as undetermined.
//
//   npm run build && npx tsx scripts/truth/check/boundNames.ts <file.py>…
//
// The built program checks a copy of the files in a folder of its own, so that packages are the latest ones.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

type Misspelt = Readonly<{
  path: string
  text: string
  names: readonly Readonly<{ line: number; owner: string; name: string }>[]
}>

const OUTPUT_MAX_BYTES = 1 << 28
const paths = process.argv.slice(2)
if (paths.length === 0) throw new Error('usage: boundNames.ts <file.py>…')

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const lines = execFileSync('python3', [at('bound_names.py')], {
  input: paths.join('\n'),
  encoding: 'utf8',
  maxBuffer: OUTPUT_MAX_BYTES,
})
const files = lines
  .trim()
  .split('\n')
  .map((line): Misspelt => JSON.parse(line))
const folder = mkdtempSync(join(tmpdir(), 'bound-names-'))
try {
  const copies = files.map((file, index) => ({ ...file, copy: `f${index}_${basename(file.path)}` }))
  for (const { copy, text } of copies) writeFileSync(join(folder, copy), text)
  const main = at('../../../dist/cli/main.cjs')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [main, 'check', '--json', '--undetermined', '--fresh'],
    { cwd: folder, encoding: 'utf8', maxBuffer: OUTPUT_MAX_BYTES },
  )
  if (stdout === '') throw new Error(stderr)
  const said = new Set(stdout.match(/\w+_zq\d+/g))
  const silent = copies.flatMap(({ path, names }) =>
    names.filter(({ name }) => !said.has(name)).map((one) => ({ path: basename(path), ...one })),
  )
  const all = files.reduce((sum, { names }) => sum + names.length, 0)
  console.log(
    `${files.length} files, ${all} misspelt names, ${silent.length} of which nothing is said`,
  )
  for (const { path, line, owner, name } of silent)
    console.log(`  ${path}:${line} ${owner}.${name}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
