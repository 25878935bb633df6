// What is said about Node's own modules. They are known and not looked up: what counts is what the
// releases that the project is for have, on any platform.

import { intersects, validRange } from 'semver'
import { addToList, keptIn } from '../../domain/maps.ts'
import { isReadableRange } from '../../domain/rangeText.ts'
import type { NodeNames } from '../../ports/nodeNames.ts'
import { isModuleImport } from '../../references/kindOf.ts'
import { isTypedSource } from '../../references/languageOf.ts'
import { ASKED, type Reference } from '../../references/reference.ts'
import { closestKeyword, isDoubled, isMeantBy, type Suggestions } from '../follow/closest.ts'
import type { Judgement, Missing } from '../follow/judgement.ts'
import { judge } from '../follow/judgeReference.ts'
import { newLookup } from '../follow/members.ts'
import { isSlip } from '../follow/slips.ts'
import type { OtherPackages, PackageView, TableNode } from '../follow/tableNode.ts'
import { allowed, kept, type Releases, releaseText } from '../languages/libraryTable.ts'
import { openNodeTable } from '../languages/nodeTable.ts'
import type { Names } from '../plan/memory/facts.ts'
import type { PlacedFile, Plan, StandardReference } from '../plan/plan.ts'
import type { ReadSource } from '../read/readInput.ts'
import type { Around } from './around.ts'
import { dataDoubtOf, doubtOf, isWrong } from './doubts.ts'
import { moduleMissing } from './messages.ts'
import { found, type Outcome, render, type Subject, untold } from './render.ts'

/** Types that are looked at for one reference. */
const STEPS_MAX = 3_000
const PACKAGE = { ecosystem: 'npm', packageName: 'node' } as const

/** `engines`: the ranges of the manifests. Null where none of the releases that are known is meant. */
export function nodeLibrary(
  names: NodeNames,
  engines: readonly string[],
  { files }: Pick<Plan, 'files'>,
) {
  const releases = releasesIn(names, engines)
  if (!releases.includes(true)) return null
  const release = releaseText('Node', names.versions, releases)
  const asked = askedIn(files)
  const known = new Map<ReadSource, Map<string, boolean>>()

  /** A file that asks `if (fs.nothing)` knows that names come and go: more of `fs` may be lacking. */
  function isAskedForMore(view: PackageView, source: ReadSource, name: string, module: number) {
    const before = keptIn(known, source, () => new Map<string, boolean>())
    return keptIn(before, name, () =>
      asksForMissing(view, module, asked(source).byModule.get(name) ?? []),
    )
  }

  return {
    /** Null when nothing is to be told. */
    findingOf({ source, reference }: StandardReference, around: Around): Outcome | null {
      const name = nodeModule(reference.module)
      const [top = ''] = name.split('/')
      const table = nodeTable(names, top, releases)
      const subject: Subject = { source, reference, ecosystem: 'npm', packageName: null }
      const module = table?.findModule(`./${name}`) ?? -1
      if (table === null || module < 0) return noModule(names, subject, name, release)
      const view: PackageView = { table, of: PACKAGE, lookup: newLookup(), others: alone() }
      const isTyped = isTypedSource(source)
      const judgeAs = (one: Reference) => judge(view, { kind: 'module', module }, one, isTyped)
      const judged = judgeAs(reference)
      if (judged.state === 'undetermined') {
        return isWrong(judgeAs({ ...reference, softBecause: null })) ? untold(judged.reason) : null
      }
      const isListed = judged.state === 'missing' && isAllListed(view, judged.of)
      const doubt =
        doubtOf(source, reference, judged, around) ??
        (isListed ? null : dataDoubtOf(view, reference, judged, { ...around, isTyped: false }))
      const changed = [source.report.augmented, around.declaredModules]
      if (doubt !== null) return untold(doubt)
      if (isOtherwise(changed, name, judged)) return untold('the code itself may declare it')
      if (judged.state === 'misfit' && !isTyped && isMethod(view, judged.node)) {
        return untold('older releases may have taken it')
      }
      if (judged.state === 'missing') {
        const isOpen = mayBeElsewhere(view, judged, reference)
        if (isOpen && !isMeantBy(around.suggest, view, judged)) {
          return untold('it may be of another class')
        }
        // `stdin.setRawMode ? … : tty.setRawMode`: the name is asked for of something else.
        const isAsked = asked(source).names.has(reference.name)
        if (isAsked || isAskedForMore(view, source, name, module)) return untold(ASKED)
      }
      const ground = { release, evidence: null }
      return asNode(render(subject, view, ground, judged, tidied(around.suggest)))
    },
  }
}

