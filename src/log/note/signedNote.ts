// Signed notes, after C2SP signed-note: a text, an empty line, and a line for each signature. Reading
// is strict: what two readers could take for two notes is none.

import { parseBase64, toBase64 } from './base64.ts'
import { isCosigned } from './cosignature.ts'
import { isKeyName, isSigned, type NoteSigner, type VerifierKey } from './verifierKey.ts'

export const NOTE_MAX_BYTES = 1_000_000
export const NOTE_SIGNATURES_MAX = 100

export type NoteSignature = Readonly<{
  name: string
  keyId: string
  /** What follows the id of the key. */
  bytes: Uint8Array
}>

export type ParsedNote = Readonly<{ text: string; signatures: readonly NoteSignature[] }>

/** `known`: the keys whose signatures hold, each once, in the order of the note. */
export type OpenedNote =
  | Readonly<{ ok: true; text: string; known: readonly VerifiedSignature[] }>
  | Readonly<{ ok: false; reason: 'note_malformed' | 'signature_false' | 'signer_unknown' }>

export type VerifiedSignature = Readonly<{ key: VerifierKey; signature: NoteSignature }>

const KEY_ID_BYTES = 4
const SIGNATURE_LINE = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const CONTROL = /[\u0000-\u0009\u000b-\u001f]/

/** Null for whatever is no note. */
export function parseNote(note: Uint8Array): ParsedNote | null {
  const whole = decodeUtf8(note)
  if (whole === null || CONTROL.test(whole)) return null
  const split = whole.lastIndexOf('\n\n')
  if (split < 0 || !whole.endsWith('\n')) return null
  const lines = whole.slice(split + 2, -1).split('\n')
  if (lines.length > NOTE_SIGNATURES_MAX) return null
  const signatures: NoteSignature[] = []
  for (const line of lines) {
    const signature = parseSignatureLine(line)
    if (signature === null) return null
    signatures.push(signature)
  }
  return { text: whole.slice(0, split + 1), signatures }
}

export function parseSignatureLine(line: string): NoteSignature | null {
  const [, name = '', encoded = ''] = SIGNATURE_LINE.exec(line) ?? []
  const bytes = parseBase64(encoded)
  if (bytes === null || bytes.length <= KEY_ID_BYTES || !isKeyName(name)) return null
  const keyId = Buffer.from(bytes.subarray(0, KEY_ID_BYTES)).toString('hex')
  return { name, keyId, bytes: bytes.subarray(KEY_ID_BYTES) }
}

/** The text of a note of which at least one of the keys has a signature, and none a false one. */
export function openNote(note: Uint8Array, keys: readonly VerifierKey[]): OpenedNote {
  const parsed = parseNote(note)
  if (parsed === null) return { ok: false, reason: 'note_malformed' }
  const known: VerifiedSignature[] = []
  for (const signature of parsed.signatures) {
    const key = keys.find(({ name, id }) => name === signature.name && id === signature.keyId)
    if (key === undefined) continue
    if (!isOf(key, parsed.text, signature)) return { ok: false, reason: 'signature_false' }
    if (!known.some((other) => other.key === key)) known.push({ key, signature })
  }
  if (known.length === 0) return { ok: false, reason: 'signer_unknown' }
  return { ok: true, text: parsed.text, known }
}

function isOf(key: VerifierKey, text: string, { bytes }: NoteSignature): boolean {
  if (key.type === 'cosignature') return isCosigned(key, text, bytes)
  return isSigned(key, Buffer.from(text, 'utf8'), bytes)
}

/** The line of a signature of a key. `bytes`: what follows the id of the key. */
export function signatureLine({ name, id }: VerifierKey, bytes: Uint8Array): string {
  return `— ${name} ${toBase64(Buffer.concat([Buffer.from(id, 'hex'), bytes]))}\n`
}

/** The note over a text that ends in a line end. */
export function signNote(text: string, ...signers: readonly NoteSigner[]): string {
  const lineOf = ({ key, sign }: NoteSigner) => signatureLine(key, sign(Buffer.from(text, 'utf8')))
  return `${text}\n${signers.map(lineOf).join('')}`
}

function decodeUtf8(bytes: Uint8Array): string | null {
  if (bytes.length > NOTE_MAX_BYTES) return null
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
