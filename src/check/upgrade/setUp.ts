// Where the input sets the package up or runs it without importing it: scripts and sections of manifests,
// and files that bear its name. What becomes of that is in no table.

import type { PackageKey } from '../../domain/names/packageName.ts'
import { pythonForm } from '../../domain/names/packageName.ts'
import type { PassedOver } from '../../references/reference.ts'
import type { OpenTable } from '../../table/tableView.ts'
import type { ReadInput } from '../read/readInput.ts'

export type SetUp = Readonly<{ source: Readonly<{ path: string }>; reference: PassedOver }>

export function setUps(
  { manifests, paths }: ReadInput,
  { ecosystem, name }: PackageKey,
  table: OpenTable,
): readonly SetUp[] {
  const called = calledNames({ ecosystem, name }, table)
  const inManifests = manifests.flatMap(({ path, tools = [] }) =>
    tools
      .filter((one) => isOf(ecosystem, path) && called(one.name))
      .map((reference): SetUp => ({ source: { path }, reference })),
  )
  const inNames = paths.flatMap((path): SetUp[] => {
    const [, base] = SETTINGS.exec(path.slice(path.lastIndexOf('/') + 1)) ?? []
    if (base === undefined || !called(base)) return []
    return [{ source: { path }, reference: { name: base, line: 1, column: 1 } }]
  })
  return [...inManifests, ...inNames]
}

/** `.eslintrc.cjs`, `jest.config.ts`, `gunicorn.conf.py`, `celeryconfig.py`. */
const SETTINGS = /^\.?([\w-]+?)(?:rc|[.-]?config|[.-]conf)(?:\.[\w-]+)*$/

function isOf(ecosystem: PackageKey['ecosystem'], path: string): boolean {
  return path.endsWith('package.json') === (ecosystem === 'npm')
}

/** The package itself, what it is imported as, and of a scope that is one tool its name. */
function calledNames({ ecosystem, name }: PackageKey, table: OpenTable) {
  if (ecosystem === 'pypi') {
    return (written: string) =>
      pythonForm(written) === name || (written !== '' && table.findModule(written) >= 0)
  }
  const [, scope] = /^@([^/]+)\/(?:core|cli)$/.exec(name) ?? []
  const last = name.startsWith('@') ? null : name.replace(/-(?:cli|core)$/, '')
  return (written: string) => written === name || written === last || written === scope
}
