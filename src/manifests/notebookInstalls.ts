// What a notebook installs by itself: `%pip install name==1.0`, `!pip install name`.

import { type CellLine, notebookIn } from '../domain/texts/notebook.ts'
import {
  emptyManifest,
  isRemote,
  type Manifest,
  REQUIREMENTS_MAX,
  type Requirement,
  shownText,
  TOO_MANY,
} from './manifest.ts'
import { parseRequirement } from './pep508.ts'

const INSTALL =
  /^\s*(?:[%!]{1,2}\s*)?(?:\{?sys\.executable\}?\s+-m\s+|python3?\s+-m\s+|uv\s+)?pip3?\s+install\s+(.*)$/
const TAKES_WORD =
  /^(?:-[rcfitepb]|--(?:requirement|constraint|find-links|index-url|extra-index-url|target|editable|platform|prefix|root|progress-bar|timeout|retries|proxy|python))$/
const OTHER_INDEX = /^(?:-[fi]|--(?:find-links|index-url|extra-index-url|no-index))(?:=|$)/

/** Null for a notebook that installs nothing. What it installs counts for this file alone. */
export function notebookInstalls(path: string, text: string): Manifest | null {
  if (!/pip3?\s+install/.test(text)) return null
  const notebook = notebookIn(text)
  if (typeof notebook === 'string') return null
  const requirements: Requirement[] = []
  const elsewhere: string[] = []
  let isElsewhereToo = false
  let problem: string | null = null
  for (const line of notebook.cells.flatMap(({ lines }) => lines)) {
    const command = INSTALL.exec(line.text)?.[1]
    if (command === undefined || !isSpoken(line)) continue
    const start = line.text.length - command.length
    for (const { word, at, option } of wordsOf(command)) {
      if (OTHER_INDEX.test(option ?? word)) isElsewhereToo = true
      if (option !== null || word.startsWith('-')) continue
      const parsed = parseRequirement(word)
      if (parsed === null || parsed.isElsewhere) {
        if (parsed !== null) elsewhere.push(parsed.name)
        else if (!/[./\\:]/.test(word) && !isRemote(word))
          problem ??= `installs what cannot be read: ${shownText(word)}`
        continue
      }
      const { name, pin, range } = parsed
      const written = /^[\w.-]+/.exec(word)?.[0] ?? word
      const place = notebook.placeOf(line, start + at)
      requirements.push({ ecosystem: 'pypi', name, written, ...place, pin, range })
    }
  }
  if (requirements.length === 0 && elsewhere.length === 0 && problem === null) return null
  if (requirements.length > REQUIREMENTS_MAX) problem = TOO_MANY
  return {
    ...emptyManifest(path, problem),
    requirements: requirements.slice(0, REQUIREMENTS_MAX),
    elsewhere,
    isScript: true,
    isInstalled: true,
    ...(isElsewhereToo && { isElsewhereToo: true as const }),
  }
}

/** A line of Python that only holds such a text is none. */
const isSpoken = ({ text }: CellLine) => /^\s*(?:[%!]|(?:python3?|uv|pip3?)\s)/.test(text)

/** Words as a shell has them; what follows is told of the option before it. */
function* wordsOf(
  command: string,
): Generator<Readonly<{ word: string; at: number; option: string | null }>> {
  let option: string | null = null
  for (const found of command.matchAll(
    /"([^"]*)"|'([^']*)'|((?:[^\s"'#;&|<>]|(?<=[^\s])[<>])+)|([#;&|])/g,
  )) {
    const { 1: double, 2: single, 3: bare, 4: end, index } = found
    if (end !== undefined) return
    const quoted = double ?? single
    const word = quoted ?? bare ?? ''
    yield { word, at: index + (quoted === undefined ? 0 : 1), option }
    option = option === null && TAKES_WORD.test(word) ? word : null
  }
}
