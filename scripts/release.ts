// Makes a release: builds it, packs it twice and compares, has two judges look it over, makes the sdist
// and the wheels of it, writes the section of the changelog, and publishes the very file that was looked
// over. What is for PyPI it leaves beside it, looked over as well, and server.json, once package.json has
// an `mcpName` (`io.github.<owner>/assay`): whose that is nobody knows before it is published.
//
//   npm run release -- --dry-run [--version 1.2.3]
//
// A dry run changes nothing outside of .tmp/release, where it leaves the tarball and the section, and
// does not publish. A release raises the version in package.json first: the one that was published last
// has a section in CHANGELOG.md, and cannot be published again.

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import valid from 'semver/functions/valid.js'
import { releaseSection } from './changelog.ts'
import { checkPackage } from './checkPackage.ts'
import { packInto } from './pack.ts'
import { type Manifest, serverJson } from './serverJson.ts'
import { python } from './truth/venv.ts'
import { wheelsInto } from './wheel.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const FOLDER = join(ROOT, '.tmp', 'release')

const { values } = parseArgs({
  options: { 'dry-run': { type: 'boolean', default: false }, version: { type: 'string' } },
})
const isDry = values['dry-run']
const manifest: Manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
// A dry run may be made before the version is raised.
const version = isDry ? (values.version ?? `${manifest.version}-next`) : manifest.version
if (valid(version) === null) throw new Error(`${version} is no version`)
if (!isDry && run('git', 'status', '--porcelain') !== '') throw new Error('commit everything first')

const changelog = join(ROOT, 'CHANGELOG.md')
const today = new Date().toISOString().slice(0, 10)
const released = releaseSection(readFileSync(changelog, 'utf8'), version, today)
rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'section.md'), `${released.section}\n`)
if (!isDry) writeFileSync(changelog, released.changelog)

const first = builtAndPacked()
const again = builtAndPacked()
const [digest, other] = [first, again].map(digestOf)
if (digest !== other) throw new Error('two builds of the same sources differ')
const tarball = join(FOLDER, basename(first))
renameSync(first, tarball)
console.log(`release: ${tarball}, sha256 ${digest}, the same from two builds`)

let isClean = true
for (const judged of checkPackage(tarball)) {
  if (!judged.isClean) console.error(judged.said)
  console.log(`release: ${judged.judge} ${judged.isClean ? 'has nothing to say' : 'objects'}`)
  isClean &&= judged.isClean
}
if (!isClean) process.exit(1)

// Twice as well; the native code of other machines is fetched as the lock file names it.
const [wheels, repeated] = ['pypi', 'pypi-again'].map((name) =>
  wheelsInto(join(FOLDER, name), tarball, { all: true }),
)
if (wheels?.map(digestOf).join() !== repeated?.map(digestOf).join()) {
  throw new Error('two makings of the wheels differ')
}
const twine = await python(['twine==7.0.0'])
run(twine, '-m', 'twine', 'check', '--strict', ...(wheels ?? []))
for (const file of wheels ?? []) console.log(`release: ${file}, sha256 ${digestOf(file)}`)
console.log('release: twine has nothing to say, and the files are the same twice')
const { mcpName } = manifest
if (mcpName === undefined) {
  console.log('release: package.json has no mcpName, so that there is no server.json')
} else {
  const file = join(FOLDER, 'server.json')
  writeFileSync(file, `${JSON.stringify(serverJson(mcpName, { ...manifest, version }), null, 2)}\n`)
  console.log(`release: for the registry of MCP servers: ${file}`)
}
console.log(`release: the section of the changelog is ${join(FOLDER, 'section.md')}`)
if (isDry) console.log('release: a dry run publishes nothing')
else {
  execFileSync('npm', ['publish', tarball], { cwd: ROOT, stdio: 'inherit' })
  console.log(`release: what is left to do: twine upload ${join(FOLDER, 'pypi', '*')}`)
}

function builtAndPacked(): string {
  run(process.execPath, join(ROOT, 'scripts', 'build.mjs'))
  return packInto(mkdtempSync(join(FOLDER, 'packed-')))
}

function run(program: string, ...words: readonly string[]): string {
  return execFileSync(program, words, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString()
}

function digestOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}
