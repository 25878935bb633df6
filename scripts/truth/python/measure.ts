// One table against one runtime: what was found, what was missed, what was claimed in vain.

import type { SymbolKind } from '../../../src/table/format/table.ts'
import { causeOfClaim, causeOfMiss, type Sources } from './causes.ts'
import { isClaim, membersAt, type Row, type RowIndex } from './rows.ts'
import { parseSignature, sameShape } from './signatureShape.ts'
import {
  compiledModules,
  instanceNames,
  isBoundValue,
  membersOf,
  type Parameter,
  type Truth,
  type TruthMember,
  type TruthModule,
  type TruthName,
  wanted,
} from './truthFile.ts'

export type Ratio = { hit: number; of: number }

export type Measure = {
  /** Names of public modules by the rule of the reference. */
  names: Ratio
  /** The same names, by how their module came to be. */
  pure: Ratio
  stubbed: Ratio
  bare: Ratio
  /** Names at the roots of the package. */
  root: Ratio
  /** Names of modules that the table itself does not call complete. */
  apart: Ratio
  /** Plain values that the source binds where there is no `__all__`. */
  values: Ratio
  /** Public claims that run time bears out. */
  precision: Ratio
  /** True claims of names that are only imported from elsewhere. */
  foreign: number
  /** Claims in modules that cannot be imported here, or of names that raise: neither true nor false. */
  untold: number
  modules: Ratio
  members: Ratio
  membersOwn: Ratio
  membersStandard: Ratio
  membersOther: Ratio
  dunders: Ratio
  memberPrecision: Ratio
  /** Claimed members that only instances have. */
  instance: number
  kinds: Ratio
  memberKinds: Ratio
  signatures: Ratio
  memberSignatures: Ratio
  /** Signatures that run time has and the table does not. */
  unsigned: number
}

export type Finding = Readonly<{
  what: 'miss' | 'claim' | 'member miss' | 'member claim' | 'module claim' | 'kind' | 'signature'
  path: string
  cause: string
  note: string
}>

export type Outcome = Readonly<{ measure: Measure; findings: readonly Finding[] }>

const KINDS: Readonly<Record<string, readonly SymbolKind[]>> = {
  module: ['module', 'namespace'],
  class: ['class', 'enum', 'interface'],
  function: ['function', 'method'],
  value: ['constant', 'attribute', 'type', 'property'],
  method: ['method', 'function'],
  property: ['property'],
  attribute: ['attribute', 'constant', 'type'],
}

export function measure(
  truth: Truth,
  index: RowIndex,
  standard: ReadonlySet<string>,
  sources: Sources,
  ask: Ask = () => new Set(),
): Outcome {
  const run = new Measuring(truth, index, standard, sources)
  run.had = ask(hiddenClaims(truth, index))
  run.all()
  return { measure: run.measure, findings: run.findings }
}

/** Which of these `module:name` run time gives to whoever asks, though `dir` does not show them. */
export type Ask = (claims: readonly (readonly [string, string])[]) => ReadonlySet<string>

/** Claims that `dir` does not bear out: a module may hide names, or answer to them all the same. */
function hiddenClaims(truth: Truth, index: RowIndex): [string, string][] {
  return Object.entries(truth.modules).flatMap(([moduleName, module]) =>
    [...(index.modules.get(moduleName)?.names ?? [])]
      .filter(([name, row]) => isClaim(row) && module.names[name] === undefined)
      .map(([name]): [string, string] => [moduleName, name]),
  )
}

class Measuring {
  had: ReadonlySet<string> = new Set()
  readonly measure = emptyMeasure()
  readonly findings: Finding[] = []
  readonly truth: Truth
  readonly index: RowIndex
  readonly standard: ReadonlySet<string>
  readonly sources: Sources
  readonly #compiled: ReadonlyMap<string, 'stub' | 'bare'>
  readonly #classesDone = new Set<string>()
  readonly #membersDone = new Set<string>()

  constructor(truth: Truth, index: RowIndex, standard: ReadonlySet<string>, sources: Sources) {
    this.truth = truth
    this.index = index
    this.standard = standard
    this.sources = sources
    this.#compiled = compiledModules(truth)
  }

