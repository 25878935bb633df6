// Names that a module keeps only to say that they are gone: `for name in REMOVED: space[name] = Gone(name)`,
// where to call an object of the class is an error that says so.

import { keptIn } from '../../../domain/maps.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { type ClassItem, isClassItem } from '../modules/items.ts'
import type { PythonModule } from '../modules/pythonModule.ts'

const LOOP = /^for (\w+) in (\w+):[ \t]*\n[ \t]+(\w+)\[\1\] = (\w+)\(/gm
const NONE: ReadonlySet<string> = new Set()

/** Whether a name of a module stands for such an object. */
export function removedNames(model: PackageModel): (module: string, name: string) => boolean {
  const known = new Map<PythonModule, ReadonlySet<string>>()

  function read(module: PythonModule): ReadonlySet<string> {
    const { scope } = module
    const text = scope?.source.text ?? ''
    if (scope === null || !text.includes('Removed')) return NONE
    const found = new Set<string>()
    for (const [, , list = '', space = '', made = ''] of text.matchAll(LOOP)) {
      const cls = model.resolver.resolveParts(module, [made], null, null)
      const isOwn = new RegExp(`^${space} = (?:globals|locals)\\(\\)`, 'm').test(text)
      if (!isOwn || !isClassItem(cls) || !saysThatItIsGone(cls)) continue
      const binding = scope.names.get(list)
      if (binding?.kind !== 'value' || binding.value === null) continue
      const items = binding.source.expression(binding.value)
      if (items.kind !== 'list' && items.kind !== 'tuple') continue
      for (const item of items.items) {
        if (item.kind === 'string' && item.value !== null) found.add(item.value)
      }
    }
    return found
  }

  return (path, name) => {
    const module = model.modules.module(path)
    return module !== undefined && keptIn(known, module, () => read(module)).has(name)
  }
}

/** `def __call__(self, *args): raise RemovedInV1(…)`. */
function saysThatItIsGone({ scope }: ClassItem): boolean {
  const call = scope.names.get('__call__')
  if (call?.kind !== 'def' || !call.statement.body.isTrivial) return false
  return /^\s*raise \w*Removed\w*\(/m.test(call.source.slice(call.statement.body.span))
}
