// A shared library of Linux on x86-64 (ELF), as far as it must be known to read tables of C in it:
// what lies at an address, where pointers lead, and which functions of other files are called.

export type ElfFile = Readonly<{
  /** Places that hold a pointer into the file, with where it leads, in the order of the file. */
  pointers: ReadonlyMap<number, number>
  /** Places that hold the address of a function of another file, with its name. */
  imports: ReadonlyMap<number, string>
  /** Names that others may ask for. */
  exports: ReadonlySet<string>
  /** The parts that are run: where each begins, and its bytes. */
  code: readonly Readonly<{ address: number; bytes: Buffer }>[]
  /** Eight bytes as a number with its sign; null where the file has none. */
  word(address: number): number | null
  /** The text up to the next zero; null where there is none. */
  text(address: number): string | null
}>

type Segment = Readonly<{ address: number; bytes: Buffer; isCode: boolean }>

const RELOCATIONS_MAX = 500_000
const SYMBOLS_MAX = 200_000
const SEGMENTS_MAX = 64
const DYNAMIC_MAX = 1_000
const TEXT_MAX = 200

const LOAD = 1
const DYNAMIC = 2
const TAG = { pltSize: 2, strings: 5, symbols: 6, rela: 7, relaSize: 8, plt: 23 } as const
const RELOCATION = { absolute: 1, globalData: 6, jumpSlot: 7, relative: 8 } as const
const RELOCATION_BYTES = 24
const SYMBOL_BYTES = 24

/** Null for anything else, and for a file that contradicts itself. */
export function elfFile(bytes: Uint8Array): ElfFile | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  try {
    return isElf(file) ? read(file) : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

/** 64 bits, the small end first, a shared library, x86-64. */
function isElf(file: Buffer): boolean {
  if (file.length < 64 || file.toString('latin1', 0, 4) !== '\x7fELF') return false
  const isPlain = file[4] === 2 && file[5] === 1
  return isPlain && file.readUInt16LE(16) === 3 && file.readUInt16LE(18) === 62
}

function read(file: Buffer): ElfFile | null {
  const { segments, dynamic } = headersOf(file)
  const at = (address: number, length: number): Buffer | null => {
    for (const { address: start, bytes } of segments) {
      if (address >= start && address + length <= start + bytes.length) {
        return bytes.subarray(address - start)
      }
    }
    return null
  }
  const word = (address: number) => {
    const found = at(address, 8)
    return found === null ? null : Number(found.readBigInt64LE(0))
  }
  const text = (address: number) => {
    const found = at(address, 1)
    const end = found?.subarray(0, TEXT_MAX).indexOf(0) ?? -1
    return found === null || end < 0 ? null : found.toString('latin1', 0, end)
  }
  const tags = tagsOf(dynamic)
  const [symbols, strings] = [tags.get(TAG.symbols), tags.get(TAG.strings)]
  if (symbols === undefined || strings === undefined) return null
  const symbol = (index: number) => {
    const found = at(symbols + index * SYMBOL_BYTES, SYMBOL_BYTES)
    if (found === null) return null
    const name = text(strings + found.readUInt32LE(0))
    const isDefined = found.readUInt16LE(6) !== 0
    return name === null ? null : { name, isDefined, value: numberOf(found.readBigInt64LE(8)) }
  }
  const pointers = new Map<number, number>()
  const imports = new Map<number, string>()
  const lists = [
    [tags.get(TAG.rela), tags.get(TAG.relaSize)],
    [tags.get(TAG.plt), tags.get(TAG.pltSize)],
  ] as const
  for (const [start, size] of lists) {
    if (start === undefined || size === undefined) continue
    if (size / RELOCATION_BYTES > RELOCATIONS_MAX) return null
    for (let from = start; from < start + size; from += RELOCATION_BYTES) {
      const found = at(from, RELOCATION_BYTES)
      if (found === null) return null
      const place = numberOf(found.readBigInt64LE(0))
      const addend = numberOf(found.readBigInt64LE(16))
      const kind = found.readUInt32LE(8)
      if (kind === RELOCATION.relative) pointers.set(place, addend)
      else if (kind <= RELOCATION.jumpSlot) {
        if (kind !== RELOCATION.absolute && kind < RELOCATION.globalData) continue
        const named = symbol(found.readUInt32LE(12))
        if (named?.isDefined) pointers.set(place, named.value + addend)
        else if (named) imports.set(place, named.name)
      }
    }
  }
  const exports = new Set<string>()
  const count = symbolCount(file, symbols, strings)
  for (let index = 1; index < Math.min(count, SYMBOLS_MAX); index += 1) {
    const named = symbol(index)
    if (named?.isDefined) exports.add(named.name)
  }
  return { pointers, imports, exports, code: segments.filter(({ isCode }) => isCode), word, text }
}

function headersOf(file: Buffer): { segments: Segment[]; dynamic: Buffer } {
  const segments: Segment[] = []
  let dynamic: Buffer = Buffer.alloc(0)
  const start = numberOf(file.readBigInt64LE(32))
  const size = file.readUInt16LE(54)
  for (let i = 0; i < Math.min(file.readUInt16LE(56), SEGMENTS_MAX); i += 1) {
    const header = start + i * size
    const kind = file.readUInt32LE(header)
    if (kind !== LOAD && kind !== DYNAMIC) continue
    const from = numberOf(file.readBigInt64LE(header + 8))
    const bytes = file.subarray(from, from + numberOf(file.readBigInt64LE(header + 32)))
    if (kind === DYNAMIC) dynamic = bytes
    else {
      const isCode = (file.readUInt32LE(header + 4) & 1) !== 0
      segments.push({ address: numberOf(file.readBigInt64LE(header + 16)), bytes, isCode })
    }
  }
  return { segments, dynamic }
}

function tagsOf(dynamic: Buffer): ReadonlyMap<number, number> {
  const tags = new Map<number, number>()
  for (let i = 0; i < Math.min(dynamic.length / 16 - 1, DYNAMIC_MAX); i += 1) {
    const tag = numberOf(dynamic.readBigInt64LE(i * 16))
    if (tag === 0) break
    tags.set(tag, numberOf(dynamic.readBigInt64LE(i * 16 + 8)))
  }
  return tags
}

const DYNAMIC_SYMBOLS = 11

/** No tag says how many there are: a section does, or the texts that follow them. */
function symbolCount(file: Buffer, symbols: number, strings: number): number {
  const start = numberOf(file.readBigInt64LE(40))
  const size = file.readUInt16LE(58)
  for (let i = 0; i < file.readUInt16LE(60) && start + (i + 1) * size <= file.length; i += 1) {
    const header = start + i * size
    if (file.readUInt32LE(header + 4) === DYNAMIC_SYMBOLS) {
      return numberOf(file.readBigInt64LE(header + 32)) / SYMBOL_BYTES
    }
  }
  return Math.max(0, (strings - symbols) / SYMBOL_BYTES)
}

/** Throws for what no address is. */
function numberOf(value: bigint): number {
  const number = Number(value)
  if (!Number.isSafeInteger(number)) throw new RangeError('no address')
  return number
}