  all(): void {
    for (const [name, module] of Object.entries(this.truth.modules)) {
      this.#names(name, module)
      this.#claims(name, module)
    }
    for (const [name, { self }] of this.index.modules) {
      if (self === null || !isClaim(self) || !this.#isOwn(name)) continue
      if (!name.split('.').every(isIdentifier)) continue
      const isThere = this.truth.all_modules.some(
        (known) => known === name || known.startsWith(`${name}.`),
      )
      count(this.measure.modules, isThere)
      if (!isThere) this.#find('module claim', name, 'module', '')
    }
  }

  #names(moduleName: string, module: TruthModule): void {
    const rows = this.index.modules.get(moduleName)
    const state = rows?.self?.state ?? 'complete'
    for (const [name, entry] of wanted(module)) {
      const row = this.#rowOf(moduleName, name, entry)
      const isHit = row !== undefined
      if (isBoundValue(module, entry)) count(this.measure.values, isHit)
      else {
        count(this.measure.names, isHit)
        count(this.measure[this.#group(moduleName, entry)], isHit)
        if (this.truth.roots.includes(moduleName)) count(this.measure.root, isHit)
        if (state !== 'complete') count(this.measure.apart, isHit)
      }
      if (!isHit) {
        const cause = causeOfMiss(rows, moduleName, module, entry)
        const from = entry.module !== null && entry.module !== moduleName ? entry.module : ''
        this.#find('miss', `${moduleName}:${name}`, cause, `${entry.kind} ${from}`.trim())
        continue
      }
      if (row === null) continue
      this.#kind(this.measure.kinds, `${moduleName}:${name}`, entry.kind, row)
      const key = entry.class
      if (entry.kind === 'function') {
        this.#signature(this.measure.signatures, `${moduleName}:${name}`, entry.signature, row)
      } else if (key !== undefined && !this.#classesDone.has(key)) {
        const cls = this.truth.classes[key]
        if (cls === undefined || !this.#isOwn(key)) continue
        this.#classesDone.add(key)
        this.#signature(this.measure.signatures, `${moduleName}:${name}`, cls.signature, row)
        this.#members(moduleName, name, key)
      }
    }
  }

  /** Undefined: missed. Null: there as a module of its own, without a row in this one. */
  #rowOf(moduleName: string, name: string, entry: TruthName): Row | null | undefined {
    const row = this.index.modules.get(moduleName)?.names.get(name)
    if (row !== undefined) return row
    const isModule = entry.kind === 'module' && entry.module !== null
    return isModule && this.index.modules.has(`${moduleName}.${name}`) ? null : undefined
  }

  #group(moduleName: string, entry: TruthName): 'pure' | 'stubbed' | 'bare' {
    const compiled = this.#compiled.get(moduleName) ?? this.#compiled.get(entry.module ?? '')
    if (compiled === undefined) return 'pure'
    return compiled === 'stub' ? 'stubbed' : 'bare'
  }

  #claims(moduleName: string, module: TruthModule): void {
    for (const [name, row] of this.index.modules.get(moduleName)?.names ?? []) {
      if (!isClaim(row) || !isIdentifier(name)) continue
      if (name.startsWith('_') && module.all?.includes(name) !== true) continue
      const entry = module.names[name]
      const below = `${moduleName}.${name}`
      if (entry !== undefined) {
        count(this.measure.precision, true)
        if (entry.scope === 'foreign' && !entry.listed) this.measure.foreign++
      } else if (this.had.has(`${moduleName}:${name}`)) {
        count(this.measure.precision, true)
      } else if (Object.hasOwn(module.unresolved, name) || this.#failsBelow(below)) {
        this.measure.untold++
      } else {
        const isModule = this.truth.all_modules.some(
          (known) => known === below || known.startsWith(`${below}.`),
        )
        count(this.measure.precision, isModule)
        if (isModule) continue
        const cause = causeOfClaim(this.truth, moduleName, name, row, this.sources)
        this.#find('claim', `${moduleName}:${name}`, cause, `${row.kind} ${row.alias_of ?? ''}`)
      }
    }
  }

