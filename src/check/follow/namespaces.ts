// Packages of Python that several distributions share: what one of them lacks may be another's.

import type { ImportIndex } from '../../ports/importIndex.ts'
import { hasEntries } from '../../table/format/columns.ts'
import type { PackageView } from './tableNode.ts'

/** Whether another distribution may put this name below the module. */
export function isShared(
  { table, of }: PackageView,
  module: number,
  { name, isModule }: Readonly<{ name: string; isModule: boolean }>,
  imports: ImportIndex,
): boolean {
  if (of.ecosystem !== 'pypi') return false
  const { name: path, file } = table.module(module)
  const [top = ''] = path.split('.')
  if (file === null && table.module(table.findModule(top)).file === null) return true
  const byOthers = (asked: string, isTold: (provides: string) => boolean) =>
    imports
      .find('pypi', asked)
      .providers.some((one) => one.name !== of.packageName && isTold(one.provides))
  const below = `${path}.${name}`
  if (byOthers(below, (provides) => provides === below)) return true
  // The file of a namespace in the old way holds nothing; and where others put modules into a package
  // that has a file of its own (`PyQt5.sip`), a module that is missing may be one of theirs.
  const mayBeTheirs = isModule || !hasEntries(table.columns, module)
  return mayBeTheirs && byOthers(path, (provides) => provides.startsWith(`${path}.`))
}
