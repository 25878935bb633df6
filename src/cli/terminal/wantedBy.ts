// The packages that manifests and lock files name.

import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { typesPackageOf } from '../../check/plan/versions.ts'
import { fileFault } from '../../domain/fileFault.ts'
import { type PackageKey, parsePackageName } from '../../domain/names/packageName.ts'
import { keyText } from '../../domain/release.ts'
import { withCatalogs } from '../../manifests/catalogs.ts'
import type { Manifest } from '../../manifests/manifest.ts'
import { readManifest } from '../../manifests/readManifest.ts'

export type Wanted = Readonly<{
  key: PackageKey
  pin: string | null
  range: string | null
  isOptional?: true
}>

/** Files that manifests take their requirements from, in all. */
const FILES_MAX = 100

/** A text says why a file cannot be used. */
export async function wantedBy(
  paths: readonly string[],
): Promise<Readonly<{ packages: readonly Wanted[]; problems: readonly string[] }> | string> {
  const manifests: Manifest[] = []
  const problems: string[] = []
  const queue = paths.map((path) => ({ path, isNamed: true }))
  const seen = new Set<string>()
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { path, isNamed } = next
    if (seen.has(resolve(path)) || seen.size >= FILES_MAX) continue
    seen.add(resolve(path))
    const text = await textOf(path)
    if (typeof text !== 'string') {
      if (isNamed) return `assay: ${path}: ${text.fault}`
      problems.push(`${path}: ${text.fault}`)
      continue
    }
    // What another file names as its requirements is read as such, whatever it is called.
    const manifest = readManifest(path, text, isNamed ? undefined : 'requirements')
    if (manifest === null) return `assay: ${path} is no manifest or lock file that is known`
    manifests.push(manifest)
    queue.push(...(manifest.includes ?? []).map((included) => ({ path: included, isNamed: false })))
  }
  const read = withCatalogs(manifests)
  for (const { path, problem } of read) if (problem !== null) problems.push(`${path} ${problem}`)
  const requirements = read.flatMap((manifest) => manifest.requirements)
  const locked = read.flatMap((manifest) => manifest.locked)
  const isLocked = new Set(locked.map(keyText))
  const asked = [...locked, ...requirements.filter((one) => !isLocked.has(keyText(one)))]
  const packages = asked.flatMap(({ ecosystem, name, pin, range }): Wanted[] => [
    { key: { ecosystem, name }, pin, range },
    ...(ecosystem === 'npm' ? typesOf(name) : []),
  ])
  return { packages, problems }
}

async function textOf(path: string): Promise<string | Readonly<{ fault: string }>> {
  try {
    // To read a pipe could take for ever.
    if (!(await stat(path)).isFile()) return { fault: 'is no file' }
    return await readFile(path, 'utf8')
  } catch (error) {
    return { fault: fileFault(error) ?? 'cannot be read' }
  }
}

/** The types of a package may be in another one. */
function typesOf(name: string): readonly Wanted[] {
  const types = parsePackageName('npm', typesPackageOf(name))
  if (types === null || name.startsWith('@types/')) return []
  return [{ key: { ecosystem: 'npm', name: types }, pin: null, range: null, isOptional: true }]
}
