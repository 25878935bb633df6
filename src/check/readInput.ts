// Everything that the files themselves say, without asking anybody. The part that parses what
// strangers wrote: whoever serves strangers runs it where it may die.

import type { Manifest } from '../manifests/manifest.ts'
import { readManifest } from '../manifests/readManifest.ts'
import { findReferences, languageOf, type SourceLanguage } from '../references/findReferences.ts'
import type { SourceReport } from '../references/reference.ts'

export type InputFile = Readonly<{ path: string; content: string }>

export type ReadSource = Readonly<{ path: string; language: SourceLanguage; report: SourceReport }>

export type ReadInput = Readonly<{
  /** Every path that was given. */
  paths: readonly string[]
  sources: readonly ReadSource[]
  manifests: readonly Manifest[]
  /** Paths of manifests whose versions count and whose lines are not looked up. */
  quiet?: ReadonlySet<string>
}>

export function readInput(files: readonly InputFile[]): ReadInput {
  const sources: ReadSource[] = []
  const manifests: Manifest[] = []
  for (const { path, content } of files) {
    const language = languageOf(path)
    const report = findReferences(path, content)
    if (language !== null && report !== null) sources.push({ path, language, report })
    const manifest = readManifest(path, content)
    if (manifest !== null) manifests.push(manifest)
  }
  return { paths: files.map(({ path }) => path), sources, manifests }
}
