// A package made of texts.

import type { NpmPackage } from '../../../src/extract/npm/package.ts'

export type Files = Readonly<Record<string, string>>

/** `package.json` may stand among the files or come as an object. */
export function packageOf(files: Files, manifest: unknown = {}, name = 'pkg'): NpmPackage {
  const known = new Map(Object.entries(files))
  return {
    name,
    version: '1.0.0',
    manifest,
    entries: [...known.keys()].sort(),
    read: (path) => known.get(path) ?? null,
  }
}
