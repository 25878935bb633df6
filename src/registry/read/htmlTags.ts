// Just enough HTML for an index page: opening tags, their attributes and the text behind each.
// One pass from left to right, so that a hostile page costs no more than its length.

export type HtmlTag = Readonly<{
  /** Lower case. */
  name: string
  /** First occurrence wins, as in browsers; names in lower case, values decoded. */
  attributes: ReadonlyMap<string, string>
  /** What stands between this tag and the next, decoded. */
  text: string
}>

const TAG_NAME = /[a-z][a-z0-9-]*/iy
// A quote that is never closed runs to the end of the page, as in browsers, so that nothing is
// scanned twice.
const ATTRIBUTE = /[\s/]*([^\s=>/]+)(?:\s*=\s*(?:"([^"]*)(?:"|$)|'([^']*)(?:'|$)|([^\s>]*)))?/y
/** More would only be there to fill our memory. */
const ATTRIBUTES_MAX = 64
// Their content is not markup, whatever it looks like.
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'template'])

export function* htmlTags(html: string): Generator<HtmlTag> {
  let at = html.indexOf('<')
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      at = indexAfter(html, '-->', at + 4)
    } else {
      const name = matchAt(TAG_NAME, html, at + 1)?.[0].toLowerCase()
      if (name === undefined) {
        at += 1
      } else {
        const tag = readTag(html, name, at + 1 + name.length)
        // A tag without its end is none, and nothing can follow it.
        if (tag === null) return
        yield tag.read
        at = RAW_TEXT.has(name) ? indexOfClosing(html, name, tag.end) : tag.end
      }
    }
    at = at === -1 ? -1 : html.indexOf('<', at)
  }
}

function readTag(html: string, name: string, from: number): { read: HtmlTag; end: number } | null {
  const attributes = new Map<string, string>()
  let at = from
  for (let match = matchAt(ATTRIBUTE, html, at); match; match = matchAt(ATTRIBUTE, html, at)) {
    const [whole, key = '', double, single, bare] = match
    const lower = key.toLowerCase()
    const isRoom = attributes.size < ATTRIBUTES_MAX
    if (isRoom && !attributes.has(lower))
      attributes.set(lower, decode(double ?? single ?? bare ?? ''))
    at += whole.length
  }
  const close = html.indexOf('>', at)
  if (close === -1) return null
  const next = html.indexOf('<', close)
  const text = decode(html.slice(close + 1, next === -1 ? html.length : next))
  return { read: { name, attributes, text }, end: close + 1 }
}

function matchAt(sticky: RegExp, text: string, at: number): RegExpExecArray | null {
  sticky.lastIndex = at
  return sticky.exec(text)
}

function indexAfter(text: string, needle: string, from: number): number {
  const at = text.indexOf(needle, from)
  return at === -1 ? -1 : at + needle.length
}

function indexOfClosing(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}`, 'gi')
  closing.lastIndex = from
  return closing.exec(html)?.index ?? -1
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
])

function decode(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, (whole, body: string) => {
    if (!body.startsWith('#')) return ENTITIES.get(body.toLowerCase()) ?? whole
    const isHex = body[1] === 'x' || body[1] === 'X'
    const code = isHex ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1))
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
