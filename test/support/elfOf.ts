// A shared library for x86-64, as small as a module in C can be: a table of functions, and code that
// adds names by calls.

export type NativeModule = Readonly<{
  /** What it calls itself. */
  name: string
  functions?: readonly string[]
  /** `PyModule_AddIntConstant(m, "NAME", …)` and its kin: the function, and the name. */
  calls?: readonly (readonly [string, string])[]
  /** Texts that it holds besides. */
  texts?: readonly string[]
  /** How often it makes a module. */
  made?: number
}>

const SYMBOL_BYTES = 24

export function elfOf({ name, functions = [], calls = [], texts = [], made = 1 }: NativeModule) {
  const chunks: Buffer[] = []
  let size = 176
  const put = (bytes: Buffer): number => {
    const at = size
    chunks.push(bytes)
    size += bytes.length
    return at
  }
  const text = (value: string) => put(Buffer.from(`\0${value}\0`)) + 1
  const relocations: Buffer[] = []
  const relocate = (place: number, kind: number, symbol: number, addend: number) => {
    const one = Buffer.alloc(24)
    one.writeBigInt64LE(BigInt(place), 0)
    one.writeUInt32LE(kind, 8)
    one.writeUInt32LE(symbol, 12)
    one.writeBigInt64LE(BigInt(addend), 16)
    relocations.push(one)
  }
  const init = `PyInit_${name.slice(name.lastIndexOf('.') + 1)}`
  const imported = ['PyModule_Create2', ...new Set(calls.map(([called]) => called))]
  const strings = Buffer.from(`\0${[init, ...imported].join('\0')}\0`)
  const symbols = Buffer.alloc((imported.length + 2) * SYMBOL_BYTES)
  for (const [index, one] of [init, ...imported].entries()) {
    const at = (index + 1) * SYMBOL_BYTES
    symbols.writeUInt32LE(strings.indexOf(`\0${one}\0`) + 1, at)
    symbols.writeUInt16LE(one === init ? 1 : 0, at + 6)
  }
  const symbolsAt = put(symbols)
  const stringsAt = put(strings)
  for (const one of texts) text(one)
  const slots = new Map(
    imported.map((one, index) => {
      const slot = put(Buffer.alloc(8))
      relocate(slot, 6, index + 2, 0)
      return [one, slot]
    }),
  )
  const methods = put(Buffer.alloc((functions.length + 1) * 32))
  for (const [index, one] of functions.entries()) {
    relocate(methods + index * 32, 8, 0, text(one))
    relocate(methods + index * 32 + 8, 8, 0, methods)
  }
  const head = Buffer.alloc(104)
  head.writeBigInt64LE(1n, 0)
  head.writeBigInt64LE(-1n, 56)
  const table = put(head)
  relocate(table + 40, 8, 0, text(name))
  relocate(table + 64, 8, 0, methods)
  const call = (called: string) => {
    const at = put(Buffer.from([0xff, 0x15, 0, 0, 0, 0]))
    chunks.at(-1)?.writeInt32LE((slots.get(called) ?? 0) - at - 6, 2)
  }
  for (let i = 0; i < made; i += 1) call('PyModule_Create2')
  for (const [called, one] of calls) {
    const target = text(one)
    const at = put(Buffer.from([0x48, 0x8d, 0x35, 0, 0, 0, 0]))
    chunks.at(-1)?.writeInt32LE(target - at - 7, 3)
    put(Buffer.from([0x48, 0x89, 0xdf]))
    call(called)
  }
  put(Buffer.alloc(16))
  const relocationsAt = put(Buffer.concat(relocations))
  const tags = [
    [5, stringsAt],
    [6, symbolsAt],
    [7, relocationsAt],
    [8, relocations.length * 24],
    [0, 0],
    [0, 0],
  ].flat()
  const dynamic = put(Buffer.alloc(tags.length * 8))
  for (const [index, one] of tags.entries()) chunks.at(-1)?.writeBigInt64LE(BigInt(one), index * 8)
  const header = Buffer.alloc(176)
  header.write('\x7fELF\x02\x01', 'latin1')
  header.writeUInt16LE(3, 16)
  header.writeUInt16LE(62, 18)
  header.writeBigInt64LE(64n, 32)
  header.writeUInt16LE(56, 54)
  header.writeUInt16LE(2, 56)
  const parts = [
    { kind: 1, from: 0, length: size },
    { kind: 2, from: dynamic, length: tags.length * 8 },
  ]
  for (const [index, { kind, from, length }] of parts.entries()) {
    const at = 64 + index * 56
    header.writeUInt32LE(kind, at)
    header.writeUInt32LE(kind === 1 ? 5 : 6, at + 4)
    header.writeBigInt64LE(BigInt(from), at + 8)
    header.writeBigInt64LE(BigInt(from), at + 16)
    header.writeBigInt64LE(BigInt(length), at + 32)
  }
  return Buffer.concat([header, ...chunks])
}
