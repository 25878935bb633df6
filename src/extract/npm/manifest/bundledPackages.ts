// Packages that a tarball brings along in folders `node_modules`. Whoever loads a module looks there
// first, from the folder of the file upwards, whatever the registry has under the same name.

import { folderOf, type NpmPackage, readText } from '../package.ts'

const PLACE = /^(?:.*?\/)??node_modules\/(?:@[^/]+\/)?[^/@.][^/]*(?=\/)/

/**
 * By the folder that each lies in; paths of its files are relative to it. Those that a bundled package
 * brings along itself are found when it is asked in its turn.
 */
export function bundledPackages(from: NpmPackage): ReadonlyMap<string, NpmPackage> {
  const entries = new Map<string, string[]>()
  for (const path of from.entries) {
    if (!path.includes('node_modules/')) continue
    const place = PLACE.exec(path)?.[0]
    if (place === undefined) continue
    const known = entries.get(place) ?? []
    if (known.length === 0) entries.set(place, known)
    known.push(path.slice(place.length + 1))
  }
  return new Map([...entries].map(([place, files]) => [place, bundled(from, place, files)]))
}

function bundled(from: NpmPackage, place: string, entries: readonly string[]): NpmPackage {
  const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)
  const read = (path: string) => from.read(`${place}/${path}`)
  const files = { name, version: '', entries, read }
  return { ...files, manifest: manifestOf({ ...files, manifest: null }) }
}

function manifestOf(one: NpmPackage): unknown {
  try {
    return JSON.parse(readText(one, 'package.json') ?? 'null')
  } catch {
    return null
  }
}

/** Folders in which a package of this name may lie for a file in `folder`, the nearest first. */
export function* placesFor(folder: string, name: string): Generator<string, void, undefined> {
  for (let above = folder; ; above = folderOf(above)) {
    yield above === '' ? `node_modules/${name}` : `${above}/node_modules/${name}`
    if (above === '') return
  }
}
