// Lists of names and counts, read from their bytes: a hundred megabytes of JSON made into objects
// would take a gigabyte. The readers take exactly the shapes that the lists have, and throw for
// anything else: half a list must not pass for a whole one.

/** The list is not what it should be; the set that is there stays. */
export class NameListInvalid extends Error {
  override readonly name = 'NameListInvalid'
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const decoder = new TextDecoder('utf-8', { fatal: true })

type Take = (start: number, end: number) => void

/** A cursor over JSON of known shape. */
function jsonCursor(bytes: Uint8Array) {
  let at = 0
  const fail = (what: string): never => {
    throw new NameListInvalid(`${what} at byte ${at}`)
  }
  const skipSpace = () => {
    while ((bytes[at] ?? 0) <= 0x20 && at < bytes.length) at++
  }
  return {
    /** The next byte that is no space; it is left there. */
    peek(): string {
      skipSpace()
      return at < bytes.length ? String.fromCharCode(bytes[at] ?? 0) : ''
    },
    expect(sign: string): void {
      skipSpace()
      if (bytes[at] !== sign.charCodeAt(0)) fail(`no ${sign}`)
      at++
    },
    text(take: Take): void {
      skipSpace()
      if (bytes[at] !== QUOTE) fail('no text')
      const start = at + 1
      const end = bytes.indexOf(QUOTE, start)
      if (end < 0) fail('a text without end')
      // No name of either registry needs an escape.
      if (bytes.subarray(start, end).includes(BACKSLASH)) fail('an escape')
      at = end + 1
      take(start, end)
    },
    integer(): number {
      skipSpace()
      let value = 0
      const start = at
      for (; (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39; at++) {
        value = value * 10 + (bytes[at] ?? 0) - 0x30
      }
      if (at === start || !Number.isSafeInteger(value)) fail('no whole number')
      return value
    },
    end(): void {
      skipSpace()
      if (at !== bytes.length) fail('more than a list')
    },
  }
}

/** Everything between two brackets; `item` reads one of the things that commas part. */
function readList(
  bytes: Uint8Array,
  [open, close]: readonly [string, string],
  item: (json: ReturnType<typeof jsonCursor>) => void,
): void {
  const json = jsonCursor(bytes)
  json.expect(open)
  for (let isMore = json.peek() !== close; isMore; ) {
    item(json)
    isMore = json.peek() !== close
    if (isMore) json.expect(',')
  }
  json.expect(close)
  json.end()
}

/** `["name", …]` */
export function readJsonNames(bytes: Uint8Array, take: Take): void {
  readList(bytes, ['[', ']'], (json) => json.text(take))
}

/** `{"name": 12, …}` */
export function readJsonCounts(
  bytes: Uint8Array,
  take: (start: number, end: number, count: number) => void,
): void {
  readList(bytes, ['{', '}'], (json) =>
    json.text((start, end) => {
      json.expect(':')
      take(start, end, json.integer())
    }),
  )
}

/** The root of a simple index (PEP 503 or PEP 691): every project, as the index writes it. */
export function readSimpleRoot(bytes: Uint8Array): string[] {
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw new NameListInvalid('an index that is no UTF-8')
  }
  return text.trimStart().startsWith('{') ? namesInJson(text) : namesInHtml(text)
}

function namesInJson(text: string): string[] {
  let root: { projects?: unknown }
  try {
    root = JSON.parse(text)
  } catch {
    throw new NameListInvalid('an index that is no JSON')
  }
  if (!Array.isArray(root.projects)) throw new NameListInvalid('an index without projects')
  return root.projects.map((project: { name?: unknown } | null) => {
    if (typeof project?.name === 'string') return project.name
    throw new NameListInvalid('a project without a name')
  })
}

/** The last part of each link's address: `flask/`, `/simple/flask/`. */
function namesInHtml(text: string): string[] {
  if (!/<\/(?:html|body)\s*>\s*$/i.test(text.slice(-256))) {
    throw new NameListInvalid('a page without its end')
  }
  const names: string[] = []
  for (const [, quoted, single] of text.matchAll(
    /<a\b[^>]*?\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi,
  )) {
    const [path = ''] = (quoted ?? single ?? '').split(/[?#]/)
    const name = path.replace(/\/+$/, '')
    names.push(name.slice(name.lastIndexOf('/') + 1))
  }
  return names
}
