// All modules of an artifact and what their names mean, followed through imports, stars, lazy tables
// and aliases: the parts that know it, handed to each other.

import { ClassMembers } from '../classes/classMembers.ts'
import { HandedEffects } from '../classes/handedEffects.ts'
import type { Item } from '../modules/items.ts'
import type { PackageModules } from '../modules/packageModules.ts'
import { isDecoratedInto, MADE_BY_DECORATOR, mayDecorateHomes } from './decoratedMakers.ts'
import { filledObjects } from './filledObjects.ts'
import { makeInjections } from './injections.ts'
import type { Runs } from './moduleLists.ts'
import { ModuleNames } from './moduleNames.ts'
import { Resolution } from './resolution.ts'

export class PackageModel {
  readonly modules: PackageModules
  readonly resolver: Resolution
  readonly classes: ClassMembers
  readonly names: ModuleNames
  readonly injections: ReturnType<typeof makeInjections>
  readonly filled: ReturnType<typeof filledObjects>
  private readonly runs: Runs

  /** `runsOf`: who follows the modules that make names as they are imported. */
  constructor(modules: PackageModules, runsOf: (model: PackageModel) => Runs) {
    this.modules = modules
    this.resolver = new Resolution(modules, {
      namesOf: (module) => this.names.namesOf(module),
      allOf: (module) => this.names.allOf(module),
      isHidden: (module, name, binding) => this.names.isHidden(module, name, binding),
      member: (cls, name) => this.classes.member(cls, name),
    })
    const effects = new HandedEffects(this.resolver)
    this.classes = new ClassMembers(this.resolver, effects)
    this.runs = runsOf(this)
    this.names = new ModuleNames(this.resolver, this.classes, this.runs)
    this.injections = makeInjections(this.resolver, effects)
    this.filled = filledObjects(modules.own)
    this.injections.apply()
    this.followMakers()
  }

  /** Whether an object or a function is given attributes that neither its class nor its text shows. */
  isGivenMore(item: Item): boolean {
    return this.injections.isGiven(item) || this.filled.isFilled(item.name)
  }

  /** Follows the modules that make names as they are imported; all injections must be there. */
  private followMakers(): void {
    this.noteDecorated()
    const own = [...this.modules.own.values()]
    const making = own.filter(({ scope }) => scope && scope.makes.length > 0)
    for (const module of making) {
      module.made = this.runs.result(module)
      module.lazy = undefined
    }
    if (making.length === 0) return
    // What other modules took from these, they took without the names that were made.
    for (const module of own) {
      module.names = null
      module.all = undefined
    }
  }

  private noteDecorated(): void {
    const own = [...this.modules.own.values()]
    if (!own.some(({ scope }) => scope !== null && mayDecorateHomes(scope.source.text))) return
    const found = own.filter((module) => isDecoratedInto(this.resolver, module))
    for (const { scope } of found) scope?.makes.push(MADE_BY_DECORATOR)
  }
}
