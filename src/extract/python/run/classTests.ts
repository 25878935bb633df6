// Questions about classes that code asks where it picks names: `isinstance`, `issubclass`, `isclass`.

import { standardKind } from '../../../table/pythonLibrary.ts'
import { isSame } from '../classes/classOrder.ts'
import type { PackageModel } from '../model/packageModel.ts'
import { isClassItem, type Target, targetPath } from '../modules/items.ts'
import { isKind, type NamedValue, NotFollowed, type Value } from './values.ts'

export function isSubclass(model: PackageModel, value: Value, classes: Value): boolean {
  if (isKind(classes, 'list')) return classes.items.some((one) => isSubclass(model, value, one))
  if (!isKind(value, 'named') || !isKind(classes, 'named')) throw new NotFollowed('issubclass')
  const wanted = classes.target
  if (!isClassItem(value.target)) {
    if (isDescribed(value.target)) return pathOf(classes).endsWith('.message.Message')
    if (value.target.kind === 'external' && wanted.kind === 'external') {
      if (pathOf(value) === pathOf(classes)) return true
    }
    // The standard library knows nothing of classes of packages.
    if (isClassValue(value) && isClassItem(wanted)) return false
    throw new NotFollowed('issubclass')
  }
  return model.classes.resolutionOrder(value.target).some((one) => isSame(one, wanted))
}

export function isInstance(model: PackageModel, value: Value, classes: Value): boolean {
  if (isKind(classes, 'list')) return classes.items.some((one) => isInstance(model, value, one))
  if (!isKind(classes, 'named')) throw new NotFollowed('isinstance')
  const path = pathOf(classes)
  if (path === 'builtins.type') return isClassValue(value)
  if (path === 'builtins.str') return typeof value === 'string'
  if (path === 'types.ModuleType') return isKind(value, 'module')
  if (path === 'types.FunctionType') return isKind(value, 'named') && value.target.kind === 'def'
  if (!isKind(value, 'named')) return isKind(value, 'unknown') ? unsure() : false
  const { target } = value
  if (target.kind === 'class' || target.kind === 'def') return false
  // What is compiled or of another package is not of a class that this one defines.
  const isOwn = 'module' in classes.target && model.modules.owns(classes.target.module)
  if (target.kind !== 'value' || target.source.isStub) return isOwn ? false : unsure()
  const { binding } = target
  const made = binding.kind === 'value' ? model.modules.assignedValue(binding) : null
  if (made === null) return unsure()
  // A literal is of no class that anybody defined.
  if (made.kind !== 'call') return made.kind === 'opaque' ? unsure() : false
  const maker = model.resolver.resolveExpression(model.modules.moduleOf(target), made.function)
  if (isClassItem(maker)) {
    return isSubclass(model, { ...value, target: maker }, classes)
  }
  if (isOwn && (maker?.kind === 'external' || maker === null)) return false
  return unsure()
}

function unsure(): never {
  throw new NotFollowed('isinstance')
}

export function isClassValue(value: Value): boolean {
  if (isKind(value, 'unknown')) throw new NotFollowed('a class')
  if (!isKind(value, 'named')) return false
  const { target } = value
  if (target.kind === 'value' && target.binding.kind === 'unknown') {
    return target.binding.described?.kind === 'message'
  }
  const kind = target.kind === 'external' ? standardKind(target.module, target.name) : target.kind
  if (kind === null || kind === 'unknown') throw new NotFollowed('a class')
  return kind === 'class'
}

/** A class that generated code makes of a description. */
function isDescribed(target: Target): boolean {
  return target.kind === 'value' && target.binding.kind === 'unknown' && !!target.binding.described
}

export function pathOf({ target, module, name }: NamedValue): string {
  return target.kind === 'external' ? targetPath(target) : `${module}.${name}`
}
