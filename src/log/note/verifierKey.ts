// Keys of signed notes, after C2SP signed-note: a name, an id of four bytes, and an Ed25519 key. The
// type says what the key signs: notes as they are, or checkpoints together with a time.

import {
  createPrivateKey,
  createPublicKey,
  hash,
  type KeyObject,
  sign as signBytes,
  verify as verifyBytes,
} from 'node:crypto'
import { invariant } from '../../errors.ts'
import { parseBase64, toBase64 } from './base64.ts'

/** The bytes that stand for the types in ids and in written keys. */
export const KEY_TYPES = { note: 1, cosignature: 4 } as const
export type KeyType = keyof typeof KEY_TYPES

export type VerifierKey = Readonly<{
  name: string
  type: KeyType
  /** Eight hex digits. */
  id: string
  /** 32 bytes. */
  publicKey: Uint8Array
}>

/** A key that signs. */
export type NoteSigner = Readonly<{ key: VerifierKey; sign(message: Uint8Array): Uint8Array }>

const NAME = /^[^\p{White_Space}+]+$/u
const WRITTEN = /^([^+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/
const PUBLIC_KEY_BYTES = 32
const SPKI_HEAD = Buffer.from('302a300506032b6570032100', 'hex')
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Whether a key may be called so. Control characters could not stand in a note. */
export function isKeyName(name: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
  return NAME.test(name) && name.isWellFormed() && !/[\u0000-\u001f]/.test(name)
}

export function verifierKey(of: Omit<VerifierKey, 'id'>): VerifierKey {
  invariant(isKeyName(of.name), 'the name of a key has neither space nor plus')
  const head = Buffer.from(`${of.name}\n${String.fromCharCode(KEY_TYPES[of.type])}`, 'utf8')
  const digest = hash('sha256', Buffer.concat([head, of.publicKey]), 'hex')
  return { ...of, id: digest.slice(0, 8) }
}

/** The key as people hand it on: `name+id+base64`. */
export function writeKey({ name, type, id, publicKey }: VerifierKey): string {
  return `${name}+${id}+${toBase64(Uint8Array.of(KEY_TYPES[type], ...publicKey))}`
}

/** Null for what is no key of a type that is known here, or has an id that is not its own. */
export function parseKey(text: string): VerifierKey | null {
  const [, name = '', id, encoded = ''] = WRITTEN.exec(text) ?? []
  const bytes = parseBase64(encoded)
  const type = typeOf(bytes?.[0])
  if (bytes?.length !== 1 + PUBLIC_KEY_BYTES || type === null || !isKeyName(name)) return null
  const key = verifierKey({ name, type, publicKey: bytes.subarray(1) })
  return key.id === id ? key : null
}

function typeOf(byte: number | undefined): KeyType | null {
  if (byte === KEY_TYPES.note) return 'note'
  return byte === KEY_TYPES.cosignature ? 'cosignature' : null
}

/** Whether the bytes are a signature of the key over the message. */
export function isSigned(key: VerifierKey, message: Uint8Array, signature: Uint8Array): boolean {
  const der = Buffer.concat([SPKI_HEAD, key.publicKey])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  return verifyBytes(null, message, publicKey, signature)
}

/** `seed`: the 32 bytes of a private key, after RFC 8032. */
export function noteSigner(name: string, type: KeyType, seed: Uint8Array): NoteSigner {
  invariant(seed.length === PUBLIC_KEY_BYTES, 'the seed of a key has 32 bytes')
  const der = Buffer.concat([PKCS8_HEAD, seed])
  const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const key = verifierKey({ name, type, publicKey: publicBytes(privateKey) })
  return { key, sign: (message) => signBytes(null, message, privateKey) }
}

function publicBytes(privateKey: KeyObject): Uint8Array {
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' })
  return Uint8Array.from(der.subarray(SPKI_HEAD.length))
}
