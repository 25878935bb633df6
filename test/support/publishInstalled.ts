// Packages that are installed here anyway, with all that they depend on, on the registry of a test:
// real ones, and none of them in the repository.

import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FakeRegistry } from '../fake/registry.ts'
import { tarGz } from '../fake/tarGz.ts'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))
const READ = /\.(?:[cm]?[jt]s|json)$/
/** What a tar header has room for, with the folder that npm packs into. */
const PATH_MAX = 100 - 'package/'.length

type Manifest = Readonly<{
  name: string
  version: string
  dependencies?: Readonly<Record<string, string>>
  peerDependencies?: Readonly<Record<string, string>>
}>

/** Publishes the packages, the types that describe them, and whatever these lead to. */
export function publishInstalled(registry: FakeRegistry, names: readonly string[]): void {
  const all = new Set(names)
  // A set that grows while it is walked is walked to its new end.
  for (const name of all) {
    const manifest = manifestOf(name)
    if (manifest === null) continue
    const { version, dependencies, peerDependencies } = manifest
    registry.npm.publish({ name, version, bytes: tarGz(filesOf(join(MODULES, name))) })
    for (const one of Object.keys({ ...dependencies, ...peerDependencies })) all.add(one)
    all.add(`@types/${name.replace(/^@/, '').replace('/', '__')}`)
  }
}

function manifestOf(name: string): Manifest | null {
  try {
    // What npm installed is a manifest.
    return JSON.parse(readFileSync(join(MODULES, name, 'package.json'), 'utf8')) as Manifest
  } catch {
    return null
  }
}

function filesOf(root: string): Record<string, string> {
  const files: Record<string, string> = {}
  const walk = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules') walk(path)
      const name = relative(root, path)
      if (!entry.isFile() || !READ.test(name) || name.length > PATH_MAX) continue
      files[name] = readFileSync(path, 'utf8')
    }
  }
  walk(root)
  return files
}
