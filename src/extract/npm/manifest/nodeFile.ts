// The file that Node loads for a path into a package, by its own rules: no ending is added where Node adds
// none, and a target that does not ship is not passed over for the next one.

import { folderOf, joinPath, textField } from '../package.ts'
import { asked, RUNTIME_IMPORT, RUNTIME_REQUIRE } from './conditions.ts'
import { fillTarget, findTarget, isInside } from './exportsMap.ts'
import type { PackageFiles } from './packageFiles.ts'
import type { PackageResolver } from './packageResolver.ts'

/** `requireBefore`: by `require` in releases of Node that load no modules of ECMAScript so. */
export type Asker = 'import' | 'require' | 'requireBefore'

const CONDITIONS = {
  import: RUNTIME_IMPORT,
  require: RUNTIME_REQUIRE,
  // Such releases do not know `module-sync` either.
  requireBefore: asked('runtime', 'node require node-addons default'),
}
const ADDED = ['.js', '.json', '.node']

/** Null where Node finds nothing. */
export function nodeFile(resolver: PackageResolver, subpath: string, by: Asker): string | null {
  if (resolver.exports !== null) return mapped(resolver, subpath, by)
  const { files } = resolver
  if (subpath === '.') return folder(files, '')
  const path = joinPath('', subpath)
  if (path === null || path === '') return null
  if (by === 'import') return files.has(path) ? path : null
  return file(files, path) ?? folder(files, path)
}

function mapped({ exports, files }: PackageResolver, subpath: string, by: Asker): string | null {
  const matched = exports?.match(subpath) ?? null
  // A folder as a key is no pattern to today's Node.
  if (matched === null || matched.key.endsWith('/')) return null
  const found = findTarget(matched.target, CONDITIONS[by], (target) => {
    const filled = fillTarget(target, matched.star)
    return isInside(filled) ? { path: filled.slice(2) } : null
  })
  return found !== null && files.has(found.path) ? found.path : null
}

function folder(files: PackageFiles, path: string): string | null {
  const main = mainOf(files, path)
  const ofMain = main === null ? null : (file(files, main) ?? index(files, main))
  return ofMain ?? index(files, path)
}

function mainOf(files: PackageFiles, path: string): string | null {
  const main = textField(files.manifest(path), 'main')
  return main === null ? null : joinPath(path, main)
}

function file(files: PackageFiles, path: string): string | null {
  if (path === '') return null
  return ['', ...ADDED].map((ending) => path + ending).find((one) => files.has(one)) ?? null
}

function index(files: PackageFiles, path: string): string | null {
  const start = path === '' ? 'index' : `${path}/index`
  return ADDED.map((ending) => start + ending).find((one) => files.has(one)) ?? null
}

/** What the manifest next above a file says of files in it; null for nothing. */
export function typeAbove(files: PackageFiles, path: string): 'module' | 'commonjs' | null {
  for (let above = folderOf(path); ; above = folderOf(above)) {
    if (above === '' || files.has(`${above}/package.json`)) {
      const type = textField(files.manifest(above), 'type')
      return type === 'module' || type === 'commonjs' ? type : null
    }
  }
}
