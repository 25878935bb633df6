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
const ATTRIBUTE = /\s*\/?\s*([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/y
// Their content is not markup, whatever it looks like.
const RAW_TEXT: ReadonlySet<string> = new Set(['script', 'style', 'textarea', 'template'])

export function* htmlTags(html: string): Generator<HtmlTag> {
  let at = html.indexOf('<')
  while (at !== -1) {
    if (html.startsWith('<!--', at)) {
      at = indexAfter(html, '-->', at + 4)
    } else {
      const tag = tagAt(html, at)
      if (tag === null) {
        at = html.indexOf('<', at + 1)
        continue
      }
      const { end, ...rest } = tag
      yield rest
      at = RAW_TEXT.has(rest.name) ? indexOfClosing(html, rest.name, end) : end
    }
    at = at === -1 ? -1 : html.indexOf('<', at)
  }
}

function tagAt(html: string, start: number): (HtmlTag & { end: number }) | null {
  const name = matchAt(TAG_NAME, html, start + 1)?.[0]
  if (name === undefined) return null
  const attributes = new Map<string, string>()
  let at = start + 1 + name.length
  for (let match = matchAt(ATTRIBUTE, html, at); match; match = matchAt(ATTRIBUTE, html, at)) {
    const [whole, key = '', double, single, bare] = match
    const lower = key.toLowerCase()
    if (!attributes.has(lower)) attributes.set(lower, decode(double ?? single ?? bare ?? ''))
    at += whole.length
  }
  const close = html.indexOf('>', at)
  if (close === -1) return null
  const next = html.indexOf('<', close)
  const text = decode(html.slice(close + 1, next === -1 ? html.length : next))
  return { name: name.toLowerCase(), attributes, text, end: close + 1 }
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
