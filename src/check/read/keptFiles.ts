// Files that are read again and again: of a file that is as it was, the same objects are given, so that
// what was judged by them is known to hold.

import { type InputFile, type ReadFile, readFile } from './readInput.ts'

type Kept = Readonly<{ content: string; isIncluded: boolean; read: ReadFile }>

export class KeptFiles {
  #kept = new Map<string, Kept>()

  get(file: InputFile): ReadFile | null {
    const kept = this.#kept.get(file.path)
    if (kept === undefined || kept.content !== file.content) return null
    return kept.isIncluded === (file.isIncluded === true) ? kept.read : null
  }

  /** By whoever has read it elsewhere. */
  set(file: InputFile, read: ReadFile): void {
    const { path, content, isIncluded = false } = file
    this.#kept.set(path, { content, isIncluded, read })
  }

  read(file: InputFile): ReadFile {
    const known = this.get(file)
    if (known !== null) return known
    const read = readFile(file)
    this.set(file, read)
    return read
  }

  /** Forgets what is no longer among the files. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of this.#kept.keys()) if (!paths.has(path)) this.#kept.delete(path)
  }
}
