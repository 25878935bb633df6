// The names that classes give to their objects, without making one: fields, and what constructors and
// methods give to `this`.

import type { Expression } from 'oxc-parser'
import { namesGivenToThis } from '../../../syntax/javascript/instanceNames.ts'
import { Definers } from './evaluate/definers.ts'
import { propertyKey } from './evaluate/members.ts'
import { ModuleRecord } from './modules/moduleRecord.ts'
import type { Machine } from './values/machine.ts'
import type { ObjectValue, Site, Slot } from './values/values.ts'

export type GivenName = readonly [name: string, site: Site | null]

export class GivenNames {
  readonly #machine: Machine
  readonly #definers: Definers

  constructor(machine: Machine) {
    this.#machine = machine
    this.#definers = new Definers(machine)
  }

  /** Whether a function without methods makes objects: it gives names to `this`, and is called like a class. */
  isConstructor({ code }: ObjectValue): boolean {
    if (code === null || code.node.type === 'ArrowFunctionExpression') return false
    if (!/^[A-Z]/.test(code.node.id?.name ?? '')) return false
    return namesGivenToThis(code.node, NOBODY).size > 0
  }

  /** By a class itself: its fields, and its constructor. */
  byClass(made: ObjectValue): GivenName[] {
    const { classNode, scope, site } = made
    const fields: GivenName[] = []
    for (const element of scope === null ? [] : (classNode?.body.body ?? [])) {
      if (element.type !== 'PropertyDefinition' || element.static || scope === null) continue
      const key = propertyKey(this.#machine, element.key, element.computed, scope)
      const place = site === null ? null : { ...site, anchor: element.start }
      if (typeof key === 'string') fields.push([key, place])
    }
    return [...fields, ...this.#byCode(made, true)]
  }

  /** By the methods of an object that others inherit from. */
  byMethods(prototype: ObjectValue): GivenName[] {
    return [...prototype.slots.values()].flatMap(({ value, get, set }: Slot) =>
      [value, get, set].flatMap((one) =>
        one?.kind === 'object' && one.classNode === null ? this.#byCode(one, false) : [],
      ),
    )
  }

  #byCode({ code }: ObjectValue, isConstructor: boolean): GivenName[] {
    if (code === null) return []
    const { module, scope, node } = code
    const text = module instanceof ModuleRecord ? (module.source?.text ?? null) : null
    // Most methods give no names: their syntax, which costs, is looked at only where the text may.
    if (!isConstructor && text !== null && !MAY_GIVE.test(text.slice(node.start, node.end)))
      return []
    const defines = (callee: Expression) => this.#definers.isDefiner(callee, scope)
    const names = namesGivenToThis(node, { isConstructor, defines })
    return [...names].map(([name, anchor]) => [name, { module, anchor }])
  }
}

/** `this.x` before what gives it a value, `this` on its own, and what is added to it. */
const MAY_GIVE =
  /\bthis\b(?!\s*\.\s*[\w$#]|\s*\[|\s*\?\.)|\bthis\s*(?:\.\s*[\w$]+|\[[^\]]*\])\s*(?:=(?![=>])|[-+*/%&|^?<>]+=|\+\+|--|[\]},]|of\b|in\b)|(?:\+\+|--)\s*this\b|__define[GS]etter__/

const NOBODY = { isConstructor: false, defines: () => false }

/** The class of an object that `new` made, or that was given what a class gives to its objects. */
export function classOf({ proto }: ObjectValue): ObjectValue | null {
  const made = proto?.kind === 'object' ? proto.slot('constructor')?.value : undefined
  return made?.kind === 'object' && made.isCallable ? made : null
}
