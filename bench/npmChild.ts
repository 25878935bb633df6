// One side of the npm benchmark over installed packages, one after the other in one process: our
// tables, the TypeScript checker asked for the same, or api-extractor. Prints processor time (user
// and system, all threads) and names of each, then the peak of memory. argv: the side, then pairs of
// the folder that a package is installed in and its name.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { diskPackage, installedDependencies } from '../scripts/truth/npm/diskPackage.ts'
import { entryPoints } from '../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../src/extract/npm/manifest/packageResolver.ts'

type Ask = (folder: string, name: string) => number | null

/** How many names, or null when the tool gave up. Each side loads what it needs and nothing else. */
const SIDES: Readonly<Record<string, () => Promise<Ask>>> = {
  ours: () => ours(true),
  declarations: () => ours(false),
  checker,
  'checker with JavaScript': checkerWithJavaScript,
  'api-extractor': peer,
}

/** All of a table, or what declarations say alone, which is all that the others read. */
async function ours(withJavaScript: boolean): Promise<Ask> {
  const { extractNpm } = await import('../dist/extract/npm/extractNpm.js')
  const { encodeTable } = await import('../dist/table/format/encodeTable.js')
  return (folder, name) => {
    const { table } = extractNpm(installed(folder, name), installedDependencies, {
      withJavaScript,
    })
    encodeTable(table)
    return table.modules.reduce((sum, { entries }) => sum + entries.length, 0)
  }
}

async function checker(): Promise<Ask> {
  const { askChecker } = await import('../scripts/truth/npm/checker.ts')
  return (folder, name) => {
    const { entries } = askChecker(folder, name, Infinity)
    return Object.values(entries).reduce((sum, exports) => sum + Object.keys(exports).length, 0)
  }
}

/** Asked for the declarations, and then for the code of the same entry points. */
async function checkerWithJavaScript(): Promise<Ask> {
  const askDeclarations = await checker()
  const { askCheckerForJavaScript } = await import('../scripts/truth/npm/checker.ts')
  return (folder, name) =>
    (askDeclarations(folder, name) ?? 0) + askCheckerForJavaScript(folder, name)
}

/** It reads one entry point, the main one. */
async function peer(): Promise<Ask> {
  const { Extractor, ExtractorConfig } = await import('@microsoft/api-extractor')
  return (folder, name) => {
    const from = installed(folder, name)
    const { points } = entryPoints(new PackageResolver(from))
    const main = points.find(({ subpath }) => subpath === '.')?.types
    if (main === undefined || main === null) return null
    const config = ExtractorConfig.prepare({
      packageJsonFullPath: join(from.folder, 'package.json'),
      configObjectFullPath: undefined,
      configObject: {
        projectFolder: from.folder,
        mainEntryPointFilePath: join(from.folder, main),
        compiler: {
          overrideTsconfig: {
            compilerOptions: { module: 'esnext', moduleResolution: 'bundler', skipLibCheck: true },
            files: [join(from.folder, main)],
          },
        },
        apiReport: { enabled: false, reportFileName: 'x', reportFolder: folder },
        docModel: { enabled: true, apiJsonFilePath: join(folder, 'api.json') },
        dtsRollup: { enabled: false },
        tsdocMetadata: { enabled: false },
        messages: {},
      },
    })
    Extractor.invoke(config, { localBuild: true, messageCallback: (one) => (one.handled = true) })
    const model = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'))
    return model.members?.[0]?.members?.length ?? null
  }
}

function installed(folder: string, name: string) {
  return diskPackage(join(folder, 'node_modules', name))
}

const [side = '', ...rest] = process.argv.slice(2)
const load = SIDES[side]
if (load === undefined) throw new Error(`no side ${side}`)
const run = await load()
const packages: { cpuMs: number; names: number | null }[] = []
for (let i = 0; i < rest.length; i += 2) {
  const before = process.cpuUsage()
  const names = attempt(() => run(rest[i] ?? '', rest[i + 1] ?? ''))
  const { user, system } = process.cpuUsage(before)
  packages.push({ cpuMs: (user + system) / 1e3, names })
}
const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
console.log(JSON.stringify({ packages, peakBytes: Number(peak ?? 0) * 1024 }))

function attempt(work: () => number | null): number | null {
  try {
    return work()
  } catch {
    return null
  }
}
