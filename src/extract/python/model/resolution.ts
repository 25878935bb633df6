// What the names and the expressions of a module mean. Cycles are cut where they close: a name that
// leads only to itself leads nowhere.

import { dottedParts } from '../../../syntax/python/expressionNames.ts'
import type { Expression } from '../../../syntax/python/syntax.ts'
import {
  type ClassItem,
  type Item,
  isClassItem,
  type ModuleTarget,
  type Owner,
  type Target,
  targetPath,
  type UnknownTarget,
} from '../modules/items.ts'
import type { PackageModules } from '../modules/packageModules.ts'
import { isOpaque, type ModuleName, type PythonModule } from '../modules/pythonModule.ts'
import type { Resolver } from '../modules/resolver.ts'
import type { Binding, BindingOf } from '../scope/bindings.ts'
import { aliasedBy, mayBeAlias } from './aliases.ts'
import type { ModuleLists } from './moduleLists.ts'
import { isPlaceholder } from './placeholders.ts'

const FOLLOW_MAX = 60

/** What following names needs of those who follow them. */
type Asked = ModuleLists & Pick<Resolver, 'member'>

export class Resolution implements Resolver {
  readonly modules: PackageModules
  private readonly asked: Asked
  /** How many lists of names are being made: what is resolved meanwhile is seen half made. */
  unfinished = 0
  private readonly stubbing = new Set<Binding>()
  private readonly following = new Set<Binding>()
  private readonly instances = new Set<Binding>()
  /** How many names are being resolved, one for the sake of the other. */
  private depth = 0
  /** How often something was not followed because that leads in a circle or too far. */
  private cuts = 0

  constructor(modules: PackageModules, asked: Asked) {
    this.modules = modules
    this.asked = asked
  }

  member(cls: ClassItem, name: string): Target | null {
    return this.asked.member(cls, name)
  }

  resolve(moduleName: string, name: string): Target | null {
    const module = this.modules.module(moduleName)
    if (module === undefined) return { kind: 'external', module: moduleName, name }
    if (isOpaque(module)) return { kind: 'unknown', module: moduleName, name }
    const entry = this.asked.namesOf(module).get(name)
    if (entry === undefined) {
      return this.isListed(module, name) ? { kind: 'unknown', module: moduleName, name } : null
    }
    return this.targetOf(module, name, entry)
  }

  /** What an entry of a module means; null when it is cut off. */
  targetOf(module: PythonModule, name: string, entry: ModuleName): Target | null {
    if (entry.target !== null) return entry.target
    if (entry.isOpen || this.depth > FOLLOW_MAX) return this.cut()
    const { cuts } = this
    entry.isOpen = true
    this.depth += 1
    const target = this.resolveEntry(module, name, entry)
    this.depth -= 1
    entry.isOpen = false
    // What was cut short on the way, or seen half made, may mean more to the next who asks.
    if (this.cuts === cuts && this.unfinished === 0) entry.target = target
    return target
  }

  private cut(): null {
    this.cuts += 1
    return null
  }

  /** A module of unseen names may well have one that it lists. */
  private isListed(module: PythonModule, name: string): boolean {
    return module.dynamic.size > 0 && this.asked.allOf(module)?.names.includes(name) === true
  }

  private resolveEntry(module: PythonModule, name: string, entry: ModuleName): Target {
    const unknown: UnknownTarget = { kind: 'unknown', module: module.name, name }
    if (entry.binding !== null) {
      const { binding } = entry
      const found = this.filledLater(module, name, binding)
      if (found.kind === 'unknown' || (found.kind === 'value' && module.stub !== null)) {
        // The stub knows what the source does not show.
        const stubbed = module.stub?.names.get(name)
        if (
          stubbed !== undefined &&
          stubbed !== binding &&
          !this.asked.isHidden(module, name, stubbed)
        ) {
          return this.resolveBinding(module, name, stubbed, null)
        }
      }
      return found
    }
    if (entry.leadsTo === null) return unknown
    const { module: path, name: there } = entry.leadsTo
    if (there === null) return this.moduleTarget(path)
    return this.resolve(path, there) ?? this.submodule(path, there) ?? unknown
  }

  /** What stands there until something unseen puts another in its place may be anything. */
  private filledLater(module: PythonModule, name: string, binding: Binding): Target {
    const found = this.resolveBinding(module, name, binding, null)
    if (module.dynamic.size === 0 || !isPlaceholder(binding)) return found
    if (isClassItem(found)) found.hasUnknownInjections = true
    return found.kind === 'external' ? this.modules.itemOf(module, name, binding, null) : found
  }

  private moduleTarget(path: string): Target {
    if (this.modules.has(path)) return { kind: 'module', module: path }
    return { kind: 'external', module: path, name: '' }
  }

  private submodule(path: string, name: string): ModuleTarget | null {
    const full = `${path}.${name}`
    return this.modules.has(full) ? { kind: 'module', module: full } : null
  }

  /** What a package without a file does not have here, another distribution puts into it (PEP 420). */
  private foreignSubmodule(path: string, name: string): Target | null {
    const files = this.modules.module(path)?.files
    const hasFile = files === undefined || (files.source ?? files.stub ?? files.compiled) !== null
    return hasFile ? null : { kind: 'external', module: `${path}.${name}`, name: '' }
  }

