// The names that a module which is written in C gives itself. C hands Python a table with the names of
// the functions of the module (`PyModuleDef`), and adds others by calls that stand in the code with
// their texts (`PyModule_AddIntConstant(m, "DEBUG", 1)`). Both are read where they lie. What is made in
// another way is not seen, so that the list is never all of it.

import { type ElfFile, elfFile } from './elfFile.ts'

export type NativeName = Readonly<{ name: string; kind: 'function' | 'constant' | 'attribute' }>

const FUNCTIONS_MAX = 5_000
/** What begins with two underscores serves the code itself, which may take it away again. */
const IDENTIFIER = /^(?!__)[A-Za-z_]\w*$/

/** `module` is the dotted name, `all` those of all modules beside it. Empty where nothing is proven. */
export function nativeNames(
  bytes: Uint8Array,
  module: string,
  all: ReadonlySet<string>,
): readonly NativeName[] {
  const file = elfFile(bytes)
  const last = module.slice(module.lastIndexOf('.') + 1)
  if (file === null || !file.exports.has(`PyInit_${last}`)) return []
  const tables = moduleTables(file)
  const own = tables.filter(({ name }) => name.slice(name.lastIndexOf('.') + 1) === last)
  const [table] = own
  const found = new Map<string, NativeName['kind']>()
  if (table !== undefined && own.length === 1) {
    for (const name of table.functions) found.set(name, 'function')
  }
  const isAlone = tables.length <= 1 && makesOneModule(file) && !namesOther(bytes, module, all)
  if (isAlone) {
    const added = [...addedNames(file)]
    const changed = new Set(added.flatMap(({ name, kind }) => (kind === null ? [name] : [])))
    for (const { name, kind } of added) {
      if (kind !== null && !found.has(name) && !changed.has(name)) found.set(name, kind)
    }
  }
  return [...found].map(([name, kind]) => ({ name, kind }))
}

type ModuleTable = Readonly<{ name: string; functions: readonly string[] }>

// Where the parts of a `PyModuleDef` stand, in bytes.
const NAME = 40
const SIZE = 56
const METHODS = 64
const SLOTS = 72

/** Every `PyModuleDef` of the file: a head that Python fills, and then the name. */
function moduleTables(file: ElfFile): readonly ModuleTable[] {
  const found: ModuleTable[] = []
  for (const [place, target] of file.pointers) {
    const start = place - NAME
    if (!isHead(file, start)) continue
    const name = file.text(target)
    if (name === null || !name.split('.').every((part) => IDENTIFIER.test(part))) continue
    const size = file.word(start + SIZE)
    if (size === null || size < -1 || size > STATE_MAX_BYTES) continue
    if (![METHODS, SLOTS].every((at) => isPointer(file, start + at))) continue
    const methods = file.pointers.get(start + METHODS)
    const functions = methods === undefined ? [] : functionNames(file, methods)
    if (functions !== null) found.push({ name, functions })
  }
  return found
}

const STATE_MAX_BYTES = 1 << 24

/** One reference or many, and zeros up to the name. */
function isHead({ pointers, word }: ElfFile, start: number): boolean {
  const references = word(start)
  if (references === null || references <= 0) return false
  for (let at = start; at < start + NAME; at += 8) {
    if (pointers.has(at) || (at > start && word(at) !== 0)) return false
  }
  return true
}

function isPointer({ pointers, word }: ElfFile, place: number): boolean {
  return pointers.has(place) || word(place) === 0
}

/** The names in a list of `PyMethodDef`; null for what is no such list. */
function functionNames(file: ElfFile, start: number): readonly string[] | null {
  const names: string[] = []
  for (let at = start; names.length < FUNCTIONS_MAX; at += 32) {
    const target = file.pointers.get(at)
    if (target === undefined) return file.word(at) === 0 ? names : null
    const name = file.text(target)
    const isMade = file.pointers.has(at + 8) || file.imports.has(at + 8)
    if (name === null || !/^[A-Za-z_]\w*$/.test(name) || !isMade) return null
    names.push(name)
  }
  return null
}

/** Calls that give a module a name: the module first, then the name. */
const ADDING: ReadonlyMap<string, NativeName['kind']> = new Map([
  ['PyModule_AddIntConstant', 'constant'],
  ['PyModule_AddStringConstant', 'constant'],
  ['PyModule_AddObject', 'attribute'],
  ['PyModule_AddObjectRef', 'attribute'],
  ['PyModule_Add', 'attribute'],
])

/** Who makes other modules may give those the names. */
const OTHER_MODULES = /^(?:PyImport_AddModule|PyModule_New|PyModule_FromDefAndSpec)/

const MAKING: ReadonlySet<string> = new Set(['PyModule_Create2', 'PyModuleDef_Init'])

/** One module is made, in one place. */
function makesOneModule(file: ElfFile): boolean {
  const called = [...new Set(file.imports.values())]
  const inits = [...file.exports].filter((name) => name.startsWith('PyInit'))
  if (inits.length !== 1 || called.some((name) => OTHER_MODULES.test(name))) return false
  let [calls, jumps] = [0, 0]
  for (const { address, bytes } of file.code) {
    for (let at = 0; at < bytes.length - 6 && calls < 2; at += 1) {
      const name = calledAt(file, address, bytes, at)
      if (name === null || !MAKING.has(name)) continue
      if (bytes[at] === 0xff && bytes[at + 1] === 0x25) jumps += 1
      else calls += 1
    }
  }
  // Where there are calls, the jump is what they lead to.
  return calls === 1 || (calls === 0 && jumps === 1)
}

