// From the sources of a case to the rows of its table.

import type { Files as NpmFiles } from './npm/packageOf.ts'
import { extracted } from './npm/tableOf.ts'
import { tableOf } from './python/packageOf.ts'
import { rowsOf } from './rows.ts'

type Files = Readonly<Record<string, string>>

export function rowsOfPython(files: Files, withLines: boolean): string[] {
  const kind = files['PKG-INFO'] === undefined ? 'wheel' : 'sdist'
  return rowsOf(tableOf(files, kind), { origin: 'py', withLines })
}

const DEPENDENCY = /^node_modules\/((?:@[^/]+\/)?[^/]+)\/(.+)$/

/** What stands below `node_modules` is a package of its own, which the package depends on. */
export function rowsOfNpm(files: Files, withLines: boolean): string[] {
  const own: Record<string, string> = {}
  const others = new Map<string, Record<string, string>>()
  for (const [path, content] of Object.entries(files)) {
    const [, name, rest] = DEPENDENCY.exec(path) ?? []
    if (name === undefined || rest === undefined) own[path] = content
    else others.set(name, { ...others.get(name), [rest]: content })
  }
  const { table } = extracted(
    withoutManifest(own),
    Object.fromEntries(
      [...others].map(([name, texts]) => [
        name,
        { files: withoutManifest(texts), manifest: manifestOf(texts) },
      ]),
    ),
    { types: undefined, ...manifestOf(own) },
  )
  return rowsOf(table, { origin: own['index.js'] === undefined ? 'dts' : 'js', withLines })
}

/** Without one, the declarations begin at `index.d.ts` if there is such a file. */
function manifestOf(files: NpmFiles): Readonly<Record<string, unknown>> {
  const written = files['package.json']
  if (written !== undefined) return JSON.parse(written)
  return files['index.d.ts'] === undefined ? {} : { types: './index.d.ts' }
}

function withoutManifest({ 'package.json': _manifest, ...rest }: NpmFiles): NpmFiles {
  return rest
}
