// Loops: as often as it is known that they run, and once for all that is not.

import type { ForInStatement, ForOfStatement } from 'oxc-parser'
import type { End, Frame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import { ownKeys } from '../values/slots.ts'
import { forced, iterated, known, Scope, Unknown, type Value } from '../values/values.ts'
import { bindPattern } from './patterns.ts'

type Loop = Readonly<{ test: () => boolean | null; body: () => End; update: () => void }>

/** How a loop goes on after its body: `null` with the next round, else it ends so. */
function afterRound(end: End, frame: Frame, labels: readonly string[]): End | null {
  if (end === 'return' || end === 'throw') return end
  if (end === 'normal') return null
  const { label } = frame
  const isOwn = label === null || (end === 'continue' && labels.includes(label))
  // A `break` with a label is for the statement that has it, which may be this very loop.
  if (!isOwn) return end
  frame.label = null
  return end === 'break' ? 'normal' : null
}

/** The labels of the statement that begins; they are nobody else's. */
export function takeLabels(frame: Frame): readonly string[] {
  const { labels } = frame
  frame.labels = []
  return labels
}

export function runLoop(m: Machine, frame: Frame, { test, body, update }: Loop): End {
  const labels = takeLabels(frame)
  for (let i = 0; i < m.limits.loopsMax; i++) {
    const truth = test()
    if (truth === false) return 'normal'
    if (truth === null || !m.mayCall || i === m.limits.loopsMax - 1) {
      m.unsettle(() => {
        body()
        update()
      })
      return 'normal'
    }
    const end = afterRound(body(), frame, labels)
    if (end !== null) return end
    update()
  }
  return 'normal'
}

export function runEach(
  m: Machine,
  node: ForInStatement | ForOfStatement,
  scope: Scope,
  frame: Frame,
): End {
  const labels = takeLabels(frame)
  const over = m.evaluate(node.right, scope)
  const { values, open } = node.type === 'ForInStatement' ? keysIn(m, over) : elementsOf(over)
  const once = (value: Value): End => {
    const inner = new Scope(scope, false, m.ways)
    if (node.left.type === 'VariableDeclaration') {
      const [declarator] = node.left.declarations
      if (declarator !== undefined)
        bindPattern(m, declarator.id, value, inner, node.left.kind === 'var' ? 'var' : 'declare')
    } else bindPattern(m, node.left, value, inner, 'assign')
    return m.execute(node.body, inner, frame)
  }
  let rest = open
  for (const value of values) {
    if (!m.mayCall) {
      rest = 'a list that takes too long to follow'
      break
    }
    const end = afterRound(once(value), frame, labels)
    if (end !== null) return end
  }
  const why = rest
  if (why !== null) m.unsettle(() => once(new Unknown(why)))
  return 'normal'
}

type Elements = Readonly<{ values: readonly Value[]; open: string | null }>

/** `for … in` goes through inherited names too; those of plain objects are hidden. */
function keysIn(m: Machine, over: Value): Elements {
  const { keys, open } = ownKeys(m, over)
  const names = new Set(keys)
  let proto = over.kind === 'object' ? over.proto : null
  for (let i = 0; proto?.kind === 'object' && i < 20; i++) {
    for (const key of ownKeys(m, proto).keys) names.add(key)
    proto = proto.proto
  }
  return { values: [...names].map((key) => known(key)), open }
}

function elementsOf(over: Value): Elements {
  if (over.kind === 'either') {
    const all = over.options.filter((option) => option.kind !== 'known').map(elementsOf)
    const values = new Map(all.flatMap((one) => one.values).map((one) => [identity(one), one]))
    return { values: [...values.values()], open: all.find(({ open }) => open)?.open ?? null }
  }
  const value = forced(over)
  if (value.kind === 'either') return elementsOf(value)
  const listed = iterated(value)
  if (value.kind === 'object' && listed !== null) return { values: [...listed], open: value.open }
  if (value.kind === 'known' && typeof value.value === 'string')
    return { values: [...value.value].map((char) => known(char)), open: null }
  return { values: [], open: 'a list that is not known' }
}

/** Equal texts are one element of two lists. */
function identity(value: Value): unknown {
  return value.kind === 'known' ? value.value : value
}
