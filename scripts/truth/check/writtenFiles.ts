import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Files } from './asked.ts'

/** A folder with nothing but these files. */
export function written(folder: string, files: Files): string {
  const at = join(folder, 'files')
  rmSync(at, { recursive: true, force: true })
  mkdirSync(at, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(at, path), text)
  return at
}
