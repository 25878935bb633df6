// The types that every program has, in the place of each other.

import { libraryShape } from '../../table/typescriptLibrary.ts'

/** Of these the arguments are only ever read. */
export const COVARIANT: ReadonlySet<string> = new Set([
  'Array',
  'ArrayBufferView',
  'AsyncGenerator',
  'AsyncIterable',
  'AsyncIterableIterator',
  'AsyncIterator',
  'Awaited',
  'Buffer',
  'Generator',
  'Iterable',
  'IterableIterator',
  'Iterator',
  'Map',
  'NonNullable',
  'Partial',
  'Promise',
  'PromiseLike',
  'Readonly',
  'ReadonlyArray',
  'ReadonlyMap',
  'ReadonlySet',
  'Required',
  'Set',
  'Uint8Array',
])

/** They yield, return and are handed something. */
export const ITERATORS = /^(?:Async)?(?:Generator|Iter(?:able|ator|ableIterator))$/

export const LISTS: ReadonlySet<string> = new Set(['Array', 'ReadonlyArray'])

/** What a value of the first may stand for besides itself. */
export const WIDER: Readonly<Record<string, readonly string[]>> = {
  Array: ['ReadonlyArray', 'Iterable'],
  ReadonlyArray: ['Iterable'],
  Map: ['ReadonlyMap'],
  Set: ['ReadonlySet'],
  Promise: ['PromiseLike'],
  Buffer: ['Uint8Array'],
  IterableIterator: ['Iterable', 'Iterator'],
  Generator: ['Iterable', 'Iterator', 'IterableIterator'],
  AsyncGenerator: ['AsyncIterable', 'AsyncIterator', 'AsyncIterableIterator'],
}

/** Of the library's own types: whether not every value of the one is one of the other. */
export function isWiderThan(name: string, than: string): boolean {
  if ((WIDER[than] ?? []).includes(name)) return true
  // Kinds of errors have the members of all errors.
  return !than.endsWith('Error') && (SUBSUMED[than] ?? []).includes(name)
}

const BYTES = ['ArrayBufferView', 'ArrayLike', 'Iterable', 'NodeJS.ArrayBufferView']

/** What every stream of Node that can be read and written is. */
const STREAMS = ['NodeJS.ReadableStream', 'NodeJS.ReadWriteStream', 'NodeJS.WritableStream']

/** The same whatever the arguments are. */
export const SUBSUMED: Readonly<Record<string, readonly string[]>> = {
  Array: ['ArrayLike'],
  Buffer: [...BYTES, 'NodeJS.TypedArray'],
  DataView: ['ArrayBufferView'],
  HTMLElement: ['Element', 'EventTarget', 'Node'],
  RangeError: ['Error'],
  ReadonlyArray: ['ArrayLike'],
  SyntaxError: ['Error'],
  'stream#Duplex': ['stream#Readable', 'stream#Writable', ...STREAMS],
  'stream#PassThrough': ['stream#Transform', 'stream#Duplex', 'stream#Readable', ...STREAMS],
  'stream#Readable': ['NodeJS.ReadableStream'],
  'stream#Transform': ['stream#Duplex', 'stream#Readable', 'stream#Writable', ...STREAMS],
  'stream#Writable': ['NodeJS.WritableStream'],
  TypeError: ['Error'],
  Uint8Array: BYTES,
}

/** Types of the library that are objects, none of which stands for another of them. */
export const OBJECTS: ReadonlySet<string> = new Set([
  'Array',
  'ArrayBuffer',
  'Date',
  'Error',
  'Map',
  'Promise',
  'ReadonlyArray',
  'ReadonlyMap',
  'ReadonlySet',
  'RegExp',
  'Set',
  'SharedArrayBuffer',
  'URL',
  'WeakMap',
  'WeakSet',
])

/** Something that every value of them has. */
export const OWN_MEMBER: Readonly<Record<string, string>> = {
  Array: 'push',
  ArrayBuffer: 'byteLength',
  Date: 'getTime',
  Error: 'message',
  Map: 'set',
  Promise: 'then',
  ReadonlyArray: 'concat',
  ReadonlyMap: 'get',
  ReadonlySet: 'has',
  RegExp: 'exec',
  Set: 'add',
  URL: 'href',
  WeakMap: 'set',
  WeakSet: 'add',
}

/** Further types of the library that are objects: no text is one of them, and they may be of each other. */
export const MORE_OBJECTS =
  /^(?:Buffer|DataView|Function|AbortSignal|Blob|File|FormData|Headers|Request|Response|Element|EventTarget|Event|Node|Document|Window|(?:Big)?(?:Ui|I)nt\d+(?:Clamped)?Array|Float\d+Array|HTML\w*Element|SVG\w*Element|(?:Readable|Writable|Transform)Stream|NodeJS\.\w+Stream|stream#\w+)$/

/** Types of the library that a text may be as well, and that are no texts. */
export const INTERFACES =
  /^(?:PromiseLike|ArrayLike|(?:Async)?(?:Generator|Iter(?:able|ator|ableIterator)))$/

/** Types of the library that are made of another one, and are not that one. */
export const MADE_OF: ReadonlySet<string> = new Set(['Omit', 'Partial', 'Record'])

/** Of these there is an object with the members of another one. */
export const UTILITIES: ReadonlySet<string> = new Set([
  'Omit',
  'Partial',
  'Pick',
  'Readonly',
  'Required',
])

/** What the language makes of texts. */
export const LETTERS: Readonly<Record<string, (text: string) => string>> = {
  Capitalize: (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`,
  Lowercase: (text) => text.toLowerCase(),
  Uncapitalize: (text) => `${text.charAt(0).toLowerCase()}${text.slice(1)}`,
  Uppercase: (text) => text.toUpperCase(),
}

/** Whether every program has it, unless a package has its own. */
export function isOfLibrary(name: string): boolean {
  return OF_LIBRARY.has(name) || libraryShape(name) !== null
}

/** Names of the library that stand for no object, or for one that can be called. */
const OF_LIBRARY: ReadonlySet<string> = new Set([
  'Array',
  'ArrayBufferLike',
  'Awaited',
  'BigInt',
  'BlobPart',
  'BodyInit',
  'Boolean',
  'BufferEncoding',
  'BufferSource',
  'CanvasImageSource',
  'Capitalize',
  'ConstructorParameters',
  'Date',
  'Error',
  'EventListenerOrEventListenerObject',
  'Exclude',
  'Extract',
  'Function',
  'HeadersInit',
  'InstanceType',
  'IteratorResult',
  'Lowercase',
  'NoInfer',
  'NonNullable',
  'Number',
  'Object',
  'Omit',
  'OmitThisParameter',
  'Parameters',
  'Partial',
  'Pick',
  'Promise',
  'PropertyKey',
  'Proxy',
  'Readonly',
  'Record',
  'RegExp',
  'RequestInfo',
  'Required',
  'ReturnType',
  'String',
  'Symbol',
  'ThisParameterType',
  'ThisType',
  'TimerHandler',
  'Uncapitalize',
  'Uppercase',
  'XMLHttpRequestBodyInit',
])
