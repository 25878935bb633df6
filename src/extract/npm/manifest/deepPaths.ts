// The paths by which a file can be asked for where no `exports` closes its package.

import { isDeclaration } from './packageFiles.ts'

/** What bundlers and compilers take, or Node without an ending: there, and not read as a module. */
const ASSET =
  /(?:^|\/)[^/.]+$|\.(?:css|scss|sass|less|styl|wasm|vue|svelte|jsx|tsx?|[cm]ts|es6?|coffee)$/i

export function isAsset(file: string): boolean {
  return ASSET.test(file) && !isDeclaration(file)
}

/** As specifiers name the file behind the name of its package; none for files that nobody loads. */
export function deepPaths(file: string): readonly string[] {
  const path = `./${file}`
  if (isDeclaration(file)) {
    const kind = /\.d\.([cm]?)ts$/.exec(file)?.[1]
    const bare = path.replace(/\.d\.[^/]*$/, '')
    // `x.d.mts` describes `x.mjs`, whose ending is never left out.
    if (kind === 'm' || kind === 'c') return [`${bare}.${kind}js`]
    return kind === undefined ? [] : withFolder(bare)
  }
  // A manifest stands for its folder.
  if (path.endsWith('/package.json')) return [path, path.slice(0, -5), path.slice(0, -13)]
  if (/\.(?:js|json|node)$/.test(file)) return [path, ...withFolder(path.replace(/\.[^.]*$/, ''))]
  // To a checker a source is a module as well.
  if (/\.tsx?$/.test(file)) return [path, ...withFolder(path.replace(/\.[^.]*$/, ''))]
  return /\.[cm]js$/.test(file) || isAsset(file) ? [path] : []
}

/** `./a/index` is `./a` as well. */
function withFolder(path: string): readonly string[] {
  return path.endsWith('/index') ? [path, path.slice(0, -6)] : [path]
}
