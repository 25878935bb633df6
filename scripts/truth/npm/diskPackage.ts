// Installed packages as the extractor takes them, and the way from one to another that Node goes.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Dependencies } from '../../../src/extract/npm/declarations/program/program.ts'
import type { NpmPackage } from '../../../src/extract/npm/package.ts'

export type InstalledPackage = NpmPackage & Readonly<{ folder: string }>

const known = new Map<string, InstalledPackage>()

export function diskPackage(folder: string): InstalledPackage {
  const there = known.get(folder)
  if (there !== undefined) return there
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const entries = filesBelow(folder, '').sort()
  const names = new Set(entries)
  const read = (path: string) => (names.has(path) ? readFileSync(join(folder, path)) : null)
  const { name, version } = manifest as { name: string; version: string }
  const made = { name, version, manifest, entries, read, folder }
  known.set(folder, made)
  return made
}

function filesBelow(folder: string, at: string): string[] {
  return readdirSync(join(folder, at), { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules') return []
    const path = at === '' ? entry.name : `${at}/${entry.name}`
    if (entry.isDirectory()) return filesBelow(folder, path)
    return entry.isFile() ? [path] : []
  })
}

/** Looks in `node_modules` of each folder upwards. */
export const installedDependencies: Dependencies = {
  get(name, from) {
    const start = (from as InstalledPackage).folder
    for (let at = start; ; at = dirname(at)) {
      const folder = join(at, 'node_modules', name)
      if (existsSync(join(folder, 'package.json'))) return diskPackage(folder)
      if (at === dirname(at)) return null
    }
  },
}