  resolveBinding(module: PythonModule, name: string, binding: Binding, owner: Owner): Target {
    switch (binding.kind) {
      case 'module':
        return this.moduleTarget(binding.path)
      case 'from':
        return (
          this.stubFirst(binding) ??
          this.submoduleFirst(module, binding.module, binding.name) ??
          this.resolve(binding.module, binding.name) ??
          this.submodule(binding.module, binding.name) ??
          this.foreignSubmodule(binding.module, binding.name) ?? {
            kind: 'unknown',
            module: module.name,
            name,
          }
        )
      case 'unknown':
        return this.modules.itemOf(module, name, binding, owner)
      case 'value':
        return this.resolveValue(module, name, binding, owner)
      default:
        return this.modules.itemOf(module, name, binding, owner)
    }
  }

  /** Stubs speak of stubs: the source of a compiled module would lead nowhere. */
  private stubFirst(binding: BindingOf<'from'>): Target | null {
    if (!binding.source.isStub) return null
    const other = this.modules.module(binding.module)
    const there = other?.stub?.names.get(binding.name)
    if (other === undefined || there === undefined || there === binding) return null
    if (this.stubbing.has(there)) return this.cut()
    this.stubbing.add(there)
    try {
      return this.resolveBinding(other, binding.name, there, null)
    } finally {
      this.stubbing.delete(there)
    }
  }

  /**
   * `from . import x` in a package's own `__init__`, where nothing else binds x, means the submodule:
   * following the name would come back here.
   */
  private submoduleFirst(module: PythonModule, path: string, name: string): ModuleTarget | null {
    return path === module.name ? this.submodule(path, name) : null
  }

  /** An alias is what it stands for; any other value is itself. */
  private resolveValue(
    module: PythonModule,
    name: string,
    binding: BindingOf<'value'>,
    owner: Owner,
  ): Target {
    const item = this.modules.itemOf(module, name, binding, owner)
    if (!mayBeAlias(binding)) return item
    if (this.following.has(binding) || this.following.size > FOLLOW_MAX) return this.cut() ?? item
    this.following.add(binding)
    try {
      return aliasedBy(this, module, name, binding, owner) ?? item
    } finally {
      this.following.delete(binding)
    }
  }

  resolveExpression(
    module: PythonModule,
    expression: Expression,
    owner: Owner = null,
  ): Target | null {
    if (expression.kind === 'subscript')
      return this.resolveExpression(module, expression.value, owner)
    if (expression.kind === 'call') return null
    const parts = dottedParts(expression)
    return parts === null ? null : this.resolveParts(module, parts, owner, null)
  }

  resolveBeside(item: Item, expression: Expression): Target | null {
    return this.resolveExpression(this.modules.moduleOf(item), expression, item.owner)
  }

  /** What a name meant that the module deletes in the end: what came before may stand on it. */
  resolveGone(module: PythonModule, name: string): Target | null {
    const binding = module.scope?.gone.get(name)
    return binding === undefined ? null : this.resolveBinding(module, name, binding, null)
  }

  resolveParts(
    module: PythonModule,
    parts: readonly string[],
    owner: Owner,
    defining: string | null,
  ): Target | null {
    const [head = '', ...rest] = parts
    let target: Target | null = null
    for (let at = owner; at !== null && target === null; at = at.owner) {
      const binding = at.scope.names.get(head)
      if (binding !== undefined && !(at === owner && head === defining)) {
        target = this.resolveBinding(module, head, binding, at)
      }
    }
    if (target === null && owner === null && head === defining) return null
    target ??= this.resolve(module.name, head)
    if (target === null) {
      // What a stub keeps to itself its own classes still stand on.
      const kept = module.stub?.names.get(head)
      if (kept !== undefined) target = this.resolveBinding(module, head, kept, null)
      target ??= this.resolveGone(module, head)
    }
    if (target === null) {
      return rest.length === 0 ? { kind: 'external', module: 'builtins', name: head } : null
    }
    for (const part of rest) {
      target = this.attribute(target, part)
      if (target === null) return null
    }
    return target
  }

  attribute(target: Target, name: string): Target | null {
    if (target.kind === 'module') {
      return this.resolve(target.module, name) ?? this.submodule(target.module, name)
    }
    if (target.kind === 'external') {
      const path = targetPath(target)
      const full = `${path}.${name}`
      if (this.modules.has(full)) return { kind: 'module', module: full }
      return { kind: 'external', module: path, name }
    }
    if (isClassItem(target)) return this.member(target, name)
    if (target.kind === 'value') return this.instanceAttribute(target, name)
    return null
  }

  /** `api = Api()`, then `api.get`: the class says what it is. */
  private instanceAttribute(item: Item, name: string): Target | null {
    const { binding } = item
    if (binding.kind !== 'value' || binding.value === null) return null
    // `x = x.again()` leads back here.
    if (this.instances.has(binding) || this.instances.size > FOLLOW_MAX) return this.cut()
    this.instances.add(binding)
    try {
      const value = this.modules.assignedValue(binding)
      if (value?.kind !== 'call') return null
      const made = this.resolveBeside(item, value.function)
      return isClassItem(made) ? this.member(made, name) : null
    } finally {
      this.instances.delete(binding)
    }
  }
}
