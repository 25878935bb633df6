// What changes in a file, in the form that `git apply` and `patch` take.

const AROUND = 3

/** Empty where nothing changes. Lines keep their ends: a carriage return is part of its line. */
export function unifiedDiff(path: string, before: string, after: string): string {
  const [old, next] = [linesOf(before), linesOf(after)]
  const hunks = hunksOf(old, next)
  if (hunks.length === 0) return ''
  const head = [`--- ${quoted(`a/${path}`)}\n`, `+++ ${quoted(`b/${path}`)}\n`]
  return [...head, ...hunks.map((hunk) => hunkText(hunk, old, next))].join('')
}

type Block = Readonly<{ from: number; to: number; newFrom: number; newTo: number }>

/**
 * Where lines differ. An edit changes a few lines and leaves all others as they are, so that a line that
 * is there again is the next one that is the same.
 */
function blocksOf(old: readonly string[], next: readonly string[]): readonly Block[] {
  const blocks: Block[] = []
  let [i, j] = [0, 0]
  while (i < old.length || j < next.length) {
    if (i < old.length && j < next.length && old[i] === next[j]) {
      i += 1
      j += 1
      continue
    }
    const [to, newTo] = meeting(old, next, i, j)
    blocks.push({ from: i, to, newFrom: j, newTo })
    ;[i, j] = [to, newTo]
  }
  return blocks
}

/** The nearest place from which both go on with the same line. */
function meeting(
  old: readonly string[],
  next: readonly string[],
  i: number,
  j: number,
): readonly [number, number] {
  const most = old.length - i + (next.length - j)
  for (let sum = 1; sum <= most; sum += 1) {
    for (let a = Math.min(sum, old.length - i); a >= 0 && sum - a <= next.length - j; a -= 1) {
      const [x, y] = [i + a, j + sum - a]
      if (x < old.length && y < next.length && old[x] === next[y]) return [x, y]
    }
  }
  return [old.length, next.length]
}

function hunksOf(old: readonly string[], next: readonly string[]): readonly (readonly Block[])[] {
  const hunks: Block[][] = []
  for (const block of blocksOf(old, next)) {
    const last = hunks.at(-1)
    const before = last?.at(-1)
    if (last !== undefined && before !== undefined && block.from - before.to <= 2 * AROUND) {
      last.push(block)
    } else hunks.push([block])
  }
  return hunks
}

function hunkText(hunk: readonly Block[], old: readonly string[], next: readonly string[]): string {
  const [first, last] = [hunk[0], hunk.at(-1)]
  if (first === undefined || last === undefined) return ''
  const lead = Math.min(AROUND, first.from)
  const from = first.from - lead
  const to = Math.min(old.length, last.to + AROUND)
  const lines: string[] = []
  let at = from
  for (const block of hunk) {
    for (; at < block.from; at += 1) lines.push(line(' ', old[at]))
    for (; at < block.to; at += 1) lines.push(line('-', old[at]))
    for (let k = block.newFrom; k < block.newTo; k += 1) lines.push(line('+', next[k]))
  }
  for (; at < to; at += 1) lines.push(line(' ', old[at]))
  const newFrom = first.newFrom - lead
  const newCount = to - from + (last.newTo - first.newFrom) - (last.to - first.from)
  return `@@ -${rangeOf(from, to - from)} +${rangeOf(newFrom, newCount)} @@\n${lines.join('')}`
}

function rangeOf(from: number, count: number): string {
  return count === 1 ? `${from + 1}` : `${count === 0 ? from : from + 1},${count}`
}

function line(mark: string, text = ''): string {
  return text.endsWith('\n') ? mark + text : `${mark}${text}\n\\ No newline at end of file\n`
}

function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/).filter((one) => one !== '')
}

/** As git writes names with characters that would end the line or the name. */
function quoted(path: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (!/[\u0000-\u001f"\\\u007f]/.test(path)) return path
  const escaped = [...Buffer.from(path)].map((byte) => {
    if (byte === 0x22 || byte === 0x5c) return `\\${String.fromCharCode(byte)}`
    return byte < 0x20 || byte >= 0x7f
      ? `\\${byte.toString(8).padStart(3, '0')}`
      : String.fromCharCode(byte)
  })
  return `"${escaped.join('')}"`
}
