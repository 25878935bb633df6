// Where a symbol of a release is, however it is written. What is not there is told apart from what
// cannot be told.

import type { Ecosystem } from '../domain/names/packageName.ts'
import { writePath } from '../domain/names/symbolPath.ts'
import { isDoingModule } from '../table/doingModule.ts'
import { gapReason, type TableGaps } from '../table/format/gaps.ts'
import { NEVER } from '../table/format/givenType.ts'
import { isLoose } from '../table/format/looseNames.ts'
import type { SymbolRow } from '../table/format/table.ts'
import { mayHoldMore } from '../table/mayHoldMore.ts'
import { isObjectModule } from '../table/objectModule.ts'
import { isPerhapsThere, isSpelledNowhere, mayBeCompiled } from '../table/spelledNowhere.ts'
import type { OpenTable } from '../table/tableView.ts'
import { placesAnywhere } from './anywhere.ts'
import { givenByJavaScript, mayGiveJavaScript } from './givenByJavaScript.ts'
import { givenByPython, mayBeGiven } from './givenByPython.ts'
import { lastStop } from './lastStop.ts'
import { pathsTo } from './pathsTo.ts'
import { namedPlaces, type Place, subpathOf } from './places.ts'

const ALSO_AT_MAX = 10
const CAVEATS_MAX = 5

export type OfPackage = Readonly<{ ecosystem: Ecosystem; packageName: string }>

export type SymbolFinding =
  | Readonly<{
      state: 'found'
      row: SymbolRow
      /** The path that leads to it. */
      qualifiedName: string
      /** Other public paths, the shortest first. */
      alsoAt: readonly string[]
      /** What it is not good for although it is there, a sentence; null when nothing is known of that. */
      caveat: string | null
    }>
  /** `caveat`: why a name may be there all the same, a sentence; null when there is no doubt. */
  | Readonly<{ state: 'not_found'; caveat: string | null }>
  /** The path leads into a module that cannot be read. */
  | Readonly<{ state: 'undetermined'; module: string; reason: string | null }>

export function findSymbol(table: OpenTable, of: OfPackage, written: string): SymbolFinding {
  const symbol = writtenSymbol(written)
  if (symbol === null) return { state: 'not_found', caveat: null }
  const finding = findWritten(table, of, symbol)
  if (finding.state === 'found' || of.ecosystem !== 'pypi') return finding
  // Python takes `ﬁx` for `fix`; a module that is called as it is written was found before.
  const normal = pythonName(symbol)
  return normal === symbol ? finding : findWritten(table, of, normal)
}

function findWritten(table: OpenTable, of: OfPackage, symbol: string): SymbolFinding {
  const named = namedPlaces(table, of, symbol)
  // What a class gives to its objects is listed below the class.
  if (of.ecosystem === 'npm' && symbol.includes('.prototype.'))
    named.push(...namedPlaces(table, of, symbol.replaceAll('.prototype.', '.')))
  for (const place of named) {
    const row = table.lookup(place.module, place.symbol)
    if (row !== null) return found(table, of, row, [])
  }
  const isFromTop = of.ecosystem === 'pypi' && beginsWithModule(table, symbol)
  // `pkg.x` means that module, and no `pkg.pkg.x`; a class of its name may be meant all the same.
  const [first, ...others] = placesAnywhere(table, symbol).filter(
    (place) => !isFromTop || place.symbol === symbol,
  )
  const row = first && table.lookup(first.module, first.symbol)
  if (row) return found(table, of, row, others)
  const isPython = of.ecosystem === 'pypi'
  const given = isPython ? givenByPython(table, named) : givenByJavaScript(table, named)
  return given === null ? missing(table, of, named, symbol) : found(table, of, given, [])
}

function beginsWithModule(table: OpenTable, symbol: string): boolean {
  const [top = '', ...rest] = symbol.split('.')
  return rest.length > 0 && table.findModule(top) >= 0
}

function found(
  table: OpenTable,
  of: OfPackage,
  row: SymbolRow,
  others: readonly Place[],
): SymbolFinding {
  const { gaps } = table
  if (gaps !== null && isUndescribed(table, gaps, row)) {
    const module = writePath(of.ecosystem, of.packageName, [row.module])
    return { state: 'undetermined', module, reason: gapReason(gaps) }
  }
  const write = (path: readonly string[]) => writePath(of.ecosystem, of.packageName, path)
  const spell = ({ module, symbol }: Place) => write(symbol === '' ? [module] : [module, symbol])
  const qualifiedName = spell(row)
  const target = row.symbol === '' ? null : table.find(row.module, row.symbol)
  const paths = target === null ? [] : pathsTo(table, target.definition).map(write)
  const alsoAt = new Set([...paths, ...others.map(spell)])
  alsoAt.delete(qualifiedName)
  // What stands in a module that is not public is not public there.
  const isShown = row.public && table.module(table.findModule(row.module)).isPublic
  const shown = { ...row, public: isShown }
  return {
    ...{ state: 'found', row: shown, qualifiedName, alsoAt: [...alsoAt].slice(0, ALSO_AT_MAX) },
    caveat: target !== null && isGone(table, target.definition) ? `${qualifiedName} ${GONE}` : null,
  }
}