/** `node:fs`, `fs?x`: the module that is meant. */
function nodeModule(written: string): string {
  return written.replace(/[?#].*$/, '').replace(/^node:/, '')
}

/** Types of Node name no other packages. */
function alone(): OtherPackages {
  let left = STEPS_MAX
  return {
    find: () => null,
    takeStep() {
      left -= 1
      return left > 0
    },
  }
}

/** What `declare module` or a mock speaks of goes by both of its names. */
function isOtherwise(changed: readonly Names[], name: string, judged: Judgement): boolean {
  if (judged.state === 'found') return false
  return changed.some((modules) => modules.has(name) || modules.has(`node:${name}`))
}

/** Without a compiler, methods are called with what older releases took: it does no harm. */
function isMethod({ table }: PackageView, node: TableNode): boolean {
  return node.kind !== 'definition' || table.definition(node.definition).kind === 'method'
}

/** What a file asks for: the names, and the references by their module. */
type Asked = Readonly<{ names: Set<string>; byModule: Map<string, Reference[]> }>

function askedIn(files: readonly PlacedFile[]): (source: ReadSource) => Asked {
  const bySource = new Map(files.map((file) => [file.source, file]))
  const found = new Map<ReadSource, Asked>()
  return (source) =>
    keptIn(found, source, () => {
      const asked: Asked = { names: new Set(), byModule: new Map() }
      for (const { reference } of bySource.get(source)?.all().ofNode ?? []) {
        if (reference.softBecause !== ASKED || reference.steps.length === 0) continue
        asked.names.add(reference.name)
        addToList(asked.byModule, nodeModule(reference.module), reference)
      }
      return asked
    })
}

/** Whether the file asks for a name that the module does not have: then it knows that they come and go. */
function asksForMissing(view: PackageView, module: number, asked: readonly Reference[]): boolean {
  return asked.some((reference) => {
    const hard = { ...reference, softBecause: null }
    return judge(view, { kind: 'module', module }, hard, false).state === 'missing'
  })
}

/** A slip of a module's name, or one that only other releases have; else a later Node may have it. */
function noModule(
  names: NodeNames,
  subject: Subject,
  name: string,
  release: string,
): Outcome | null {
  const { reference } = subject
  if (!isModuleImport(reference) || reference.softBecause !== null) return null
  const suggestion = closestKeyword(name, [...names.modules.keys()])
  const to = suggestion?.replace?.to
  const isDropped = names.modules.has(name)
  if (!isDropped && (to === undefined || !(isSlip(name, to) || isDoubled(name, to)))) return null
  const meant = isDropped || suggestion === null ? [] : suggestion.meant
  const before = reference.module.length - reference.module.replace(/^node:/, '').length
  return found(subject, {
    code: 'symbol_not_found',
    symbol: reference.module,
    message: moduleMissing(reference.module, release, meant),
    suggestion: isDropped ? null : suggestion,
    column: reference.column + before,
  })
}

/** Objects that live long and are handed around: frameworks and helpers give them more. */
const ADDED_TO = /^\.\/(?:https?|http2|net|tls|events|stream|process|cluster|domain|repl|globals)$/

/** `http2.constants`, `Buffer` itself: nobody sets more on them. */
function isAllListed({ table }: PackageView, of: TableNode): boolean {
  if (of.kind !== 'definition' || of.isInstance) return false
  return /^(?:class|namespace)$/.test(table.definition(of.definition).kind)
}

/** Whether a name that is not listed may be there all the same: then only what looks like a slip is one. */
function mayBeElsewhere(
  view: PackageView,
  { of, name }: Missing,
  { steps, module }: Reference,
): boolean {
  // Other platforms and Electron give them more; constants differ between systems.
  if (/^(?:process|console)$/.test(nodeModule(module)) || !/[a-z]/.test(name)) return true
  if (of.kind === 'module') return false
  if (of.kind !== 'definition') return true
  const { kind, module: home } = view.table.definition(of.definition)
  if (!of.isInstance) return kind !== 'class' && kind !== 'namespace'
  // What is only declared may have more, and what is handed over be of a class below.
  if (kind === 'interface') return true
  if (steps.some(({ kind }) => /^(?:instance|handed|parameter)$/.test(kind))) return true
  return ADDED_TO.test(home)
}

/** `fs.readFil`: what stands beside `fs.readFile`, or the very name elsewhere; classes of Node share many. */
function tidied(suggest: Suggestions): Suggestions {
  return {
    closestTo(view, of, name, isCalled) {
      const found = suggest.closestTo(view, of, name, isCalled)
      const [first] = found?.meant ?? []
      if (found === null || first === undefined) return null
      const meant = found.meant.filter((path) => {
        const names = path.split('.')
        const last = names.at(-1) ?? ''
        if (last.startsWith('_')) return false
        if (found.replace !== null) return above(path) === above(first)
        return names.length <= 3 && last.toLowerCase() === name.toLowerCase()
      })
      return meant.length === 0 ? null : { ...found, meant }
    },
  }
}

function above(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('.')))
}

/**
 * Modules of Node are called `node:fs`, not as those of a package, and what they give by default is the
 * module itself.
 */
function asNode(outcome: Outcome): Outcome {
  if (outcome.state !== 'determined' || outcome.finding === null) return outcome
  const named = (text: string) =>
    text.replace(/(^| )node\/(?=[a-z])/g, '$1node:').replace(/^([\w:/]+)\.default(?=[. ])/, '$1')
  const { finding } = outcome
  const { symbol, message, suggestion } = finding
  return {
    ...outcome,
    finding: {
      ...finding,
      symbol: symbol === null ? null : named(symbol),
      message: named(message),
      suggestion:
        suggestion === null ? null : { ...suggestion, meant: suggestion.meant.map(named) },
    },
  }
}

const nodeTable = kept(openNodeTable)

function releasesIn({ versions }: NodeNames, engines: readonly string[]): Releases {
  if (engines.length === 0) return versions.map(() => true)
  const ranges = engines.filter((range) => isReadableRange(range) && validRange(range) !== null)
  if (ranges.length < engines.length) return versions.map(() => true)
  const allows = (span: string) => ranges.some((range) => intersects(range, span))
  // Releases between two of the list are like one of the two.
  const listed = versions.map((version) => {
    const major = Number(version)
    return allows(`>=${major - 1}.0.0 <${major + 2}.0.0`)
  })
  return allowed(listed, () => allows(`>${versions.at(-1) ?? '0'}`))
}
