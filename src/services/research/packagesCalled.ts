import { ECOSYSTEMS, parsePackageName } from '../../domain/names/packageName.ts'
import { keyText } from '../../domain/release.ts'
import type { ImportIndex } from '../../ports/importIndex.ts'
import type { PackageRef } from './interpret.ts'
import type { SearchIndex } from './searchIndex.ts'

/** Packages of the search index that go by a name, or are imported under it. */
export function packagesCalled(
  written: string,
  index: Pick<SearchIndex, 'get'>,
  imports: Pick<ImportIndex, 'find'>,
): readonly PackageRef[] {
  const called = ECOSYSTEMS.flatMap((ecosystem) => {
    const name = parsePackageName(ecosystem, written)
    return name === null ? [] : { ecosystem, name }
  })
  const module = /^[\w.]{2,100}$/.test(written) ? imports.find('pypi', written).providers : []
  const provided = module
    .filter(({ provides }) => provides === written)
    .map(({ name }) => ({ ecosystem: 'pypi', name }) as const)
  return [...called, ...provided].filter((ref) => index.get(keyText(ref)) !== null)
}
