// What is said about objects and functions of the language itself, such as `"a".trim()`. Whatever is
// right about them is not worth counting.

import type { Reference } from '../../references/reference.ts'
import { closestKeyword } from '../follow/closest.ts'
import type { Judgement, Missing } from '../follow/judgement.ts'
import { isSlip } from '../follow/slips.ts'
import type { PackageView, TableNode } from '../follow/tableNode.ts'
import type { Names } from '../plan/memory/facts.ts'
import type { ReadSource } from '../read/readInput.ts'
import type { Suggestion } from '../report/finding.ts'
import { doubtOf } from './doubts.ts'
import { symbolNotFound } from './messages.ts'
import { found, misfit, type Outcome, type Subject } from './render.ts'

const NOTHING: Names = new Set()

/** What other languages have a method for, and Python has not. */
const OTHERWISE = [
  ...['charAt', 'contains', 'containsKey', 'equals', 'forEach', 'has_key', 'includes', 'isEmpty'],
  ...['length', 'substr', 'substring', 'toString'],
]

/**
 * Names of other languages, and of Python before its third version, for what Python has under another
 * name or in another way: `"a".trim()` is `"a".strip()`. No class of Python's own has any of these.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(OTHERWISE.map((name) => [name, []])),
  addAll: ['extend', 'update'],
  endsWith: ['endswith'],
  entrySet: ['items'],
  getOrDefault: ['get'],
  indexOf: ['index'],
  iteritems: ['items'],
  iterkeys: ['keys'],
  itervalues: ['values'],
  keySet: ['keys'],
  lastIndexOf: ['rindex'],
  padEnd: ['ljust'],
  padStart: ['rjust'],
  push: ['append', 'add'],
  putAll: ['update'],
  replaceAll: ['replace'],
  startsWith: ['startswith'],
  toLowerCase: ['lower'],
  toUpperCase: ['upper'],
  trim: ['strip'],
  trimEnd: ['rstrip'],
  trimStart: ['lstrip'],
  unshift: ['insert'],
  viewitems: ['items'],
}
/** What one class of Python calls otherwise than another: a list has `append`, a set has `add`. */
const OF_ANOTHER: Readonly<Record<string, readonly string[]>> = { add: ['append'], append: ['add'] }

/** `added`: names that any of the files gives to objects. Null where nothing is to be said. */
export function builtinFinding(
  subject: Subject,
  view: PackageView,
  judged: Judgement,
  { release, added }: Readonly<{ release: string; added: Names }>,
): Outcome | null {
  const { source, reference } = subject
  if (judged.state !== 'missing' && judged.state !== 'misfit') return null
  if (isDoubtful(source, reference, judged, added)) return null
  if (judged.state === 'missing' && isDeclared(reference)) {
    if (reference.call === null || !isTold(view, judged)) return null
  }
  if (judged.state === 'misfit') {
    const symbol = nameOf(view, judged.node) ?? reference.name
    return misfit(subject, symbol, { release, evidence: null }, judged.misfit)
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
 * makes has what its class has, whatever the code gives to others.
 */
function isDoubtful(
  source: ReadSource,
  reference: Reference,
  judged: Judgement,
  added: Names,
): boolean {
  return (
    doubtOf(source, reference, judged, { added: isDeclared(reference) ? added : NOTHING }) !== null
  )
}

function isDeclared({ steps }: Reference): boolean {
  return steps.some(({ kind }) => kind === 'instance')
}

/**
 * Behind `def f(text: str)` an object may be of a class below `str`, or of any other, because Python
 * does not look. `text.trim()` counts, which another language has, and `text.stirp()`, a slip.
 */
function isTold(view: PackageView, { of, name }: Missing): boolean {
  return Object.hasOwn(ELSEWHERE, name) || membersOf(view, of).some((one) => isSlip(name, one))
}

function membersOf({ table }: PackageView, of: TableNode): readonly string[] {
  if (of.kind !== 'definition') return []
  return [...table.membersOf(of.definition)].map((one) => one.name)
}

/** Without the module, which nobody writes. */
function nameOf({ table }: PackageView, node: TableNode): string | null {
  return node.kind === 'definition' ? table.definition(node.definition).name : null
}

function meantBy(view: PackageView, of: TableNode, name: string): Suggestion | null {
  const names = membersOf(view, of)
  const known = [ELSEWHERE, OF_ANOTHER].flatMap((list) =>
    Object.hasOwn(list, name) ? (list[name] ?? []) : [],
  )
  const to = known.find((one) => names.includes(one))
  return to === undefined
    ? closestKeyword(name, names)
    : { meant: [to], replace: { from: name, to } }
}
