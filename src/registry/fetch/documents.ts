// Reading what a registry sent. A document either has the expected shape or throws
// `MalformedDocument`: nothing is guessed, because what is read here ends up under a signature.

import { isMembers } from '../../domain/texts/jsonValue.ts'
import { VERSION_LENGTH_MAX } from '../../limits.ts'
import type { FetchedDocument } from './boundedFetch.ts'
import { isMarkup } from './markup.ts'

export const FILENAME_LENGTH_MAX = 512
const PLAIN_TEXT_MAX_BYTES = 1_024

/** The registry answered, but not with a document that settles the question. */
export class MalformedDocument extends Error {
  override readonly name = 'MalformedDocument'
}

/** Takes the answer for none. */
export function malformed(what: string): never {
  throw new MalformedDocument(what)
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isHtml({ contentType, body }: FetchedDocument): boolean {
  if (isMarkup(contentType)) return true
  // A portal that forgets the header is still a portal.
  return body.subarray(0, 64).toString('latin1').trimStart().startsWith('<')
}

export function parseJson(document: FetchedDocument): unknown {
  if (isHtml(document)) malformed('HTML where JSON belongs')
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(document.body))
  } catch {
    // The parser's own message quotes the document, which can be anything.
    throw new MalformedDocument('not JSON')
  }
}

export function parseJsonObject(document: FetchedDocument): JsonObject {
  return readObject(parseJson(document), 'document')
}

export function readObject(value: unknown, what: string): JsonObject {
  if (!isMembers(value)) malformed(`${what} is no object`)
  return value
}

export function readText(value: unknown, what: string, lengthMax: number): string {
  if (typeof value !== 'string') malformed(`${what} is no text`)
  if (value.length === 0 || value.length > lengthMax)
    malformed(`${what} has ${value.length} characters`)
  return value
}

/**
 * A version that can be asked for and kept: bounded, of the characters that PEP 440, semver and the
 * versions before them are written with. Brackets of markup, quotes and slashes are not among them.
 */
export function isVersionText(version: string): boolean {
  return version.length <= VERSION_LENGTH_MAX && /^[\w.!+~*(),@:=-]+$/.test(version)
}

/** Null when it is missing; a digest of another length or alphabet is refused, not ignored. */
export function readHex(value: unknown, what: string, digits: number): string | null {
  if (value === undefined || value === null || value === '') return null
  if (typeof value !== 'string' || value.length !== digits || !/^[0-9a-f]+$/i.test(value))
    malformed(`${what} is no digest`)
  return value.toLowerCase()
}

export function isMissing({ status }: FetchedDocument): boolean {
  return status === 404 || status === 410
}

/**
 * Throws unless a "not found" is the registry's own word: from the host that was asked, and with
 * no body, JSON, or (where a registry does so) a short plain text. HTML is what portals, proxies
 * and wrong addresses answer with, so it proves nothing.
 */
export function requireOwnWord(
  document: FetchedDocument,
  askedUrl: string,
  { plainText }: Readonly<{ plainText: boolean }>,
): void {
  const { status, contentType, body } = document
  if (!isAnsweredBy(new URL(askedUrl), document.url)) malformed(`${status} from another host`)
  if (isHtml(document)) malformed(`${status} with HTML`)
  if (body.length === 0) return
  if (plainText && contentType === 'text/plain' && body.length <= PLAIN_TEXT_MAX_BYTES) return
  parseJson(document)
}

/** Whether the answer came from the host that was asked, or from the same host over https. */
export function isAnsweredBy(asked: URL, answered: URL): boolean {
  if (asked.origin === answered.origin) return true
  return asked.hostname === answered.hostname && answered.protocol === 'https:'
}