/** `PyImport_ImportModule("pkg.errors")`: the names may be for that one. */
function namesOther(bytes: Uint8Array, module: string, all: ReadonlySet<string>): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const [top = ''] = module.split('.', 1)
  const begin = `\0${top}`
  for (let at = file.indexOf(begin); at >= 0; at = file.indexOf(begin, at + 1)) {
    const end = file.indexOf(0, at + 1)
    const text = file.toString('latin1', at + 1, end < 0 ? file.length : end)
    if (text !== module && all.has(text)) return true
  }
  return false
}

/** From where a text is put in the place of the second argument to the call that it is for. */
const REACH_BYTES = 48

/** A kind of null: the name is set or taken away by a call that does not say of what. */
type AddedName = Readonly<{ name: string; kind: NativeName['kind'] | null }>

const CHANGING = /^(?:PyObject_(?:Set|Del)AttrString|PyDict_DelItemString)$/

/** `lea rsi, "NAME"`, a few instructions, `call PyModule_Add…`. */
function* addedNames(file: ElfFile): Generator<AddedName> {
  for (const { address, bytes } of file.code) {
    for (let at = bytes.indexOf(LOAD_NAME); at >= 0; at = bytes.indexOf(LOAD_NAME, at + 1)) {
      const end = at + 7
      if (end > bytes.length) break
      const target = address + end + bytes.readInt32LE(at + 3)
      const name = file.text(target)
      const type = file.pointers.get(target + TYPE_NAME)
      if (type === undefined && (name === null || !IDENTIFIER.test(name))) continue
      const called = nextCall(file, address, bytes, end)
      if (called === null) continue
      const kind = ADDING.get(called)
      if (name !== null && IDENTIFIER.test(name)) {
        if (kind !== undefined) yield { name, kind }
        if (CHANGING.test(called)) yield { name, kind: null }
      }
      const typed = called === 'PyModule_AddType' && type !== undefined ? file.text(type) : null
      const last = typed?.slice(typed.lastIndexOf('.') + 1) ?? ''
      if (IDENTIFIER.test(last)) yield { name: last, kind: 'attribute' }
    }
  }
}

/** Where the name of a `PyTypeObject` stands, in bytes. */
const TYPE_NAME = 24
const LOAD_NAME = Buffer.from([0x48, 0x8d, 0x35])

/**
 * The function of another file that is called next; null where the second argument may have become
 * another by then. Bytes that only look like a call or a load end the search as well.
 */
function nextCall(file: ElfFile, address: number, bytes: Buffer, start: number): string | null {
  for (let at = start; at < Math.min(start + REACH_BYTES, bytes.length - 6); at += 1) {
    if (setsSecond(bytes, at)) return null
    const called = calledAt(file, address, bytes, at)
    if (called !== null) return called
    // A call of something in the file itself, or through a place that no name is known of.
    const target = address + at + 5 + bytes.readInt32LE(at + 1)
    const isCode = target >= address && target < address + bytes.length
    if (bytes[at] === 0xe8 && isCode) return null
    if (bytes[at] === 0xff && (bytes[at + 1] ?? 0) >> 3 === 2) return null
  }
  return null
}

/** The function of another file that a call or a jump at a place leads to; null for anything else. */
function calledAt(file: ElfFile, address: number, bytes: Buffer, at: number): string | null {
  const [first, second] = [bytes[at], bytes[at + 1]]
  if (first === 0xe8 || first === 0xe9) {
    return stubTarget(file, address + at + 5 + bytes.readInt32LE(at + 1))
  }
  if (first !== 0xff || (second !== 0x15 && second !== 0x25)) return null
  return file.imports.get(address + at + 6 + bytes.readInt32LE(at + 2)) ?? null
}

/** Whether an instruction puts something into `rsi`: a load, or a move from another register. */
function setsSecond(bytes: Buffer, at: number): boolean {
  const [prefix = 0, code = 0, operands = 0] = bytes.subarray(at, at + 3)
  if ((prefix & 0xf8) !== 0x48) return false
  // `mov rsi, r`: the register that is written stands in the low bits.
  if (code === 0x89) return operands >= 0xc0 && (operands & 7) === 6 && (prefix & 1) === 0
  // `mov rsi, [m]` and `lea rsi, [m]`: it stands in the middle ones.
  return (code === 0x8b || code === 0x8d) && (operands & 0x38) === 0x30 && (prefix & 4) === 0
}

/** A small piece of code that only jumps to a function of another file. */
function stubTarget(file: ElfFile, target: number): string | null {
  for (const { address, bytes } of file.code) {
    if (target < address || target + 12 > address + bytes.length) continue
    let at = target - address
    if (bytes.readUInt32BE(at) === 0xf30f1efa) at += 4
    if (bytes[at] === 0xf2) at += 1
    if (bytes[at] !== 0xff || bytes[at + 1] !== 0x25 || at + 6 > bytes.length) return null
    return file.imports.get(address + at + 6 + bytes.readInt32LE(at + 2)) ?? null
  }
  return null
}
