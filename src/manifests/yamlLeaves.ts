// YAML as tools write it and people extend it: mappings in blocks, texts, comments. What is written in
// another way is said to be unread.

export type YamlLeaf = Readonly<{
  keys: readonly string[]
  value: string
  line: number
  /** Of the last key. */
  column: number
}>

const DEPTH_MAX = 20
/** More than this no file has that people write. */
const LEAVES_MAX = 50_000

type Open = Readonly<{ indent: number; key: string }>

export function yamlLeaves(
  text: string,
): Readonly<{ leaves: readonly YamlLeaf[]; problem: string | null }> {
  const leaves: YamlLeaf[] = []
  let problem: string | null = null
  const above: Open[] = []
  let textIndent: number | null = null
  for (const [index, written] of text.split(/\r\n?|\n/).entries()) {
    const line = index + 1
    const indent = written.length - written.trimStart().length
    if (textIndent !== null && (written.trim() === '' || indent > textIndent)) continue
    textIndent = null
    const bare = withoutComment(written).trimEnd()
    if (bare.trim() === '' || /^(?:---|\.\.\.)$/.test(bare)) continue
    if (/^\s*\t/.test(bare)) {
      problem ??= `has in line ${line} a tab where YAML has none`
      continue
    }
    // Items of lists are no mapping; what is in them is not asked for.
    if (/^\s*-(?:\s|$)/.test(bare)) {
      while ((above.at(-1)?.indent ?? -1) > indent) above.pop()
      continue
    }
    const pair = pairIn(bare.trimStart())
    if (pair === null || above.length > DEPTH_MAX || leaves.length >= LEAVES_MAX) {
      problem ??= `has in line ${line} what is not read`
      continue
    }
    while ((above.at(-1)?.indent ?? -1) >= indent) above.pop()
    const keys = [...above.map(({ key }) => key), pair.key]
    if (pair.value === '') above.push({ indent, key: pair.key })
    else if (/^[|>]/.test(pair.value)) textIndent = indent
    else if (/^[{[&*!]/.test(pair.value)) {
      const inner = flowPairs(pair.value)
      if (inner === null) problem ??= `has in line ${line} what is not read`
      const column = indent + 1
      for (const [key, value] of inner ?? [])
        leaves.push({ keys: [...keys, key], value, line, column })
    } else leaves.push({ keys, value: unquoted(pair.value), line, column: indent + 1 })
  }
  return { leaves, problem }
}

/** A comment begins the line, or has white space before it; not within quotes. */
function withoutComment(line: string): string {
  if (!line.includes('#')) return line
  let quote = ''
  for (let at = 0; at < line.length; at += 1) {
    const here = line.charAt(at)
    if (quote !== '') {
      if (here === quote) quote = ''
    } else if ((here === '"' || here === "'") && /^$|[\s:[{,-]/.test(line.charAt(at - 1))) {
      quote = here
    } else if (here === '#' && (at === 0 || /\s/.test(line.charAt(at - 1))))
      return line.slice(0, at)
  }
  return line
}

/** `'@a/b': 1.0.0`; null for what is no such pair. */
function pairIn(line: string): Readonly<{ key: string; value: string }> | null {
  const [, double, single, bare, value = ''] =
    /^(?:"([^"]*)"|'([^']*)'|([^\s"'{}[\],&*!|>%@`#][^:]*(?::[^\s:][^:]*)*))\s*:(?:\s+(.*))?$/.exec(
      line,
    ) ?? []
  const key = double ?? single ?? bare
  return key === undefined ? null : { key: key.trim(), value: value.trim() }
}

/** `{a: 1, "b": 2}` on one line; null for what is none. An empty list is one without pairs. */
function flowPairs(value: string): readonly (readonly [string, string])[] | null {
  if (/^\[.*\]$/.test(value)) return []
  const inner = /^\{(.*)\}$/.exec(value)?.[1]?.trim()
  if (inner === undefined) return null
  if (inner === '') return []
  const pairs = inner
    .replace(/,$/, '')
    .split(',')
    .map((one) => pairIn(one.trim()))
  if (pairs.some((pair) => pair === null || /^[{[&*!|>]/.test(pair.value))) return null
  return pairs.flatMap((pair) => (pair === null ? [] : [[pair.key, unquoted(pair.value)] as const]))
}

function unquoted(value: string): string {
  return /^(['"]).*\1$/.test(value) ? value.slice(1, -1) : value
}
