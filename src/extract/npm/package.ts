// What the npm extractor is given: one release as files. Nothing in it is to be trusted; the
// manifest is whatever JSON the tarball holds.

import { isMembers } from '../../domain/texts/jsonValue.ts'

export type NpmPackage = Readonly<{
  name: string
  version: string
  /** The parsed `package.json`. */
  manifest: unknown
  /** Paths of all files, relative to the root of the package. */
  entries: readonly string[]
  /** A file that is read as source; null for what is not there or was not kept. */
  read(path: string): Uint8Array | string | null
}>

export type JsonObject = Readonly<Record<string, unknown>>

/** The field of an object if it is its own; `constructor` is no field of `{}`. */
export function fieldOf(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textField(value: unknown, name: string): string | null {
  const field = fieldOf(value, name)
  return typeof field === 'string' && field !== '' ? field : null
}

export function readText(from: NpmPackage, path: string): string | null {
  const content = from.read(path)
  if (content === null || typeof content === 'string') return content
  return Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8')
}

/** `a/b` and `../c` → `a/c`; null for what leaves the package. */
export function joinPath(folder: string, path: string): string | null {
  const parts = folder === '' ? [] : folder.split('/')
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}

export function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')))
}
