// Code in an address: squeezed, behind the `#`, where no server sees it.

import type { Fields } from './address.ts'

/** Longer ones are cut by mail programs and chats. */
const ADDRESS_MAX = 8_000
/** Nobody's address may fill the memory of whoever opens it. */
const TEXT_MAX = 512 * 1024

/** Null where it would be too long to be passed on. */
export async function sealFields(fields: Fields): Promise<string | null> {
  const text = new Blob([JSON.stringify(fields)]).stream()
  const bytes = await new Response(text.pipeThrough(new CompressionStream('deflate-raw'))).bytes()
  const address = `#code=${base64Of(bytes)}`
  return address.length > ADDRESS_MAX ? null : address
}

/** Null where the fragment holds none. */
export async function openFields(hash: string): Promise<Fields | null> {
  const [, sealed] = /^#code=([\w-]+)$/.exec(hash) ?? []
  if (sealed === undefined) return null
  try {
    const bytes = Uint8Array.from(atob(sealed.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    )
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))
    const value: unknown = JSON.parse(await boundedText(stream))
    if (typeof value !== 'object' || value === null) return null
    const texts = Object.entries(value).filter(([, text]) => typeof text === 'string')
    return Object.fromEntries(texts) as Fields
  } catch {
    return null
  }
}

async function boundedText(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const reader = stream.getReader()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    text += decoder.decode(value, { stream: true })
    if (text.length > TEXT_MAX) throw new Error('too long')
  }
}

function base64Of(bytes: Uint8Array): string {
  const signs = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(signs).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
