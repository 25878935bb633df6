// The lines that install a package and import it, as they can be copied: what stands there works. Where no
// line is known to, there is none.

import { builtinModules } from 'node:module'
import type { ListedModule, ModuleGives } from '../../symbols/listNames.ts'
import type { OfPackage } from '../markup/addresses.ts'
import { shellWord } from '../markup/shellWord.ts'

type Read = Readonly<{
  modules: readonly Readonly<{ module: Pick<ListedModule, 'path' | 'file' | 'names'> }>[]
  main: ModuleGives | null
}>

const IMPORTS_SHOWN = 4

export function installLine({ ecosystem, name }: OfPackage, version: string): string {
  if (ecosystem === 'pypi') return `pip install ${shellWord(`${name}==${version}`)}`
  // A name may begin like an option.
  return `npm install ${name.startsWith('-') ? '-- ' : ''}${shellWord(`${name}@${version}`)}`
}

/** What code writes to have it, by the modules that the file really holds. */
export function importLines({ ecosystem, name }: OfPackage, read: Read): readonly string[] {
  return ecosystem === 'npm' ? npmLines(name, read.main) : pythonLines(read)
}

function npmLines(name: string, main: ModuleGives | null): readonly string[] {
  // Types of another package are not imported by their own name, and Node.js prefers its own modules.
  if (main === null || name.startsWith('@types/') || BUILTINS.has(name)) return []
  const own = bindingOf(name)
  const from = name.includes("'") ? `"${name}"` : `'${name}'`
  const { defaultKind, isTypeOnly } = main
  if (isTypeOnly) return [`import type * as ${own} from ${from}`]
  // A default that is the module itself is there for some loaders, and not for all.
  const hasDefault = defaultKind !== null && defaultKind !== 'namespace' && defaultKind !== 'module'
  return [hasDefault ? `import ${own} from ${from}` : `import * as ${own} from ${from}`]
}

const BUILTINS: ReadonlySet<string> = new Set(builtinModules)

/** What code would call it: `reactDom` for `react-dom`. */
function bindingOf(name: string): string {
  const [last = ''] = name.split('/').slice(-1)
  const [head = '', ...more] = last.split(/[^a-zA-Z0-9]+/).filter((part) => part !== '')
  const own = head + more.map((part) => part[0]?.toUpperCase() + part.slice(1)).join('')
  return /^[a-zA-Z]/.test(own) && !RESERVED.has(own) ? own : 'it'
}

/** Names of packages that are words of JavaScript. */
const RESERVED: ReadonlySet<string> = new Set(
  'arguments await break case catch class const continue debugger default delete do else enum eval export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  ),
)

/** The topmost modules; below one that holds no name, those that do, where they are few. */
function pythonLines({ modules }: Read): readonly string[] {
  const fit = modules
    .map(({ module }) => module)
    .filter(({ path, file }) => canBeImported(path) && !isStub(file))
  const tops = topmost(fit)
  const lines = tops.flatMap((top) => {
    if (top.names > 0) return [top]
    const below = topmost(fit.filter((one) => one.names > 0 && isBelow(one.path, top.path)))
    return below.length === 0 || below.length > IMPORTS_SHOWN ? [top] : below
  })
  return lines.slice(0, IMPORTS_SHOWN).map(({ path }) => `import ${path}`)
}

function topmost<T extends Readonly<{ path: string }>>(modules: readonly T[]): readonly T[] {
  const paths = new Set(modules.map(({ path }) => path))
  const isTop = ({ path }: T) => {
    const parts = path.split('.')
    return parts.every((_, i) => i === 0 || !paths.has(parts.slice(0, i).join('.')))
  }
  return modules.filter(isTop)
}

function isBelow(path: string, above: string): boolean {
  return path.startsWith(`${above}.`)
}

/** Types that stand beside a package, without which there is nothing to import. */
function isStub(file: string | null): boolean {
  return /^[^/]+-stubs\//.test(file ?? '')
}

function canBeImported(path: string): boolean {
  const isName = (part: string) =>
    /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(part) && !KEYWORDS.has(part)
  return path.split('.').every(isName)
}

/** Words of Python, which no name can be. */
const KEYWORDS: ReadonlySet<string> = new Set(
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  ),
)