const GONE = 'is only there to raise an error when it is used.'

/** Whether a name is kept to say that what it stood for is gone. */
function isGone(table: OpenTable, definition: number): boolean {
  return table.definition(definition).bases.includes(NEVER)
}

/**
 * What code exports is there, whoever describes it. What is below such a name is told by whoever does
 * describe it, and not by the code, where that may be among what is lacking.
 */
function isUndescribed(table: OpenTable, gaps: TableGaps, { module, symbol }: SymbolRow): boolean {
  const end = symbol.indexOf('.')
  if (end < 0) return false
  const { origin, state } = table.module(table.findModule(module))
  if (origin === 'js') return gaps.isUndescribed
  return state === 'gapped' && table.lookup(module, symbol.slice(0, end))?.origin === 'js'
}

function missing(
  table: OpenTable,
  of: OfPackage,
  named: readonly Place[],
  symbol: string,
): SymbolFinding {
  const unlisted = of.ecosystem === 'npm' ? unlistedSubpath(table, of.packageName, symbol) : null
  if (unlisted !== null)
    return {
      state: 'undetermined',
      module: unlisted,
      reason: 'the release has more entry points than are listed',
    }
  const dynamic = new Set<string>()
  const open = new Set<string>()
  const shared = new Set<string>()
  const loose = new Set<string>()
  const whole = new Set<string>()
  for (const { module: name, symbol } of named) {
    const number = table.findModule(name)
    if (number < 0 || symbol === '') continue
    // A module that would hold itself is looked at once, as the one that it is.
    if (symbol.startsWith(`${name}.`)) continue
    // What begins with a subpath of the package is looked for there, and is no name of its main module.
    if (of.ecosystem === 'npm' && symbol.startsWith(`${of.packageName}/`)) continue
    const stop = lastStop(table, number, symbol)
    const last = stop.kind === 'module' ? stop.module : number
    if (stop.kind === 'module' && isNowhere(table, last, stop.rest)) continue
    const { name: home, state, stateReason } = table.module(last)
    const spelled = writePath(of.ecosystem, of.packageName, [home])
    if (state === 'complete') {
      const isPerhaps = stop.kind === 'module' && isPerhapsThere(table.columns, last, stop.rest)
      const isDoing =
        of.ecosystem === 'pypi' && stop.kind === 'module' && isDoingModule(table, last)
      if (isPerhaps || isDoing) dynamic.add(spelled)
      const isObject = of.ecosystem === 'npm' && stop.kind === 'module'
      if (isObject && isObjectModule(table, last)) open.add(spelled)
    } else if (state === 'dynamic') {
      // What is listed is there, whatever else the module makes.
      if (stop.kind === 'module') dynamic.add(spelled)
    } else {
      return { state: 'undetermined', module: spelled, reason: stateReason }
    }
    if (stop.kind === 'module' && isNamespace(table, stop.module)) {
      shared.add(table.module(stop.module).name)
    }
    const isOpen =
      stop.kind === 'definition' &&
      (mayHave(table, stop.definition, stop.rest) || isClassOfCode(table, last, stop.definition))
    const isGiven = of.ecosystem === 'pypi' ? mayBeGiven : mayGiveJavaScript
    if (of.ecosystem === 'npm' && isOfWhole(table, last, symbol, stop.rest)) whole.add(spelled)
    if (isOpen || isGiven(table, stop)) {
      const path = symbol.slice(0, -stop.rest.length - 1)
      open.add(writePath(of.ecosystem, of.packageName, path === '' ? [name] : [name, path]))
    } else if (isLoose(table.columns, stop.rest)) loose.add(stop.rest.split('.', 1)[0] ?? '')
  }
  // What any of them may hold may come from what could not be had.
  const [doubtful = gappedPlace(table, of, named, symbol)] = [...dynamic, ...open, ...shared]
  if (table.gaps !== null && doubtful !== undefined) {
    return { state: 'undetermined', module: doubtful, reason: gapReason(table.gaps) }
  }
  // What a distribution of requirements alone installs is told by those.
  if (table.counts.modules === 0 && of.ecosystem === 'pypi') {
    const caveat = `${of.packageName} holds no modules of its own: what it installs comes with its requirements.`
    return { state: 'not_found', caveat }
  }
  const caveats = [
    ...said(dynamic, (list) => `In ${list} names may be made at run time.`),
    ...said(open, (list) => `${list} may have members that the file does not show.`),
    ...said(shared, (list) => `Other distributions may hold modules of ${list}.`),
    ...said(
      whole,
      (list) =>
        `Where ${list} is CommonJS, Node imports all of it as its default; other loaders do not.`,
    ),
    ...said(
      loose,
      (list) => `Code of this package sets ${list} on an object that could not be told.`,
    ),
  ]
  return { state: 'not_found', caveat: caveats.length === 0 ? null : caveats.join(' ') }
}

