// What is said about Python's own modules. They are known and not looked up: what counts is what the
// releases that the project is for have, on any platform.

import { satisfies } from '@renovatebot/pep440'
import { isReadableRange } from '../../domain/rangeText.ts'
import type { StandardNames } from '../../ports/standardNames.ts'
import { addsLevels, isModuleImport } from '../../references/kindOf.ts'
import type { Reference } from '../../references/reference.ts'
import { isSlipOf, type Suggestions } from '../follow/closest.ts'
import type { Misfit } from '../follow/fitsPython.ts'
import type { Missing } from '../follow/judgement.ts'
import { judgeFrom } from '../follow/judgeReference.ts'
import { newLookup } from '../follow/members.ts'
import { isSlip } from '../follow/slips.ts'
import { startOf } from '../follow/start.ts'
import type { PackageView } from '../follow/tableNode.ts'
import { allowed, kept, type Releases, releaseText } from '../languages/libraryTable.ts'
import { openStandardTable } from '../languages/standardTable.ts'
import type { Plan, StandardReference } from '../plan/plan.ts'
import type { ReadSource } from '../read/readInput.ts'
import type { Around } from './around.ts'
import { builtinFinding } from './builtinFindings.ts'
import { dataDoubtOf, doubtOf, isWrong } from './doubts.ts'
import { moduleMissing } from './messages.ts'
import { found, type Outcome, render, type Subject, untold } from './render.ts'

/** Where no manifest says which releases count. */
const WITHOUT_MANIFEST = '>=3.10'
/** Of a release any of these may be the one that a range allows. */
const PATCHES_MAX = 40

/** `pythons`: the ranges of the manifests. Null where none of the releases that are known is meant. */
export function standardLibrary(
  names: StandardNames,
  pythons: readonly string[],
  { examples, declared }: Pick<Plan, 'examples' | 'declared'>,
) {
  const releases = releasesIn(names, pythons)
  if (!releases.includes(true)) return null
  const release = releaseText('Python', names.versions, releases)
  const back = broughtBack(declared)
  const hasOwnLevels = examples.standard.some(({ reference }) => addsLevels(reference))

  return {
    /** What the findings of a file rest on besides the file and the ranges. */
    restsOn: [hasOwnLevels, [...back].sort()] as const,
    /** Null when nothing is to be told, as of an object of the language itself. */
    findingOf({ source, reference }: StandardReference, around: Around): Outcome | null {
      const [top = ''] = reference.module.split('.')
      const subject: Subject = { source, reference, ecosystem: 'pypi', packageName: null }
      const table = standardTable(names, top, releases)
      if (table === null) {
        // Its private modules are no promise of the language.
        const isPassedOver = back.has(top) || top.startsWith('_')
        return isPassedOver ? null : (dropped(names, subject, release) ?? untold(UNKNOWN_MODULE))
      }
      const of = { ecosystem: 'pypi', packageName: 'python' } as const
      const view: PackageView = { table, of, lookup: newLookup() }
      const judgeAs = (one: Reference) =>
        judgeFrom(view, startOf(view, reference.module), one, false)
      const judged = judgeAs(reference)
      const isOfObject = judged.state !== 'missing' || judged.of.kind !== 'module'
      if (top === 'builtins' && !reference.isImport && isOfObject) {
        return builtinFinding(subject, view, judged, { release, added: around.added })
      }
      // What objects have and cannot be followed is passed over; of names of modules, and of what is not
      // there, it is said why nothing is proven.
      if (judged.state === 'undetermined') {
        const isOfModule = reference.steps.length === 1
        const isTold = isOfModule || isWrong(judgeAs({ ...reference, softBecause: null }))
        return isTold ? untold(judged.reason) : null
      }
      const doubt =
        (isWrong(judged) && around.ownPython.has(top) && setsPath(source) ? HIDDEN : null) ??
        doubtOf(source, reference, judged, around) ??
        dataDoubtOf(view, reference, judged, { ...around, isTyped: false })
      if (doubt !== null) return untold(doubt)
      if (judged.state === 'misfit' && isTakenByAnother(reference, judged.misfit)) {
        return untold(OF_ANOTHER)
      }
      if (judged.state === 'missing') {
        // `sys.__stdout__`, `builtins.__import__`.
        if (/^__\w+__$/.test(judged.name))
          return untold('such names of the language are not listed')
        if (isOfPlatform(names, view, judged)) return untold('another system may have it')
        if (top === 'logging' && hasOwnLevels) return untold('the code adds levels of its own')
        if (isMade(top, judged.name)) return untold('an object may be made with it')
        if (isOfAnother(view, judged, reference, around.suggest)) return untold(OF_ANOTHER)
      }
      return render(subject, view, { release, evidence: null }, judged, around.suggest)
    },
  }
}

