// npm run bench [-- --quick] [-- packages extract artifacts]: the named benchmarks, or all of them;
// quick, so that they cannot rot, or at the size that we quote. `--file` gives the table benchmark a
// wheel or sdist instead of a made-up package, and the benchmarks of names a set of names.

import { parseArgs } from 'node:util'
import { benchArtifact } from './artifact.bench.ts'
import { benchCheck } from './check.bench.ts'
import { benchCredits } from './credits.bench.ts'
import { benchDiff } from './diff.bench.ts'
import { benchExtract } from './extract.bench.ts'
import { benchInstall } from './install.bench.ts'
import { benchKills } from './kills.bench.ts'
import { benchLog } from './log.bench.ts'
import { benchLsp } from './lsp.bench.ts'
import { benchKillsDatabase, benchKillsPostgres, benchKillsSqlite } from './moneyKills.bench.ts'
import { benchNames } from './names.bench.ts'
import { benchNamesUpdate } from './namesUpdate.bench.ts'
import { benchNpm } from './npm.bench.ts'
import { benchPackageExists } from './packageExists.bench.ts'
import { benchPython } from './python.bench.ts'
import { benchResearch } from './research.bench.ts'
import { benchSite } from './site.bench.ts'
import { benchStart } from './start.bench.ts'
import { benchSymbols } from './symbols.bench.ts'
import { benchTable } from './table.bench.ts'

const BENCHMARKS: Readonly<Record<string, (quick: boolean, file: string | null) => Promise<void>>> =
  {
    packages: benchPackageExists,
    log: benchLog,
    credits: benchCredits,
    'kills-sqlite': benchKillsSqlite,
    'kills-postgres': benchKillsPostgres,
    'kills-database': benchKillsDatabase,
    extract: benchExtract,
    artifacts: benchArtifact,
    kills: benchKills,
    python: benchPython,
    npm: benchNpm,
    table: benchTable,
    symbols: benchSymbols,
    diff: benchDiff,
    check: benchCheck,
    lsp: benchLsp,
    start: benchStart,
    install: benchInstall,
    names: benchNames,
    'names-update': benchNamesUpdate,
    research: benchResearch,
    site: benchSite,
  }

/** Past this a quick benchmark hangs: it says so and ends, instead of holding up whoever waits for it. */
const QUICK_MAX_MS = 600_000

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false }, file: { type: 'string' } },
  allowPositionals: true,
})
for (const name of positionals.length > 0 ? positionals : Object.keys(BENCHMARKS)) {
  const run = BENCHMARKS[name]
  if (run === undefined) throw new Error(`no benchmark ${name}: ${Object.keys(BENCHMARKS)}`)
  const hangs = setTimeout(() => {
    console.error(`${name}: it has not ended after ${QUICK_MAX_MS / 60_000} minutes`)
    process.exit(1)
  }, QUICK_MAX_MS)
  if (!values.quick) clearTimeout(hangs)
  try {
    await run(values.quick, values.file ?? null)
  } catch (error) {
    // A machine that others keep busy may refuse a request: what fails twice is broken.
    console.log(`${name}: ${String(error)}; it is measured once more`)
    await run(values.quick, values.file ?? null)
  }
  clearTimeout(hangs)
}
