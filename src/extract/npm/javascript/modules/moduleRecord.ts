// One module of a run: its text, the values of its names, how far it got.

import { lineStarts } from '../../../../domain/texts/textLines.ts'
import type { SourceText } from '../../../../syntax/javascript/sourceText.ts'
import type { PackageResolver } from '../../manifest/packageResolver.ts'
import type { NpmPackage } from '../../package.ts'
import { ObjectValue, Scope } from '../values/values.ts'

/** A package of a run: the one that is read, or one that it depends on. */
export type PackageUnit = Readonly<{
  from: NpmPackage
  resolver: PackageResolver
  modules: Map<string, ModuleRecord>
}>

type Format = 'esm' | 'cjs' | 'json' | 'native'

/** `name` of another module (`*` for all of it), or a name of this one. */
export type ExportSource =
  | Readonly<{ local: string }>
  | Readonly<{ specifier: string; name: string }>

export class ModuleRecord {
  readonly unit: PackageUnit
  readonly file: string
  readonly format: Format
  /** Null where the file has no syntax, or is none. */
  readonly source: SourceText | null
  readonly unreadable: string | null
  readonly scope = new Scope(null, true, 0)
  /** `module`, whose `exports` is what `require` returns. */
  readonly moduleObject = new ObjectValue()
  /** Where the statement of an exported name begins. */
  readonly exports = new Map<string, ExportSource & Readonly<{ anchor: number }>>()
  readonly imports = new Map<string, Readonly<{ specifier: string; name: string }>>()
  readonly stars: string[] = []
  /** Modules that are imported for what they do. */
  readonly effects: string[] = []
  namespace: ObjectValue | null = null
  /** Files of its package that it asked for. */
  readonly asked = new Set<string>()
  state: 'new' | 'running' | 'done' = 'new'
  /** Why it was not followed to its end. */
  stopped: string | null = null
  #lines: readonly number[] | null = null

  constructor(unit: PackageUnit, file: string, format: Format, source: SourceText | string | null) {
    this.unit = unit
    this.file = file
    this.format = format
    this.source = typeof source === 'string' ? null : source
    this.unreadable = typeof source === 'string' ? source : null
  }

  get lines(): readonly number[] {
    this.#lines ??= lineStarts(this.source?.text ?? '')
    return this.#lines
  }
}
