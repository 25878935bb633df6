// From the files of a package to modules that have not run yet.

import { PackageResolver } from '../manifest/packageResolver.ts'
import { fieldOf, folderOf, type NpmPackage, readText } from '../package.ts'
import { jsonValue } from './jsonValue.ts'
import { type Format, ModuleRecord, type PackageUnit } from './moduleRecord.ts'
import { parseSource, type SourceText } from './sourceText.ts'
import { slotOf, type Value } from './values.ts'

/** Syntax does not change: it is parsed once for all runs. */
export type ParsedFiles = Map<NpmPackage, Map<string, SourceText | string>>

export class SourceFiles {
  readonly #parsed: ParsedFiles

  constructor(parsed: ParsedFiles) {
    this.#parsed = parsed
  }

  open(unit: PackageUnit, file: string): ModuleRecord {
    if (file.endsWith('.node')) return new ModuleRecord(unit, file, 'native', null)
    const text = readText(unit.from, file)
    if (text === null) return new ModuleRecord(unit, file, 'cjs', 'was not kept')
    if (file.endsWith('.json')) {
      const record = new ModuleRecord(unit, file, 'json', null)
      setExports(record, jsonValue(text))
      return record
    }
    const source = this.#parse(unit, file, text)
    const isEsm = typeof source !== 'string' && (source.isEsm || isModuleFile(unit.resolver, file))
    const format: Format = isEsm ? 'esm' : 'cjs'
    return new ModuleRecord(unit, file, format, source)
  }

  #parse(unit: PackageUnit, file: string, text: string): SourceText | string {
    const ofPackage = this.#parsed.get(unit.from) ?? new Map<string, SourceText | string>()
    this.#parsed.set(unit.from, ofPackage)
    const source = ofPackage.get(file) ?? parseSource(file, text)
    ofPackage.set(file, source)
    return source
  }
}

/** Whether Node reads a file as an ES module even if it has neither `import` nor `export`. */
function isModuleFile({ files }: PackageResolver, file: string): boolean {
  if (!file.endsWith('.js')) return file.endsWith('.mjs')
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const manifest = files.manifest(folder)
    if (manifest !== null) return fieldOf(manifest, 'type') === 'module'
    if (folder === '') return false
  }
}

export function unitOf(from: NpmPackage): PackageUnit {
  return { from, resolver: new PackageResolver(from), modules: new Map() }
}

export function setExports(record: ModuleRecord, value: Value): void {
  record.moduleObject.slots.set('exports', slotOf(value, { module: record, anchor: 0 }))
}