const HIDDEN = 'a folder that the code puts on its path may have a module of that name'
const UNKNOWN_MODULE = 'none of the releases that count lists the module'
const OF_ANOTHER = 'it may be of another class'

/** `sys.path.insert(0, "lib")` */
function setsPath({ report }: ReadSource): boolean {
  return report.references.some(({ module, steps, call }) => {
    const [first, second] = steps
    if (module !== 'sys' || call === null) return false
    if (first?.kind !== 'member' || second?.kind !== 'member') return false
    return first.name === 'path' && /^(?:insert|append|extend)$/.test(second.name)
  })
}

/** `legacy-cgi`, `pyasyncore`: what the language has dropped is installed from elsewhere. */
function broughtBack(declared: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...declared].flatMap((name) => [name.replace(/^py/, ''), ...name.split('-')]))
}

/** A module that only other releases have. */
function dropped(names: StandardNames, subject: Subject, release: string): Outcome | null {
  const { module, softBecause, isTypeOnly } = subject.reference
  const [top = ''] = module.split('.')
  if (!names.modules.has(top) || softBecause !== null || isTypeOnly) return null
  if (!isModuleImport(subject.reference)) return null
  return found(subject, {
    code: 'symbol_not_found',
    symbol: top,
    message: moduleMissing(top, release, []),
  })
}

/** `ConfigParser(converters={'path': Path})` has a `getpath`. */
function isMade(top: string, name: string): boolean {
  return top === 'configparser' && name.startsWith('get')
}

/** Classes that stand for what others make: nobody has an object of just these. */
const INTERFACES =
  /^(?:numbers|collections\.abc|_collections_abc|typing|types)\.|^io\.\w*IOBase$|^os\.PathLike$|^datetime\.tzinfo$/

/**
 * What code declares as a class of the language is often of one below it, here or in a package: of
 * that, and of what only stands for others, only slips count.
 */
function isOfAnother(
  view: PackageView,
  { of, name }: Missing,
  { steps }: Reference,
  suggest: Suggestions,
): boolean {
  if (of.kind !== 'definition' || !of.isInstance || of.isExact === true) return false
  const { module, name: own } = view.table.definition(of.definition)
  const isDeclared = steps.some(({ kind }) => kind === 'instance')
  if (!isDeclared && !INTERFACES.test(`${module}.${own}`)) return false
  return !isSlipOf(suggest, view, of, name)
}

/** A method of an object that is declared is that of the class below which is meant, and takes what that takes. */
function isTakenByAnother({ steps }: Reference, misfit: Misfit): boolean {
  if (!steps.some(({ kind }) => kind === 'instance')) return false
  return misfit.kind !== 'keyword' || !misfit.known.some((known) => isSlip(misfit.name, known))
}

/** A constant that another system may have. */
function isOfPlatform(
  names: StandardNames,
  { table }: PackageView,
  { of, name }: Missing,
): boolean {
  if (/[a-z]/.test(name) || of.kind === 'type' || of.kind === 'parts') return false
  const module =
    of.kind === 'module' ? table.module(of.module).name : table.definition(of.definition).module
  return names.modules.get(module)?.platform === 1
}

const standardTable = kept(openStandardTable)

function releasesIn({ versions }: StandardNames, pythons: readonly string[]): Releases {
  const ranges = pythons.length === 0 ? [WITHOUT_MANIFEST] : pythons
  if (!ranges.every(isReadableRange)) return []
  const allows = (version: string) => ranges.some((range) => satisfies(version, range))
  const patches = Array.from({ length: PATCHES_MAX }, (_, patch) => patch)
  const listed = versions.map((version) => patches.some((patch) => allows(`${version}.${patch}`)))
  return allowed(listed, () => allows(NEWER))
}

/** What a project for the newest releases only would allow. */
const NEWER = '3.99.0'
