// A cell of a notebook as Python: lines that speak to the notebook or to a shell are none.

import { parsesAsPython } from './grammar/parsesAsPython.ts'

/** Magics of a whole cell below which Python goes on. */
const GOES_ON = /^\s*%%(?:time|timeit|capture|prun|memit|mprun|lprun|heat|snakeviz|px|wandb)\b/
const WHOLE = /^\s*%%/
/** `%magic`, `!command`, `?name`, `name?`, and what the two give. */
const SPOKEN = /^(\s*)(?:[%!?].*|[\w.]+\?{1,2})$/
const GIVEN = /^(\s*[\w.,\s[\]()*]+=\s*)[%!].*$/

/** The same number of lines; null for what is no Python even so. */
export function asPython(lines: readonly string[]): readonly string[] | null {
  if (isPython(lines)) return lines
  const first = lines.findIndex((line) => line.trim() !== '')
  const head = lines[first] ?? ''
  if (WHOLE.test(head) && !GOES_ON.test(head)) return lines.map(() => '')
  // What was said to a shell may go on: `!pip install a \\`.
  let isSpokenOn = false
  const plain = lines.map((line, index) => {
    if (index === first && WHOLE.test(head)) return ''
    const isWithin = isSpokenOn
    isSpokenOn = line.endsWith('\\') && (isWithin || /^\s*[%!]/.test(line))
    if (isWithin) return ''
    const indent = SPOKEN.exec(line)?.[1]
    if (indent !== undefined) return `${indent}pass`
    const given = GIVEN.exec(line)?.[1]
    return given === undefined ? line : `${given}[]`
  })
  return isPython(plain) ? plain : null
}

/** What cannot be told counts as Python. */
function isPython(lines: readonly string[]): boolean {
  return parsesAsPython(lines.join('\n')) !== false
}