/** A path into the package that no module answers to, where not all paths are listed; else null. */
function unlistedSubpath(table: OpenTable, packageName: string, symbol: string): string | null {
  const subpath = subpathOf(packageName, symbol)
  if (subpath === null || table.unreadable().every(({ file }) => file !== 'package.json'))
    return null
  const parts = subpath.split('.')
  const isThere = parts.some((_, end) => table.findModule(parts.slice(0, end + 1).join('.')) >= 0)
  return isThere ? null : `${packageName}${subpath.slice(1)}`
}

/**
 * Where a name may be that is written without where it stands, and that a gap may have hidden: below
 * what its first part names anywhere, or in any module. Undefined where neither may be.
 */
function gappedPlace(
  table: OpenTable,
  of: OfPackage,
  named: readonly Place[],
  symbol: string,
): string | undefined {
  if (table.gaps === null || named.some((place) => place.symbol !== symbol)) return undefined
  const write = (path: readonly string[]) => writePath(of.ecosystem, of.packageName, path)
  const [head = ''] = symbol.split('.')
  const heads = placesAnywhere(table, head)
  for (const { module, symbol: path } of heads) {
    const found = table.find(module, path)
    if (found !== null && mayHoldMore(table.columns, found.definition)) return write([module, path])
  }
  if (heads.length > 0) return undefined
  for (const { name, state, isPublic } of table.modules()) {
    if (isPublic && state === 'gapped') return write([name])
  }
  return undefined
}

/** Whether something below a definition may be there that is not listed. */
function mayHave(table: OpenTable, definition: number, path: string): boolean {
  const { columns } = table
  if (isGone(table, definition)) return false
  return mayHoldMore(columns, definition) || mayBeCompiled(columns, definition, path)
}

/**
 * A class of npm that nothing is declared of: any method, and any function that is handed an object of it,
 * may set what is listed nowhere.
 */
function isClassOfCode(table: OpenTable, module: number, definition: number): boolean {
  const { kind } = table.definition(definition)
  return kind === 'class' && table.module(module).origin === 'js'
}

/**
 * Whether what is asked below the `default` of a module is a name of the module: `import x from` gives
 * that `default` by the rules of compilers, and the whole of a module of CommonJS by those of Node.
 */
function isOfWhole(table: OpenTable, module: number, symbol: string, rest: string): boolean {
  const { name, file } = table.module(module)
  if (!symbol.endsWith(`default.${rest}`) || /\.m[jt]s$/.test(file ?? '')) return false
  const row = table.lookup(name, rest)
  return row !== null && !row.type_only
}

/** No file that could make the name spells it, and no other package could bring it. */
function isNowhere(table: OpenTable, module: number, symbol: string): boolean {
  const { state } = table.module(module)
  return state !== 'gapped' && isSpelledNowhere(table.columns, module, symbol)
}

/** A package of Python without a file, which any distribution may put modules into (PEP 420). */
function isNamespace(table: OpenTable, module: number): boolean {
  const { name, file } = table.module(module)
  if (name.startsWith('.') || file !== null) return false
  const dot = name.lastIndexOf('.')
  return dot < 0 || isNamespace(table, table.findModule(name.slice(0, dot)))
}

/** What is said of names where there are any: a sentence, or none. */
function said(names: ReadonlySet<string>, sentence: (list: string) => string): readonly string[] {
  if (names.size === 0) return []
  const rest = names.size - CAVEATS_MAX
  const shown = [...names].slice(0, CAVEATS_MAX).join(', ')
  return [sentence(rest > 0 ? `${shown} and ${rest} more` : shown)]
}

/** Parentheses of a call, spaces and a trailing dot gone; null when nothing is left. */
function writtenSymbol(written: string): string | null {
  const text = written
    .trim()
    .replaceAll(/\([^()]*\)(?=\s*(?:\.|$))/g, '')
    .replaceAll(/\s*\.\s*/g, '.')
    .replace(/\.+$/, '')
    .trim()
  return text === '' ? null : text
}

/** Each name in the form that Python compares it in (NFKC), where it is a name then. */
function pythonName(symbol: string): string {
  return symbol.replaceAll(/[^.]+/g, (part) => {
    const normal = part.normalize('NFKC')
    return /^[\p{ID_Start}_]\p{ID_Continue}*$/u.test(normal) ? normal : part
  })
}
