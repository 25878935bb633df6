// How the modules of an npm package are loaded: whether `require` gets a module of CommonJS, or only
// `import` gets anything.

import type { Extractor, OpenedJob } from '../extractor.ts'
import { npmPackage } from './followNpm.ts'
import { CUT_LINE, type Loading } from './loadingLines.ts'
import { asked } from './manifest/conditions.ts'
import { entryPoints } from './manifest/entryPoints.ts'
import { PackageResolver } from './manifest/packageResolver.ts'
import { folderOf, textField } from './package.ts'

// Without `module-sync`, which the releases of Node that cannot load them do not know either.
const REQUIRE = asked('runtime', 'node require node-addons default')

export const npmLoading = ((opened: OpenedJob) => {
  const resolver = new PackageResolver(npmPackage(opened))
  const { points, isComplete } = entryPoints(resolver, { includeDeep: true })
  const lines = points.flatMap((point) => {
    const { subpath } = point
    if (point.import === null && point.require === null) return []
    const file = resolver.resolveSubpath(subpath, REQUIRE)
    const how: Loading = file !== null && isCommonJs(resolver, file) ? 'require' : 'import'
    return /[\r\n]/.test(subpath) ? [] : [`${how} ${subpath}\n`]
  })
  return Buffer.from([...lines, isComplete ? '' : `${CUT_LINE}\n`].join(''))
}) satisfies Extractor

/** By its ending, else by the manifest that is next above it. */
function isCommonJs({ files }: PackageResolver, file: string): boolean {
  if (file.endsWith('.mjs')) return false
  if (!file.endsWith('.js')) return true
  for (let folder = folderOf(file); folder !== ''; folder = folderOf(folder)) {
    if (files.has(`${folder}/package.json`)) {
      return textField(files.manifest(folder), 'type') !== 'module'
    }
  }
  return textField(files.manifest(''), 'type') !== 'module'
}
