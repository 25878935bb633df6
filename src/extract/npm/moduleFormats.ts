// How Node loads each path into a package: what of module it takes the file for, and whether a module of
// ECMAScript waits at its top level, which no `require` can.

import { keptIn, keptOnce } from '../../domain/maps.ts'
import type { LoadFormat, ModuleFormats } from '../../table/format/table.ts'
import type { ParsedFiles } from './javascript/modules/sourceFiles.ts'
import { waitsAtTop } from './javascript/modules/topLevel.ts'
import { RUNTIME_IMPORT } from './manifest/conditions.ts'
import { type Asker, nodeFile, typeAbove } from './manifest/nodeFile.ts'
import type { PackageResolver } from './manifest/packageResolver.ts'
import { fieldOf, readText, textField } from './package.ts'

/** Longer files, of which only the text tells what they are, are not parsed for it. */
const TEXT_LENGTH_MAX = 400_000
/** Modules of one package that are looked through for one that waits. */
const GRAPH_MAX = 5_000

const MODULE_STATEMENTS: ReadonlySet<string> = new Set([
  'ImportDeclaration',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'ExportNamedDeclaration',
])

const DEPENDENCIES = ['dependencies', 'peerDependencies', 'optionalDependencies']

/** What `engines` asks of Node; null for nothing. */
export function nodesOf(manifest: unknown): string | null {
  return textField(fieldOf(manifest, 'engines'), 'node')
}

export function moduleFormats(resolver: PackageResolver, parsed: ParsedFiles) {
  const { files, from } = resolver
  const kinds = new Map<string, LoadFormat>()
  const waiting = new Map<string, boolean | null>()

  /** What Node takes a file for. */
  function formatOf(file: string | null, by: Asker): LoadFormat {
    if (file === null) return 'none'
    if (/\.[^./]*$/.test(file) && !/\.(?:[cm]?js|json|node)$/.test(file)) return 'other'
    if (file.endsWith('.mjs')) return 'module'
    if (file.endsWith('.cjs')) return 'commonjs'
    if (file.endsWith('.json')) return 'json'
    if (file.endsWith('.node')) return 'native'
    // Without an ending `require` does not ask the manifest.
    const type = file.endsWith('.js') || by === 'import' ? typeAbove(files, file) : null
    return type ?? keptIn(kinds, file, () => detected(file))
  }

  /** Where no manifest says it, Node goes by the syntax. Older releases take all for CommonJS, and fail. */
  function detected(file: string): LoadFormat {
    const text = readText(from, file)
    if (text === null) return 'unknown'
    if (!/\b(?:import|export|await)\b/.test(text)) return 'commonjs'
    if (text.length > TEXT_LENGTH_MAX) return 'unknown'
    const source = parsed(from, file)?.source ?? 'was not kept'
    if (typeof source === 'string') return 'unknown'
    if (source.body.some(({ type }) => MODULE_STATEMENTS.has(type))) return 'module'
    return /\bimport\s*\.\s*meta\b/.test(text) ? 'unknown' : 'commonjs'
  }

  /** Null where it cannot be told. */
  function waitsItself(file: string): boolean | null {
    return keptIn(waiting, file, () => {
      const text = readText(from, file)
      if (text === null) return null
      if (!/\bawait\b/.test(text)) return false
      const source = text.length > TEXT_LENGTH_MAX ? null : parsed(from, file)?.source
      return source == null || typeof source === 'string' ? null : waitsAtTop(source.body)
    })
  }

  /** As a rule no file of the package waits, and nobody has to ask what imports what. */
  const mayWait = keptOnce(() => {
    const code = from.entries.filter((file) => /\.m?js$/.test(file) && !inOthers(file))
    return code.some(
      (file) => formatOf(file, 'import') !== 'commonjs' && waitsItself(file) !== false,
    )
  })

  const others = keptOnce((): 'never' | 'others' => {
    const asks = (field: string) => {
      const asked = fieldOf(from.manifest, field)
      return typeof asked === 'object' && asked !== null && Object.keys(asked).length > 0
    }
    return DEPENDENCIES.some(asks) || from.entries.some(inOthers) ? 'others' : 'never'
  })

  function waitsBelow(start: string): ModuleFormats['waits'] {
    if (!mayWait()) return others()
    const seen = new Set([start])
    let isKnown = true
    for (const file of seen) {
      if (seen.size > GRAPH_MAX) return 'unknown'
      const own = formatOf(file, 'import')
      if (own === 'unknown') isKnown = false
      if (own !== 'module') continue
      const waits = waitsItself(file)
      if (waits === true) return 'always'
      const text = readText(from, file) ?? ''
      const source = text.length > TEXT_LENGTH_MAX ? null : parsed(from, file)?.source
      if (waits === null || source == null || typeof source === 'string') isKnown = false
      else for (const next of importsOf(file, source.body)) seen.add(next)
    }
    return isKnown ? others() : 'unknown'
  }

  /** Files of the package that a module imports before it runs. */
  function importsOf(file: string, body: readonly object[]): readonly string[] {
    return body.flatMap((statement) => {
      const named = textField(fieldOf(statement, 'source'), 'value')
      if (named === null) return []
      const found = resolver.resolve(file, named, RUNTIME_IMPORT)
      return found.kind === 'file' ? [found.file] : []
    })
  }

  return (subpath: string): ModuleFormats => {
    const ask = (by: Asker) => nodeFile(resolver, subpath, by)
    const requiredFile = ask('require')
    const required = formatOf(requiredFile, 'require')
    return {
      imported: formatOf(ask('import'), 'import'),
      required,
      requiredBefore: formatOf(ask('requireBefore'), 'requireBefore'),
      waits: requiredFile !== null && required === 'module' ? waitsBelow(requiredFile) : 'unknown',
    }
  }
}

/** A package that the tarball brings along. */
function inOthers(file: string): boolean {
  return file.split('/').includes('node_modules')
}
