// From the files of a package to modules that have not run yet.

import { keptIn } from '../../../../domain/maps.ts'
import { inStage } from '../../../../stages.ts'
import { ParsedFile } from '../../../../syntax/javascript/sourceText.ts'
import type { PackageResolver, PackageResolvers } from '../../manifest/packageResolver.ts'
import { fieldOf, folderOf, type NpmPackage, readText } from '../../package.ts'
import { jsonValue } from '../values/jsonValue.ts'
import { slotOf, type Value } from '../values/values.ts'
import { ModuleRecord, type PackageUnit } from './moduleRecord.ts'

/** Syntax does not change: files are parsed once for all runs. */
export function parsedFiles(lateLengthMin: number) {
  const parsed = new Map<NpmPackage, Map<string, ParsedFile | null>>()
  /** The result is null for a file that was not kept. */
  return (from: NpmPackage, file: string): ParsedFile | null => {
    const ofPackage = keptIn(parsed, from, () => new Map<string, ParsedFile | null>())
    return keptIn(ofPackage, file, () => {
      const text = readText(from, file)
      return text === null ? null : new ParsedFile(file, text, lateLengthMin)
    })
  }
}

export type ParsedFiles = ReturnType<typeof parsedFiles>

export function openModule(parsed: ParsedFiles, unit: PackageUnit, file: string): ModuleRecord {
  if (file.endsWith('.node')) return new ModuleRecord(unit, file, 'native', null)
  if (file.endsWith('.json')) return openData(unit, file)
  const source = inStage('parse', () => parsed(unit.from, file)?.source) ?? NOT_KEPT
  const isEsm = typeof source !== 'string' && (source.isEsm || isModuleFile(unit.resolver, file))
  return new ModuleRecord(unit, file, isEsm ? 'esm' : 'cjs', source)
}

function openData(unit: PackageUnit, file: string): ModuleRecord {
  const text = readText(unit.from, file)
  if (text === null) return new ModuleRecord(unit, file, 'cjs', NOT_KEPT)
  const record = new ModuleRecord(unit, file, 'json', null)
  setExports(record, jsonValue(text))
  return record
}

const NOT_KEPT = 'was not kept'

/** Whether Node reads a file as an ES module even if it has neither `import` nor `export`. */
function isModuleFile({ files }: PackageResolver, file: string): boolean {
  if (!file.endsWith('.js')) return file.endsWith('.mjs')
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const manifest = files.manifest(folder)
    if (manifest !== null) return fieldOf(manifest, 'type') === 'module'
    if (folder === '') return false
  }
}

export function unitOf(from: NpmPackage, resolvers: PackageResolvers): PackageUnit {
  return { from, resolver: resolvers(from), modules: new Map() }
}

export function setExports(record: ModuleRecord, value: Value): void {
  record.moduleObject.slots.set('exports', slotOf(value, { module: record, anchor: 0 }))
}
