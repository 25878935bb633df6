// Where the module of an import stands in the table of its package.

import { shownName } from '../report/shownName.ts'
import { memberOf, submoduleOf } from './members.ts'
import { isSlip } from './slips.ts'
import { type Arrival, arrivedAt, type PackageView, type TableNode, unknown } from './tableNode.ts'

export function startOf(view: PackageView, written: string): Arrival {
  return view.of.ecosystem === 'pypi' ? pythonStart(view, written) : npmStart(view, written)
}

/** Whether the table has the top of an import path at all. */
export function providesTop({ table }: PackageView, written: string): boolean {
  const [top = ''] = written.split('.')
  return table.findModule(top) >= 0
}

/** The longest module of the path that there is, then names in it. */
function pythonStart(view: PackageView, written: string): Arrival {
  const { table } = view
  const parts = written.split('.')
  for (let length = parts.length; length > 0; length -= 1) {
    const module = table.findModule(parts.slice(0, length).join('.'))
    if (module < 0) continue
    let node: TableNode = { kind: 'module', module }
    for (const name of parts.slice(length)) {
      const next: Arrival =
        node.kind === 'module' ? submoduleOf(view, node.module, name) : memberOf(view, node, name)
      if (next.state !== 'at') return next
      node = next.node
    }
    return arrivedAt(node)
  }
  return unknown(`${view.of.packageName} does not list it`)
}

/** Endings of files that Node loads by just this path. */
const LOADED_AS_WRITTEN = /\.[cm]?js$/
const OTHER_ENDINGS = ['.js', '.mjs', '.cjs', '.json']
const INDEXES = ['/index', '/index.js', '/index.mjs', '/index.cjs']
/** What else has a path without its ending: a folder, or data. */
const OTHERS = ['/index', '/index.js', '/index.json', '/index.d.ts', '.json']

function isOfAnother({ table }: PackageView, path: string): boolean {
  return OTHERS.some((ending) => table.findModule(`${path}${ending}`) >= 0)
}

function npmStart(view: PackageView, written: string): Arrival {
  const { table } = view
  const clean = written.replace(/[?#].*$/, '')
  const parts = clean.split('/')
  // What only has types is imported without what goes before its name.
  const below = parts.slice(clean.startsWith('@') ? 2 : 1)
  const subpath = ['.', ...below].join('/').replace(/\/$/, '')
  const base = subpath.replace(/\.[cm]?[jt]sx?$/, '')
  const isFile = LOADED_AS_WRITTEN.test(subpath)
  const stripped = isFile && isOfAnother(view, base) ? [] : [base]
  for (const name of [subpath, ...stripped, `${base}.d.ts`]) {
    const module = table.findModule(name)
    if (module >= 0) return arrivedAt({ kind: 'module', module })
  }
  const guessed = [...(isFile ? [] : OTHER_ENDINGS), ...INDEXES].map((end) => `${subpath}${end}`)
  // Tables list every path that Node takes. A bundler may take more.
  if (guessed.some((name) => table.findModule(name) >= 0)) return unlisted(written)
  return slippedFrom(view, base) ?? unlisted(written)
}

function unlisted(written: string): Arrival {
  return unknown(`${shownName(written)} is no module that the package lists`)
}

/** A module that there is not and whose name lies next to one that there is: `hono/corz`. */
function slippedFrom(view: PackageView, subpath: string): Arrival | null {
  const whole = view.table.findModule('.')
  const slash = subpath.lastIndexOf('/')
  const [folder, name] = [subpath.slice(0, slash + 1), subpath.slice(slash + 1)]
  if (whole < 0 || slash < 0 || view.table.gaps?.isUndescribed === true) return null
  for (const { name: listed } of view.table.modules()) {
    const other = listed.slice(slash + 1)
    if (!listed.startsWith(folder) || !isSlip(name, other)) continue
    const meant = `${view.of.packageName}${listed.slice(1)}`
    return { state: 'missing', of: { kind: 'module', module: whole }, name, meant }
  }
  return null
}
