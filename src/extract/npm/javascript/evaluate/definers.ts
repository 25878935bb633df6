// Functions that give a name to what they are handed: `defineField(thing, 'name', value)`, as compilers
// write them under any name.

import type { Expression } from 'oxc-parser'
import { keptIn } from '../../../../domain/maps.ts'
import type { Machine } from '../values/machine.ts'
import { known, ObjectValue, type Scope, settled, Unknown } from '../values/values.ts'

/** Longer functions do more than that, and are not tried. */
const TEXT_LENGTH_MAX = 600
const PROBE = 'probe'

/** Whether a function as it is written gives its first argument the name that is its second. */
export class Definers {
  readonly #machine: Machine
  readonly #known = new Map<ObjectValue, boolean>()

  constructor(machine: Machine) {
    this.#machine = machine
  }

  isDefiner(callee: Expression, scope: Scope): boolean {
    if (!isPlain(callee)) return false
    const made = settled(this.#machine.evaluate(callee, scope))
    if (made.kind !== 'object' || !isShort(made)) return false
    return keptIn(this.#known, made, () => this.#try(made))
  }

  #try(made: ObjectValue): boolean {
    const thing = new ObjectValue()
    const args = [thing, known(PROBE), new Unknown('a value')]
    const m = this.#machine
    const before = m.beginStatement()
    m.maybe(() => m.apply(made, thing, args, 'a helper'))
    m.endStatement(before)
    return thing.has(PROBE)
  }
}

function isShort({ code, native }: ObjectValue): boolean {
  if (code === null) return native !== null
  return code.node.end - code.node.start <= TEXT_LENGTH_MAX
}

/** Names joined by dots, which can be looked at without anything being run. */
function isPlain(node: Expression): boolean {
  if (node.type === 'ParenthesizedExpression') return isPlain(node.expression)
  if (node.type === 'SequenceExpression') {
    const last = node.expressions.at(-1)
    return last !== undefined && isPlain(last)
  }
  if (node.type === 'MemberExpression') return !node.computed && isPlain(node.object as Expression)
  return node.type === 'Identifier'
}
