// What the lines of package.json say of versions, and how Deno names a package: `npm:name@range/path`.

import validVersion from 'semver/functions/valid.js'
import validRange from 'semver/ranges/valid.js'
import { type PackageName, parsePackageName } from '../domain/names/packageName.ts'
import { isReadableRange } from '../domain/rangeText.ts'

export type NpmVersion = Readonly<{ pin: string | null; range: string | null }>

/** `npm:name@version`: another package of the registry; null for what is none. */
export function aliasOf(value: string): Readonly<{ name: string; version: string }> | null {
  const [, name, version = ''] = /^\s*npm:(@?[^@]+)(?:@(.*))?$/s.exec(value) ?? []
  return name === undefined ? null : { name, version }
}

/** Null for what comes from somewhere else than the registry under its own name. */
export function parseNpmVersion(written: string): NpmVersion | null {
  const text = written.trim()
  if (text === '' || text === '*' || text === 'latest') return { pin: null, range: null }
  const pin = validVersion(text)
  if (pin !== null) return { pin, range: null }
  // An address may be long; a range that is says nothing.
  if (!isReadableRange(text)) return /[:/]/.test(text) ? null : { pin: null, range: text }
  const range = validRange(text)
  if (range !== null) return { pin: null, range: text }
  // A tag such as `next` is a name of the registry's, which says what release it stands for.
  return TAG.test(text) ? { pin: null, range: text } : null
}

const TAG = /^[a-z][\w.-]*$/i

/** Whether what stands for a range is the name of a tag (`next`). */
export function isTag(range: string): boolean {
  return TAG.test(range) && isReadableRange(range) && validRange(range) === null
}

export type NpmSpecifier = NpmVersion &
  Readonly<{
    name: PackageName
    /** As code of Node imports it: `name/path`. */
    module: string
  }>

/** Null for what is none. */
export function npmSpecifier(written: string): NpmSpecifier | null {
  const [, bare = '', asked = '', path = ''] =
    /^npm:\/?((?:@[^/@\s]+\/)?[^/@\s]+)(?:@([^/]*))?(\/.*)?$/s.exec(written) ?? []
  const name = parsePackageName('npm', bare)
  const version = parseNpmVersion(decoded(asked))
  if (name === null || version === null) return null
  return { name, module: `${bare}${path === '/' ? '' : path}`, ...version }
}

/** `^1` is sometimes written as an address would have it. */
function decoded(text: string): string {
  return text.replace(/%5E/gi, '^').replace(/%20/g, ' ')
}

/** JSR is a registry of its own, which npm's knows nothing of. */
export function isJsr(written: string): boolean {
  return /^\s*(?:jsr:|npm:@jsr\/)/i.test(written)
}
