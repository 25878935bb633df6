// Draws pairs of neighbouring patch releases of popular packages by a seed.
//
//   npx tsx scripts/truth/diffs/draw.ts npm|pypi [--seed 20261115] [--count 30] [--top 2000]
//     [--list scripts/truth/npm/packages.txt]
//
// From the most popular names, or from those of a list (`named x@1`, `drawn x@1` or a name a line):
// popular packages are mostly small ones whose patches change nothing. Which versions there are is asked of npm and pip, as they are configured. Prints one pair a line.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { compare as comparePep440 } from '@renovatebot/pep440'
import semver from 'semver'
import { isEcosystem } from '../../../src/domain/packageName.ts'
import { loadBundledNames } from '../../../src/names/bundledNames.ts'
import { seededRandom } from '../../../test/fake/seededRandom.ts'

const { values, positionals } = parseArgs({
  options: {
    seed: { type: 'string', default: '20261115' },
    count: { type: 'string', default: '30' },
    top: { type: 'string', default: '2000' },
    list: { type: 'string' },
  },
  allowPositionals: true,
})
const [ecosystem = ''] = positionals
if (!isEcosystem(ecosystem)) throw new Error('usage: draw.ts npm|pypi [--seed n] [--count n]')

const random = seededRandom(Number(values.seed))
const names =
  values.list === undefined
    ? loadBundledNames()[ecosystem].names.slice(0, Number(values.top))
    : listed(readFileSync(values.list, 'utf8'))
const drawn = new Set<string>()
while (drawn.size < Number(values.count)) {
  const name = random.pick(names)
  if (drawn.has(name)) continue
  const pairs = patchPairs(versionsOf(name))
  const pair = pairs[random.below(Math.max(1, pairs.length))]
  if (pair === undefined) continue
  drawn.add(name)
  const [from_version, to_version] = pair
  console.log(JSON.stringify({ ecosystem, package: name, from_version, to_version }))
}

function listed(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const name = /^(?:(?:named|drawn) )?(@?[^@\s#]+)(?:@\S+)?$/.exec(line.trim())?.[1]
    return name ?? []
  })
}

function versionsOf(name: string): readonly string[] {
  try {
    if (ecosystem === 'npm') {
      const text = run('npm', ['view', name, 'versions', '--json'])
      const found: unknown = JSON.parse(text)
      return Array.isArray(found) ? found.map(String) : [String(found)]
    }
    const text = run('python3', ['-m', 'pip', 'index', 'versions', name])
    return /Available versions: (.*)/.exec(text)?.[1]?.split(', ') ?? []
  } catch {
    return []
  }
}

function run(command: string, args: readonly string[]): string {
  const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore']
  return execFileSync(command, args, { encoding: 'utf8', stdio, maxBuffer: 64 * 1024 * 1024 })
}

/** Final releases next to each other that differ in the third number alone. */
function patchPairs(versions: readonly string[]): (readonly [string, string])[] {
  const final = versions
    .filter((version) => /^\d+\.\d+\.\d+$/.test(version))
    .sort(ecosystem === 'npm' ? semver.compare : comparePep440)
  return final.flatMap((version, i) => {
    const next = final[i + 1]
    const minor = version.replace(/\d+$/, '')
    return next?.startsWith(minor) ? [[version, next] as const] : []
  })
}