  #failsBelow(path: string): boolean {
    return Object.hasOwn(this.truth.failed, path)
  }

  #members(moduleName: string, className: string, key: string): void {
    const rows = membersAt(this.index, moduleName, className)
    const truths = membersOf(this.truth, key)
    const path = `${moduleName}:${className}`
    for (const [name, { member, definer }] of truths) {
      const row = rows.get(name)
      const isHit = row !== undefined
      if (name.startsWith('_')) {
        count(this.measure.dunders, isHit)
        continue
      }
      count(this.measure.members, isHit)
      const origin = this.#originOf(definer)
      count(this.measure[origin], isHit)
      if (!isHit) {
        const cause = rows.size === 0 ? 'class without members' : ORIGIN_WORDS[origin]
        const note = `${member?.kind ?? 'metaclass'} ${definer === key ? '' : definer}`
        this.#find('member miss', `${path}.${name}`, cause, note.trim())
      } else if (member !== null && !this.#membersDone.has(`${definer}.${name}`)) {
        // What a base defines is judged once, not once for each class that inherits it.
        this.#membersDone.add(`${definer}.${name}`)
        this.#memberKind(`${path}.${name}`, member, row)
        if (member.kind === 'method') {
          this.#signature(this.measure.memberSignatures, `${path}.${name}`, member.signature, row)
        }
      }
    }
    const instance = instanceNames(this.truth, key)
    for (const [name, row] of rows) {
      if (!isClaim(row) || name.startsWith('_')) continue
      const isThere = truths.has(name)
      if (!isThere && instance.has(name)) {
        this.measure.instance++
        continue
      }
      count(this.measure.memberPrecision, isThere)
      if (!isThere) {
        const cause =
          row.origin === 'pyi' ? 'stub' : row.kind === 'attribute' ? 'attribute' : 'other'
        this.#find('member claim', `${path}.${name}`, cause, `${row.kind} ${row.alias_of ?? ''}`)
      }
    }
  }

  #originOf(definer: string): 'membersOwn' | 'membersStandard' | 'membersOther' {
    if (this.#isOwn(definer)) return 'membersOwn'
    const top = definer.split(/[.:]/)[0] ?? ''
    return this.standard.has(top) ? 'membersStandard' : 'membersOther'
  }

  #isOwn(path: string): boolean {
    const module = path.split(':')[0] ?? ''
    return this.truth.roots.some((root) => module === root || module.startsWith(`${root}.`))
  }

  #kind(ratio: Ratio, path: string, kind: string, row: Row): void {
    if (row.kind === null) return
    const isSame = KINDS[kind]?.includes(row.kind) === true
    count(ratio, isSame)
    if (!isSame) this.#find('kind', path, `${kind} as ${row.kind}`, row.alias_of ?? '')
  }

  #memberKind(path: string, member: TruthMember, row: Row): void {
    // A descriptor of somebody's own making is a property to one and an attribute to another.
    const isOwnDescriptor = member.kind === 'property' && member.type !== undefined
    this.#kind(
      this.measure.memberKinds,
      path,
      isOwnDescriptor && row.kind !== 'class' ? (row.kind ?? '') : member.kind,
      row,
    )
  }

  #signature(
    ratio: Ratio,
    path: string,
    theirs: readonly Parameter[] | null | undefined,
    row: Row,
  ): void {
    if (theirs === null || theirs === undefined) return
    const ours = row.signature === null ? null : parseSignature(row.signature)
    if (ours === null) {
      this.measure.unsigned++
      return
    }
    const isSame = sameShape(ours, theirs)
    count(ratio, isSame)
    if (isSame) return
    const takesAnything = theirs.every(([, kind]) => kind.startsWith('var')) && theirs.length === 2
    const cause = takesAnything ? 'run time takes anything' : row.origin
    this.#find('signature', path, cause, `${row.signature} | ${spell(theirs)}`)
  }

  #find(what: Finding['what'], path: string, cause: string, note: string): void {
    this.findings.push({ what, path, cause, note })
  }
}

const ORIGIN_WORDS = {
  membersOwn: 'of the package',
  membersStandard: 'of the standard library',
  membersOther: 'of another package',
} as const

function spell(parameters: readonly Parameter[]): string {
  const marks: Readonly<Record<string, string>> = { varargs: '*', varkeywords: '**' }
  return `(${parameters
    .map(([name, kind, value]) => {
      const kindMark = kind === 'keyword' ? 'kw ' : kind === 'positional' ? 'pos ' : ''
      return `${kindMark}${marks[kind] ?? ''}${name}${value === null ? '' : `=${value}`}`
    })
    .join(', ')})`
}

/** Files such as `0001_initial.py` can be imported, but not by a statement. */
function isIdentifier(name: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)
}

function count(ratio: Ratio, isHit: boolean): void {
  ratio.of++
  if (isHit) ratio.hit++
}

export function emptyMeasure(): Measure {
  const ratio = (): Ratio => ({ hit: 0, of: 0 })
  return {
    names: ratio(),
    pure: ratio(),
    stubbed: ratio(),
    bare: ratio(),
    root: ratio(),
    apart: ratio(),
    values: ratio(),
    precision: ratio(),
    foreign: 0,
    untold: 0,
    modules: ratio(),
    members: ratio(),
    membersOwn: ratio(),
    membersStandard: ratio(),
    membersOther: ratio(),
    dunders: ratio(),
    memberPrecision: ratio(),
    instance: 0,
    kinds: ratio(),
    memberKinds: ratio(),
    signatures: ratio(),
    memberSignatures: ratio(),
    unsigned: 0,
  }
}

export function addMeasure(sum: Measure, one: Measure): void {
  for (const key of Object.keys(sum) as (keyof Measure)[]) {
    const [to, from] = [sum[key], one[key]]
    if (typeof to === 'object' && typeof from === 'object') {
      to.hit += from.hit
      to.of += from.of
    } else if (typeof to === 'number' && typeof from === 'number') {
      Object.assign(sum, { [key]: to + from })
    }
  }
}
