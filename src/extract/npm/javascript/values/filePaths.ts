// Where the files of packages are, to code that asks: below a folder that nobody has. What is made of
// its path is no name; what is made of the paths inside of a package is.

import { posix } from 'node:path'
import type { NpmPackage } from '../../package.ts'

/** No path of a machine has these characters in it. */
const MARK = '\ufffe\u0001\ufffe'
const FOLDER = `/${MARK}/node_modules`

/** The path that a file of a package has to its code. */
export function pathOf(from: NpmPackage, file: string): string {
  return `${FOLDER}/${from.name}/${file}`
}

/** The file or folder of a package that a path leads to; null for what is not in there. */
export function fileAt(from: NpmPackage, path: string): string | null {
  if (!isOfMachine(path)) return null
  const folder = `${FOLDER}/${from.name}`
  const clean = posix.normalize(path).replace(/\/$/, '')
  if (clean === folder) return ''
  return clean.startsWith(`${folder}/`) ? clean.slice(folder.length + 1) : null
}

/** Whether a text tells where a package is, which differs between machines. */
export function isOfMachine(text: string): boolean {
  return text.includes(MARK)
}

/** What a folder of a package holds, sorted; null for no folder. */
export function filesIn(from: NpmPackage, folder: string): readonly string[] | null {
  const prefix = folder === '' ? '' : `${folder}/`
  const inside = from.entries.filter((file) => file.startsWith(prefix))
  if (inside.length === 0) return null
  const names = inside.map((file) => file.slice(prefix.length).split('/', 1)[0] ?? '')
  return [...new Set(names)].sort()
}
