// What a file says of itself: the name and version in a wheel's METADATA, an sdist's PKG-INFO, an npm
// tarball's package.json. The registry's word is what counts; where a file contradicts the name that it
// is published under, installers and tools go different ways.

import { pythonForm } from '../domain/names/packageName.ts'
import { pep440Key } from '../domain/pep440Key.ts'
import { isMembers, jsonIn, memberOf } from '../domain/texts/jsonValue.ts'
import { keyTwice } from '../domain/texts/keyTwice.ts'
import type { FileTree } from './bytes/fileTree.ts'
import { refuse } from './bytes/refusal.ts'

/** Null for what it does not say. Hostile text of any length. */
export type SaidOfItself = Readonly<{ name: string | null; version: string | null }>

const METADATA_MAX_BYTES = 1024 * 1024

/** Throws `metadata_mismatch` where pip and uv refuse to install it: they hold METADATA to the name. */
export function saidByWheel(
  tree: FileTree,
  { filename, distInfo }: Readonly<{ filename: string; distInfo: string }>,
): SaidOfItself {
  const path = `${distInfo}/METADATA`
  const said = readHeaders(tree, path)
  const [project = '', version = ''] = filename.split('-')
  if (said.name !== null && pythonForm(said.name) !== pythonForm(project))
    refuse('metadata_mismatch', 'names another project', path)
  // Hyphens of a version are underscores in a file name.
  if (said.version !== null && pep440Key(said.version) !== pep440Key(version.replaceAll('_', '-')))
    refuse('metadata_mismatch', 'names another version', path)
  return said
}

/** What is built from an sdist says its name anew, so that here nothing is refused for it. */
export function saidBySdist(tree: FileTree): SaidOfItself {
  return readHeaders(tree, 'PKG-INFO')
}

// What is read of a manifest: where entry points are, how files are meant, what is followed.
const DECIDING: ReadonlySet<string> = new Set([
  'dependencies',
  'devDependencies',
  'exports',
  'imports',
  'main',
  'module',
  'name',
  'optionalDependencies',
  'peerDependencies',
  'type',
  'types',
  'typesVersions',
  'typings',
  'version',
])

/**
 * A tarball's file name does not prove which package it is, so that nothing is compared with it.
 * Throws `manifest_ambiguous` for a manifest that means two things.
 */
export function saidByTarball(tree: FileTree): SaidOfItself {
  const manifest = parseManifest(tree.read('package.json'))
  return { name: textOf(manifest, 'name'), version: textOf(manifest, 'version') }
}

/** The headers end at the first empty line; the description follows. */
function readHeaders(tree: FileTree, path: string): SaidOfItself {
  const bytes = tree.read(path)
  if (bytes === null) return { name: null, version: null }
  const text = Buffer.from(bytes.subarray(0, METADATA_MAX_BYTES)).toString('utf8')
  const [headers = ''] = text.replaceAll('\r\n', '\n').split('\n\n', 1)
  const lines = headers.split('\n')
  return { name: headerOf(lines, 'name', path), version: headerOf(lines, 'version', path) }
}

/** Some readers take the first of two headers, others the last. */
function headerOf(lines: readonly string[], key: string, path: string): string | null {
  const found = lines
    .filter((line) => line.slice(0, key.length + 1).toLowerCase() === `${key}:`)
    .map((line) => line.slice(key.length + 1).trim())
  if (new Set(found).size > 1) refuse('metadata_mismatch', `has two of ${key}`, path)
  return found[0] ? found[0] : null
}

/** Null where there is none that is JSON: whoever reads the package says so. */
function parseManifest(bytes: Uint8Array | null): unknown {
  if (bytes === null) return null
  const text = Buffer.from(bytes)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  const manifest = jsonIn(text)
  if (manifest === undefined) return null
  const twice = keyTwice(text, (key) => DECIDING.has(key))
  if (twice === null) return manifest
  refuse('manifest_ambiguous', `has two values for ${twice}`, 'package.json')
}

function textOf(manifest: unknown, key: string): string | null {
  const value = isMembers(manifest) ? memberOf(manifest, key) : undefined
  return typeof value === 'string' && value !== '' ? value : null
}
