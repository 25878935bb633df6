// Where the time of a first question goes: `--timings` of questions in an empty folder, as a table.
//
//   npx tsx scripts/coldStages.ts <pypi|npm> [package…]
//
// Asks the public registries, by the program in dist/, each question in processes of its own. Prints
// milliseconds that passed.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isEcosystem } from '../src/domain/names/packageName.ts'
import { STAGES } from '../src/stages.ts'

const PACKAGES = {
  npm: 'left-pad chalk commander express lodash axios react zod rxjs fp-ts webpack @types/node',
  pypi: 'six requests pyyaml flask rich pydantic sqlalchemy networkx django pandas numpy scipy',
}
const MAIN = fileURLToPath(new URL('../dist/cli/main.cjs', import.meta.url))

const [ecosystem = '', ...given] = process.argv.slice(2)
if (!isEcosystem(ecosystem)) throw new Error('usage: coldStages.ts <pypi|npm> [package…]')
const packages = given.length > 0 ? given : PACKAGES[ecosystem].split(' ')
const stages = [...Object.keys(STAGES), 'whole']

const load = execFileSync('cat', ['/proc/loadavg'], { encoding: 'utf8' }).split(' ')[0]
console.log(`load ${load}\n`)
console.log(`| ${['package', ...stages].join(' | ')} |`)
console.log(`|${'---|'.repeat(stages.length + 1)}`)
for (const name of packages) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-stages-'))
  const words = ['symbol', ecosystem, name, 'get', '--timings', '--no-resident']
  const { stderr } = spawnSync(process.execPath, [MAIN, ...words], {
    encoding: 'utf8',
    cwd: folder,
    env: { ...process.env, ASSAY_DATA_DIR: join(folder, 'data') },
  })
  const spent = new Map([...stderr.matchAll(/^(\w+) +(\d+) ms/gm)].map(([, one, ms]) => [one, ms]))
  console.log(`| \`${name}\` | ${stages.map((stage) => spent.get(stage) ?? '').join(' | ')} |`)
  rmSync(folder, { recursive: true, force: true })
}
