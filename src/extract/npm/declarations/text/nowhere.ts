// Relative paths that lead to no file of the package, and to none that it asks for beside itself.

import { keptIn } from '../../../../domain/maps.ts'
import { folderOf, joinPath, type NpmPackage } from '../../package.ts'
import type { PackageModel } from '../program/packageModel.ts'
import type { SourceFile } from '../program/sourceFile.ts'

const known = new WeakMap<NpmPackage, ReadonlySet<string>>()

export function leadsNowhere(specifier: string, { from, path }: SourceFile): boolean {
  if (!/^\.\.?(?:\/|$)/.test(specifier)) return false
  const inside = joinPath(folderOf(path), specifier)
  if (inside === null) return !isBeside(from, folderOf(path), specifier)
  const places = keptIn(known, from.from, () => placesOf(from.from))
  return inside !== '' && !places.has(inside.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, ''))
}

/** Every folder, and every file up to each of its dots. */
function placesOf({ entries }: NpmPackage): ReadonlySet<string> {
  const places = new Set<string>()
  for (const entry of entries) {
    for (let end = entry.indexOf('/'); end >= 0; end = entry.indexOf('/', end + 1)) {
      places.add(entry.slice(0, end))
    }
    places.add(entry)
    const start = entry.lastIndexOf('/') + 1
    for (let end = entry.indexOf('.', start); end >= 0; end = entry.indexOf('.', end + 1)) {
      places.add(entry.slice(0, end))
    }
  }
  return places
}

/** `../dep`: a package that is installed beside this one, because this one asks for it. */
function isBeside(from: PackageModel, folder: string, specifier: string): boolean {
  const parts = `node_modules/${from.name}/${folder}/${specifier}`.split('/')
  const stack: string[] = []
  for (const part of parts) {
    if (part === '..') stack.pop()
    else if (part !== '' && part !== '.') stack.push(part)
  }
  const [root, first = '', second = ''] = stack
  if (root !== 'node_modules') return false
  const name = first.startsWith('@') ? `${first}/${second}` : first
  return name === '' || from.rangeOf(name) !== null
}
