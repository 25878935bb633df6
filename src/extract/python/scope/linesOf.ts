// The few lines of a text that somebody looks for. To find them by a character or a word is many times
// faster than an expression that is tried at each place of the text.

/** Lines that may give an attribute a value: those that have a dot and an equals sign. */
export function writingLines(text: string): string {
  const lines: string[] = []
  let dot = -1
  let end = -1
  for (let at = text.indexOf('='); at !== -1; at = text.indexOf('=', end)) {
    const start = text.lastIndexOf('\n', at) + 1
    end = endOfLine(text, at)
    if (dot < start) dot = text.indexOf('.', start)
    if (dot === -1) break
    if (dot < end) lines.push(text.slice(start, end))
  }
  return lines.join('\n')
}

/** Lines that have a word. */
export function linesWith(text: string, word: string): string {
  const lines: string[] = []
  let end = -1
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, end)) {
    end = endOfLine(text, at)
    lines.push(text.slice(text.lastIndexOf('\n', at) + 1, end))
  }
  return lines.join('\n')
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}
