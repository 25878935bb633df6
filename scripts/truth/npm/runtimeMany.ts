// Runs the JavaScript pass over many published packages, without their dependencies, and counts how
// it ends: `npx tsx scripts/truth/npm/runtimeMany.ts <folder of .tgz files>`. Nothing is loaded.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openArtifact } from '../../../src/artifact/openArtifact.ts'
import { readJavaScript } from '../../../src/extract/npm/javascript/readJavaScript.ts'
import { entryPoints } from '../../../src/extract/npm/manifest/entryPoints.ts'
import { PackageResolver } from '../../../src/extract/npm/manifest/packageResolver.ts'
import type { NpmPackage } from '../../../src/extract/npm/package.ts'

/** Of one package: a thousand files behind a pattern say no more than some of them. */
const POINTS_MAX = 100

async function openPackage(folder: string, filename: string): Promise<NpmPackage> {
  const bytes = readFileSync(join(folder, filename))
  const signal = AbortSignal.timeout(60_000)
  const { tree } = await openArtifact({ kind: 'tarball', filename, bytes }, signal)
  const text = Buffer.from(tree.read('package.json') ?? Buffer.from('{}')).toString('utf8')
  const manifest = JSON.parse(text) as { name: string; version: string }
  const entries = tree.entries.map(({ path }) => path)
  return { name: manifest.name, version: manifest.version, manifest, entries, read: tree.read }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('usage: runtimeMany.ts <folder>')
const endings = new Map<string, number>()
const costs: number[] = []
const count = (ending: string) => endings.set(ending, (endings.get(ending) ?? 0) + 1)
let packages = 0
let modules = 0
let names = 0
for (const filename of readdirSync(folder).filter((name) => name.endsWith('.tgz'))) {
  try {
    const from = await openPackage(folder, filename)
    const before = process.cpuUsage()
    const reader = readJavaScript(from)
    const { points } = entryPoints(new PackageResolver(from))
    const files = new Set(
      points.slice(0, POINTS_MAX).flatMap((one) => one.import ?? one.require ?? []),
    )
    for (const file of files) {
      const module = reader.module(file)
      modules += 1
      names += module.names.length
      // Names of packages, files and functions would make every reason one of its own.
      const reason = module.reason?.replace(/^is given to .*?(: |$)/, 'is given away: ') ?? ''
      count(
        `${module.state} ${/was not looked at|too (?:much|long)|computed|is not in|proxy|compiled|nests|syntax|given away/.exec(reason)?.[0] ?? ''}`,
      )
    }
    const { user, system } = process.cpuUsage(before)
    const tookMs = (user + system) / 1_000
    costs.push(tookMs)
    if (tookMs > 5_000) console.log(`${from.name} ${files.size} modules ${tookMs.toFixed(0)} ms`)
    packages += 1
  } catch (error) {
    count(`failed`)
    console.log(filename, error)
  }
}
costs.sort((a, b) => a - b)
const at = (share: number) => (costs[Math.floor(share * (costs.length - 1))] ?? 0).toFixed(0)
console.log(`${packages} packages, ${modules} modules, ${names} names`)
console.log(`processor time a package: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, most ${at(1)} ms`)
for (const [ending, times] of [...endings].sort((a, b) => b[1] - a[1])) console.log(times, ending)
