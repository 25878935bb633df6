// What the caller of a Python function notices when its signature changes.

import type { PythonParameter, PythonSignature } from '../../signatures/parseSignature.ts'
import type { Reason } from '../reasons.ts'
import { plainAnnotation } from './annotations.ts'

export function compareSignatures(previous: PythonSignature, next: PythonSignature): Set<Reason> {
  const reasons = new Set<Reason>()
  if (previous.isAsync !== next.isAsync) reasons.add(next.isAsync ? 'became_async' : 'became_sync')
  compareParameters(previous.parameters, next.parameters, reasons)
  compareAnnotations(previous.returns, next.returns, reasons)
  return reasons
}

export function compareAnnotations(
  previous: string | null,
  next: string | null,
  reasons: Set<Reason>,
): void {
  if (previous === next) return
  if (previous === null) reasons.add('annotation_added')
  else if (next === null) reasons.add('annotation_removed')
  else if (plainAnnotation(previous) !== plainAnnotation(next)) reasons.add('annotation_changed')
}

type Named = Readonly<{
  /** In the order in which they are passed. */
  positional: readonly PythonParameter[]
  byName: ReadonlyMap<string, PythonParameter>
  varargs: PythonParameter | null
  varkeywords: PythonParameter | null
}>

function named(parameters: readonly PythonParameter[]): Named {
  const positional = parameters.filter(({ kind }) => kind === 'positional' || kind === 'normal')
  const callable = parameters.filter(({ kind }) => kind === 'normal' || kind === 'keyword')
  return {
    positional,
    byName: new Map(callable.map((one) => [one.name, one])),
    varargs: parameters.find(({ kind }) => kind === 'varargs') ?? null,
    varkeywords: parameters.find(({ kind }) => kind === 'varkeywords') ?? null,
  }
}

function compareParameters(
  before: readonly PythonParameter[],
  after: readonly PythonParameter[],
  reasons: Set<Reason>,
): void {
  const previous = named(before)
  const next = named(after)
  const met = new Set<PythonParameter>()
  for (const one of before) {
    if (one.kind === 'varargs' || one.kind === 'varkeywords') continue
    const other = counterpart(one, previous, next, met)
    if (other === null) {
      reasons.add(isAbsorbed(one, next) ? 'parameter_absorbed' : 'parameter_removed')
      continue
    }
    met.add(other)
    compareOne(one, other, { previous, next }, reasons)
  }
  const added = after.filter(
    (one) => !met.has(one) && one.kind !== 'varargs' && one.kind !== 'varkeywords',
  )
  // What took anything handed it on to something that may have asked for as much.
  const tookAll = previous.varargs !== null && previous.varkeywords !== null
  for (const one of added) {
    if (one.default !== null) reasons.add('optional_parameter_added')
    else reasons.add(tookAll ? 'variable_arguments_named' : 'required_parameter_added')
  }
  for (const kind of ['varargs', 'varkeywords'] as const) {
    const [one, other] = [previous[kind], next[kind]]
    if (one !== null && other === null) {
      const unfit = kind === 'varargs' ? 'keyword' : 'positional'
      const isNamed = added.some((parameter) => parameter.kind !== unfit)
      reasons.add(isNamed ? 'variable_arguments_named' : 'variable_arguments_removed')
    } else if (one === null && other !== null) reasons.add('variable_arguments_added')
    else if (one !== null && other !== null) {
      compareAnnotations(one.annotation, other.annotation, reasons)
    }
  }
}

/** The same parameter afterwards: by name where it has one for callers, else by position. */
function counterpart(
  one: PythonParameter,
  previous: Named,
  next: Named,
  met: ReadonlySet<PythonParameter>,
): PythonParameter | null {
  const same = one.kind === 'positional' ? undefined : next.byName.get(one.name)
  if (same !== undefined) return same
  const place = previous.positional.indexOf(one)
  const there = place < 0 ? undefined : next.positional[place]
  if (there === undefined || met.has(there)) return null
  // Somebody else's name: then the parameter is gone, and the others moved up.
  const isOthers = there.kind === 'normal' && previous.byName.has(there.name)
  return isOthers && one.kind !== 'positional' ? null : there
}

function isAbsorbed(one: PythonParameter, next: Named): boolean {
  const byPosition = one.kind === 'keyword' || next.varargs !== null
  const byKeyword = one.kind === 'positional' || next.varkeywords !== null
  return byPosition && byKeyword
}

function compareOne(
  one: PythonParameter,
  other: PythonParameter,
  { previous, next }: Readonly<{ previous: Named; next: Named }>,
  reasons: Set<Reason>,
): void {
  if (one.kind === 'normal' && other.kind === 'keyword') {
    reasons.add(next.varargs === null ? 'parameter_made_keyword_only' : 'parameter_moved')
  }
  const isRenamed = one.name !== other.name && one.kind !== 'positional'
  if (isRenamed && other.kind !== 'positional') reasons.add(renaming(next))
  if (one.kind !== 'positional' && other.kind === 'positional') {
    reasons.add('parameter_made_positional_only')
  }
  const isWider =
    (one.kind === 'positional' && other.kind === 'normal') ||
    (one.kind === 'keyword' && other.kind === 'normal')
  if (isWider) reasons.add('parameter_kind_widened')
  const place = previous.positional.indexOf(one)
  const there = next.positional.indexOf(other)
  if (place >= 0 && there >= 0 && place !== there) reasons.add('parameter_moved')
  compareDefaults(one.default, other.default, reasons)
  compareAnnotations(one.annotation, other.annotation, reasons)
}

function renaming({ varkeywords }: Named): Reason {
  return varkeywords === null ? 'parameter_renamed' : 'parameter_absorbed'
}

function compareDefaults(previous: string | null, next: string | null, reasons: Set<Reason>): void {
  if (previous !== null && next === null) reasons.add('parameter_made_required')
  else if (previous === null && next !== null) reasons.add('parameter_made_optional')
  else if (previous !== next) reasons.add('default_changed')
}
