// What is said about objects and functions of the language itself, such as `"a".trim()`. Whatever is
// right about them is not worth counting.

import type { Reference } from '../references/reference.ts'
import { closestKeyword } from './closest.ts'
import type { Suggestion } from './finding.ts'
import type { Judgement } from './judgement.ts'
import { callDoesNotFit, symbolNotFound } from './messages.ts'
import type { PackageView, TableNode } from './nodes.ts'
import type { ReadSource } from './readInput.ts'
import { doubtOf } from './referenceFindings.ts'
import { found, type Outcome, type Subject } from './render.ts'

const NOTHING: ReadonlySet<string> = new Set()

/** What other languages, and Python before its third version, call a method. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  add: ['append'],
  addAll: ['extend', 'update'],
  append: ['add'],
  concat: ['extend'],
  indexOf: ['index'],
  iteritems: ['items'],
  iterkeys: ['keys'],
  itervalues: ['values'],
  push: ['append', 'add'],
  replaceAll: ['replace'],
  toLowerCase: ['lower'],
  toUpperCase: ['upper'],
  trim: ['strip'],
  trimEnd: ['rstrip'],
  trimStart: ['lstrip'],
  viewitems: ['items'],
}

/** `added`: names that any of the files gives to objects. Null where nothing is to be said. */
export function builtinFinding(
  subject: Subject,
  view: PackageView,
  judged: Judgement,
  { release, added }: Readonly<{ release: string; added: ReadonlySet<string> }>,
): Outcome | null {
  const { source, reference } = subject
  if (judged.state !== 'missing' && judged.state !== 'misfit') return null
  if (isDoubtful(source, reference, judged, added)) return null
  if (judged.state === 'misfit') {
    const { misfit, node } = judged
    const symbol = nameOf(view, node) ?? reference.name
    const more = {
      code: 'call_does_not_fit',
      symbol,
      message: callDoesNotFit(symbol, release, misfit),
    } as const
    if (misfit.kind !== 'keyword') return found(subject, more)
    const { line, column, name, known } = misfit
    return found(subject, { ...more, suggestion: closestKeyword(name, known), line, column })
  }
  const { of, name } = judged
  const owner = nameOf(view, of)
  if (owner === null) return null
  const suggestion = meantBy(view, of, name)
  const meant = (suggestion?.meant ?? []).map((one) => `${owner}.${one}`)
  return found(subject, {
    code: 'symbol_not_found',
    symbol: `${owner}.${name}`,
    message: symbolNotFound(owner, name, release, meant),
    suggestion,
  })
}

/**
 * Objects of the builtin classes take no attributes, so that one that a literal or a builtin function
 * makes has what its class has. What is only declared may be of a class below, and counts where it is
 * called.
 */
function isDoubtful(
  source: ReadSource,
  reference: Reference,
  judged: Judgement,
  added: ReadonlySet<string>,
): boolean {
  const isDeclared = reference.steps.some(({ kind }) => kind === 'instance')
  if (isDeclared && judged.state === 'missing' && reference.call === null) return true
  return doubtOf(source, reference, judged, isDeclared ? added : NOTHING) !== null
}

/** Without the module, which nobody writes. */
function nameOf({ table }: PackageView, node: TableNode): string | null {
  return node.kind === 'definition' ? table.definition(node.definition).name : null
}

function meantBy({ table }: PackageView, of: TableNode, name: string): Suggestion | null {
  if (of.kind !== 'definition') return null
  const names = [...table.membersOf(of.definition)].map((one) => one.name)
  const known = Object.hasOwn(ELSEWHERE, name) ? (ELSEWHERE[name] ?? []) : []
  const to = known.find((one) => names.includes(one))
  return to === undefined
    ? closestKeyword(name, names)
    : { meant: [to], replace: { from: name, to } }
}
