// The words that a compiled module spells. C, C++, Fortran and Rust keep the names that they give to
// Python as text in the file, so that a name which is nowhere in it is not there; one that is may be
// anything. Files that keep their texts packed, or leave the work to another file, prove nothing.

import { inflateSync } from 'node:zlib'
import { SPELLED_MIN } from '../../../table/spelledNowhere.ts'

/** More text than this is not kept: what holds that much is no small module. */
const TEXT_MAX = 512 * 1024
const UNPACKED_MAX_BYTES = 1024 * 1024
/** Two bytes that look like the beginning of a stream are in a file of 16 MiB some 500 times. */
const STREAMS_MAX = 1_000

/** Whoever makes a module calls one of these; a file without them has it made elsewhere. */
const MAKES_MODULE = ['PyModule_Create2', 'PyModuleDef_Init']

/** Cython takes all names of another module in this way, and then does not spell them. */
const TAKES_ALL = 'from-import-*'

/** Every module of Cython has these texts, packed with all the others where they are packed. */
const CYTHON = 'cython_runtime'
const CYTHON_TEXTS = ['__test__', 'cline_in_traceback']

/** Streams that may be tried, over all files of an artifact: each may be made to unpack a megabyte. */
type UnpackBudget = { streams: number }

export function unpackBudget(): UnpackBudget {
  return { streams: STREAMS_MAX }
}

/** Words, sorted, each between two line ends; null for a file that proves nothing. */
export function spelledNames(bytes: Uint8Array, budget = unpackBudget()): string | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!MAKES_MODULE.some((name) => file.includes(name)) || file.includes(TAKES_ALL)) return null
  const words = new Set<string>()
  let left = addWords(words, file, TEXT_MAX)
  if (file.includes(CYTHON) && !isWhole(file)) {
    const packed = packedTexts(file, budget)
    if (packed === null) return null
    left = addWords(words, packed, left)
  }
  return left < 0 ? null : `\n${[...words].sort().join('\n')}\n`
}

function isWhole(texts: Buffer): boolean {
  return CYTHON_TEXTS.every((word) => texts.includes(word))
}

/** What Cython packs with zlib is found by its two first bytes, and is whole or not there. */
function packedTexts(file: Buffer, budget: UnpackBudget): Buffer | null {
  for (let at = file.indexOf(0x78); at >= 0; at = file.indexOf(0x78, at + 1)) {
    const second = file[at + 1]
    // The levels that anybody packs with.
    if (second !== 0xda && second !== 0x9c) continue
    budget.streams -= 1
    if (budget.streams < 0) return null
    const texts = unpacked(file.subarray(at))
    if (texts !== null && isWhole(texts)) return texts
  }
  return null
}

function unpacked(stream: Buffer): Buffer | null {
  try {
    return inflateSync(stream, { maxOutputLength: UNPACKED_MAX_BYTES })
  } catch {
    return null
  }
}

/** Runs of letters, digits and underscores, but for what compilers of C++ make of names. */
function addWords(words: Set<string>, text: Buffer, most: number): number {
  let left = most
  let start = 0
  for (let at = 0; at <= text.length && left >= 0; at += 1) {
    if (at < text.length && WORD[text[at] ?? 0] === 1) continue
    if (at - start >= SPELLED_MIN) {
      const word = text.toString('latin1', start, at)
      if (!word.startsWith('_Z') && !words.has(word)) {
        words.add(word)
        left -= word.length + 1
      }
    }
    start = at + 1
  }
  return left
}

const WORD = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9_]/.test(String.fromCharCode(code)) ? 1 : 0,
)
