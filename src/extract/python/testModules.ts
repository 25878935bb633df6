// Modules of tests: nobody's API, and often more than half of the text. Their names are listed, as
// many as a bound allows, and what the bodies of classes have, so that what is there can be found; a miss
// says nothing.

import { byName, newDraft } from '../../table/format/draft.ts'
import type { Entry, ModuleTable, SymbolKind } from '../../table/format/table.ts'
import type { ModuleFiles } from './files/moduleFiles.ts'
import type { PackageModel } from './model/packageModel.ts'
import { type ClassItem, isClassItem, type Target } from './modules/items.ts'
import type { ModuleName } from './modules/pythonModule.ts'

/** Bytes of source, and names. */
const TEXT_MAX = 1_000_000
const NAMES_MAX = 10_000

/** To be asked for once the modules that are no tests are done: reading these must not change those. */
export function testModules(model: PackageModel): ModuleTable[] {
  let [bytes, names] = [0, 0]
  return helpersFirst([...model.modules.tests.values()]).map((files) => {
    bytes += model.modules.testSize(files.name)
    if (bytes > TEXT_MAX || names > NAMES_MAX) return testModule(files, [])
    const entries = entriesOf(model, files)
    names += entries.length
    return testModule(files, entries)
  })
}

/** What tests share is imported from elsewhere; the tests themselves seldom are. */
function helpersFirst(files: readonly ModuleFiles[]): readonly ModuleFiles[] {
  const isTest = ({ name }: ModuleFiles) => /(?:^|\.)(?:test_[^.]*|[^.]*_test)$/.test(name)
  return files.toSorted((one, other) => Number(isTest(one)) - Number(isTest(other)))
}

function entriesOf(model: PackageModel, { name: home, source }: ModuleFiles): Entry[] {
  const module = source === null ? undefined : model.modules.module(home)
  if (module === undefined) return []
  const entries: Entry[] = []
  for (const [name, entry] of model.names.namesOf(module)) {
    if (!name.isWellFormed() || entry.isImplicit) continue
    const target = model.resolver.targetOf(module, name, entry)
    if (target === null) continue
    const definition = newDraft(home, name, kindOf(target, entry))
    definition.file = source
    definition.line = entry.binding?.line ?? 1
    definition.isOpen = true
    if (isClassItem(target) && target.module === home) definition.members = membersOf(target)
    entries.push({ name, definition, origin: 'py', isPublic: false, isTypeOnly: false })
  }
  return entries.sort(byName)
}

/** What stands in the body of a class; what its bases bring is left out. */
function membersOf({ module, name: cls, scope, source, removed }: ClassItem): Entry[] {
  const entries: Entry[] = []
  for (const [name, { kind, line }] of scope.names) {
    // What begins with two underscores is called otherwise from outside.
    if (!name.isWellFormed() || removed.has(name) || /^__(?!\w+__$)/.test(name)) continue
    const of = kind === 'def' ? 'method' : kind === 'class' ? kind : 'attribute'
    const definition = newDraft(module, `${cls}.${name}`, of)
    Object.assign(definition, { file: source.file, line, isOpen: true })
    entries.push({ name, definition, origin: 'py', isPublic: false, isTypeOnly: false })
  }
  return entries.sort(byName)
}

function kindOf({ kind }: Target, { binding }: ModuleName): SymbolKind {
  if (kind === 'module' || kind === 'class') return kind
  if (kind === 'def') return 'function'
  if (binding?.kind === 'module') return 'module'
  return binding?.kind === 'value' ? 'constant' : 'attribute'
}

function testModule(files: ModuleFiles, entries: readonly Entry[]): ModuleTable {
  const { name, source, stub, compiled } = files
  return {
    name,
    isPublic: false,
    state: 'unread',
    stateReason: 'a test, which is nobody’s API',
    doc: null,
    deprecation: null,
    file: source ?? stub ?? compiled,
    origin: source === null && stub !== null ? 'pyi' : 'py',
    entries,
  }
}
