// Which package an import belongs to: the language's own, the input's own, one that a manifest
// names, or one that is known to provide it.

import {
  type PackageKey,
  type PackageName,
  parsePackageName,
} from '../../domain/names/packageName.ts'
import type { ImportIndex, ImportProvider } from '../../ports/importIndex.ts'
import { DOCUSAURUS, isModuleOfDocusaurus } from './docusaurusModules.ts'
import { ELECTRON, isModuleOfElectron } from './electronModules.ts'
import type { OwnModules } from './ownModules.ts'
import { isModuleOfPython2 } from './python2.ts'
import { isMadeSheet } from './styleModules.ts'

export type Resolution =
  /** Part of the language, of the platform, or of the input. */
  | Readonly<{ state: 'known'; what: 'standard' | 'own' }>
  | Readonly<{
      state: 'package'
      key: PackageKey
      /** A manifest names it, or many are known to use it: not a guess from its name alone. */
      isSure: boolean
      /** Others that provide the import, the most popular first. */
      others: readonly PackageName[]
    }>
  | Readonly<{ state: 'unresolvable'; reason: string }>

/** `bun:test`: what a runtime other than Node has of its own. */
const RUNTIMES = /^(?:bun|cloudflare|workerd):/

export function importResolver(parts: {
  imports: ImportIndex
  own: OwnModules
  /** Distributions of Python that a manifest or a pin names. */
  declared: ReadonlySet<string>
  /** Whether a manifest, a lock file or a pin names a package of npm. */
  isDeclared: (name: string) => boolean
  /** Something sets up how JavaScript is run. Without, an import that is no path is a package. */
  isSetUp: boolean
  /** A manifest says that the project runs on Python 2 as well. */
  isForPython2: boolean
}) {
  const { imports, own, declared, isDeclared, isSetUp, isForPython2 } = parts

  function python(path: string, written: string): Resolution {
    const [top = ''] = written.split('.')
    if (own.hasPython(path, written)) return { state: 'known', what: 'own' }
    const match = imports.find('pypi', written)
    if (match.standardLibrary || top === '__future__') return { state: 'known', what: 'standard' }
    const named = parsePackageName('pypi', top)
    const providers = match.providers.map(({ name }) => name)
    const others = (chosen: string) => providers.filter((name) => name !== chosen)
    const wanted =
      providers.find((name) => declared.has(name)) ??
      (named !== null && declared.has(named) ? named : undefined)
    if (wanted !== undefined) return found('pypi', wanted, true, others(wanted))
    if (isForPython2 && isModuleOfPython2(written)) {
      return { state: 'unresolvable', reason: 'is a module of Python 2' }
    }
    const [popular] = match.providers
    if (popular !== undefined) {
      const rest = others(popular.name)
      const isClear = isMeant(popular, written, rest.length > 0)
      return found('pypi', popular.name, isClear && !own.mayHoldPython(written), rest)
    }
    if (own.mayHavePython(written)) return { state: 'known', what: 'own' }
    const former = imports.formerly?.(top)?.distribution
    if (former !== undefined) return found('pypi', former, declared.has(former), [])
    if (named === null) return { state: 'unresolvable', reason: 'is no name of a package' }
    if (MICROPYTHON.test(top)) {
      return { state: 'unresolvable', reason: 'is a module of MicroPython' }
    }
    return found('pypi', named, false, [])
  }

  function javascript(path: string, written: string): Resolution {
    if (own.hasJavaScript(path, written)) return { state: 'known', what: 'own' }
    const clean = written.replace(/[?#].*$/, '')
    // Whatever a later Node has is no package either.
    if (RUNTIMES.test(clean) || clean.startsWith('node:')) {
      return { state: 'known', what: 'standard' }
    }
    if (/[!:\\]/.test(clean)) {
      return { state: 'unresolvable', reason: 'is an address or for a loader' }
    }
    const match = imports.find('npm', clean)
    if (match.standardLibrary) return { state: 'known', what: 'standard' }
    if (isModuleOfElectron(clean) && !isDeclared(clean) && ELECTRON.some(isDeclared)) {
      return { state: 'unresolvable', reason: 'is a module of Electron' }
    }
    if (!isDeclared(clean) && isMadeSheet(clean, isDeclared)) {
      return { state: 'unresolvable', reason: 'is made by a tool for styles' }
    }
    const [provider] = match.providers
    const isNamed = provider !== undefined && isDeclared(provider.name)
    if (isModuleOfDocusaurus(clean) && !isNamed && isDeclared(DOCUSAURUS)) {
      return { state: 'unresolvable', reason: 'is a module of Docusaurus' }
    }
    if (provider === undefined) return { state: 'unresolvable', reason: 'is no name of a package' }
    const isLocal = isSetUp && !isDeclared(provider.name) && own.mayHaveJavaScript(path, written)
    if (isLocal) return { state: 'known', what: 'own' }
    return found('npm', provider.name, true, [])
  }

  return (language: 'python' | 'javascript', path: string, written: string) =>
    language === 'python' ? python(path, written) : javascript(path, written)
}

/** Modules that MicroPython has under a name of its own, beside that of Python. */
const MICROPYTHON =
  /^u(?:asyncio|array|binascii|bluetooth|cryptolib|collections|ctypes|datetime|errno|hashlib|heapq|io|json|machine|os|platform|queue|random|re|select|socket|ssl|struct|sys|time|types|websocket|zlib)$/

/** Downloads a month past which a distribution is what people mean, whatever it is called. */
const KNOWN_DOWNLOADS_MIN = 5_000_000

/**
 * Whether an import that no manifest explains means this distribution: not one of the many that
 * share a namespace, and not one that few know and that only happens to have such a module, as
 * others have.
 */
function isMeant(
  { name, provides, downloads }: ImportProvider,
  written: string,
  hasOthers: boolean,
): boolean {
  if (provides.length > written.length) return false
  if (downloads !== null && downloads >= KNOWN_DOWNLOADS_MIN) return true
  if (hasOthers) return false
  const folded = (text: string) => text.toLowerCase().replace(/[-_.]/g, '')
  const [one, other] = [folded(name), folded(provides)]
  return one.includes(other) || other.includes(one)
}

function found(
  ecosystem: 'pypi' | 'npm',
  name: PackageName,
  isSure: boolean,
  others: readonly PackageName[],
): Resolution {
  return { state: 'package', key: { ecosystem, name }, isSure, others }
}
