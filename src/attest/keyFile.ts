// The verifier's private key: given as hex, kept in a file that only its owner can read, or made
// at the first start. The key itself never reaches a message; a path may.

import { randomBytes as cryptoRandomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { type FileHandle, link, mkdir, open, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { codeOf } from '../domain/fileFault.ts'
import { isPrivateKey } from './eip191.ts'

export const KEY_FILE_NAME = 'verifier.key'
/** Of the log: any key of the one kind is one of the other as well. */
export const LOG_KEY_FILE_NAME = 'log.key'
/** A key in hex takes 66 bytes; the rest is room for a line end. */
export const KEY_FILE_MAX_BYTES = 128

const OTHERS_PERMISSIONS = 0o077

export class VerifierKeyError extends Error {
  override readonly name = 'VerifierKeyError'
}

export type VerifierKey = Readonly<{
  privateKey: Uint8Array
  /** Where the key is kept, null when it was given as text. */
  path: string | null
  /** Whether this call made the key. */
  made: boolean
}>

export type VerifierKeyOptions = Readonly<{
  /** 64 hex digits, `0x` optional. Wins over the file. */
  hex?: string | null
  /** A file with such a text, readable by its owner alone. Wins over the data folder. */
  file?: string | null
  /** Where the key is made when there is none. */
  dataDir: string
  /** What the file is called there; that of the verifier's key unless told. */
  fileName?: string
  randomBytes?: (size: number) => Uint8Array
}>

/** The files of a key: the one that signs, the one that will, and the one that did. */
export function keyFiles({ file, dataDir, fileName = KEY_FILE_NAME }: VerifierKeyOptions) {
  const path = file ?? join(dataDir, fileName)
  const nextName = `${basename(path)}.next`
  const folder = dirname(path)
  return { path, folder, nextName, next: join(folder, nextName), retired: `${path}.retired` }
}

/** The key of this service. Throws `VerifierKeyError` when what is configured cannot be used. */
export async function loadVerifierKey(options: VerifierKeyOptions): Promise<VerifierKey> {
  const { hex, file, dataDir, fileName = KEY_FILE_NAME } = options
  if (hex != null) {
    return { privateKey: parsePrivateKey(hex, 'the given key'), path: null, made: false }
  }
  if (file != null) {
    const privateKey = await readKeyFile(file)
    if (privateKey === null) throw new VerifierKeyError(`key file ${file} does not exist`)
    return { privateKey, path: file, made: false }
  }
  return loadOrMake({ dataDir, fileName }, options.randomBytes ?? cryptoRandomBytes)
}

type KeyPlace = Readonly<{ dataDir: string; fileName: string }>

async function loadOrMake(
  place: KeyPlace,
  randomBytes: (size: number) => Uint8Array,
): Promise<VerifierKey> {
  const path = join(place.dataDir, place.fileName)
  const kept = await readKeyFile(path)
  if (kept !== null) return { privateKey: kept, path, made: false }
  const made = await makeKeyFile(place, path, randomBytes)
  // Read back in either case: what counts is what the next start will find.
  const privateKey = await readKeyFile(path)
  if (privateKey === null) throw new VerifierKeyError(`key file ${path} vanished while starting`)
  return { privateKey, path, made }
}

/** False when another process made the key first. */
async function makeKeyFile(
  { dataDir, fileName }: KeyPlace,
  path: string,
  randomBytes: (size: number) => Uint8Array,
): Promise<boolean> {
  const suffix = Buffer.from(cryptoRandomBytes(8)).toString('hex')
  const temporary = join(dataDir, `.${fileName}.${suffix}.tmp`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeDurably(temporary, `0x${toHex(makePrivateKey(randomBytes))}\n`)
    // A link appears whole or not at all and fails when the name is taken; a rename would replace
    // the key that a process started at the same moment is already signing with.
    await link(temporary, path)
    await syncFolder(dataDir)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw new VerifierKeyError(`cannot make the key file ${path}`, { cause: error })
  } finally {
    await unlink(temporary).catch(() => undefined)
  }
}

function makePrivateKey(randomBytes: (size: number) => Uint8Array): Uint8Array {
  for (;;) {
    const bytes = randomBytes(32)
    if (isPrivateKey(bytes)) return bytes
  }
}

/** A new file, readable by its owner alone, which is on the disk when this returns. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const handle = await open(path, 'wx', 0o600)
  try {
    await handle.writeFile(text)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder; its journal keeps the entry.
  if (process.platform === 'win32') return
  const handle = await open(path, constants.O_RDONLY)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Null when there is no such file. */
export async function readKeyFile(path: string): Promise<Uint8Array | null> {
  let handle: FileHandle
  try {
    // Without O_NONBLOCK a named pipe in that place would hold up the start for ever.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null
    throw new VerifierKeyError(`cannot open the key file ${path}`, { cause: error })
  }
  try {
    return parsePrivateKey(await readChecked(handle, path), `key file ${path}`)
  } finally {
    await handle.close()
  }
}

// The open handle is what is checked, so the file cannot be exchanged between check and use.
async function readChecked(handle: FileHandle, path: string): Promise<string> {
  const found = await handle.stat()
  if (!found.isFile()) throw new VerifierKeyError(`key file ${path} is not a regular file`)
  // Windows has no such bits and reports every file as open to all.
  if (process.platform !== 'win32' && (found.mode & OTHERS_PERMISSIONS) !== 0) {
    const mode = (found.mode & 0o777).toString(8).padStart(3, '0')
    throw new VerifierKeyError(
      `key file ${path} is open to others (mode ${mode}): run chmod 600 on it`,
    )
  }
  if (found.size > KEY_FILE_MAX_BYTES) {
    throw new VerifierKeyError(`key file ${path} is too large to hold a key`)
  }
  const buffer = Buffer.alloc(KEY_FILE_MAX_BYTES)
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0)
  return buffer.toString('latin1', 0, bytesRead)
}

function parsePrivateKey(text: string, origin: string): Uint8Array {
  const match = /^(?:0x)?([0-9a-f]{64})$/i.exec(text.trim())
  if (match?.[1] === undefined) {
    throw new VerifierKeyError(`${origin} is not 64 hexadecimal digits`)
  }
  const privateKey = Uint8Array.from(Buffer.from(match[1], 'hex'))
  if (!isPrivateKey(privateKey)) {
    throw new VerifierKeyError(`${origin} is zero or not below the order of secp256k1`)
  }
  return privateKey
}

function toHex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex')
}
