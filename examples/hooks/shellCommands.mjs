// The commands that a shell script runs, as far as its text tells: lists of words, with those inside of
// substitutions, subshells and texts that are handed to a shell. It takes each letter a bounded number of
// times, whatever the text is.

/** Substitutions within substitutions; what is deeper is not read, and `isCut` says so. */
const DEPTH_MAX = 8
const BLANK = /[ \t\r]+/y
/** Letters that mean only themselves. */
const ORDINARY = /[^ \t\r\n;&|()<>\\'"$`*?{}#]+/y
const REDIRECT = /&?[<>]{1,2}[&|]?/y
const VARIABLE = /\$(?:\w+|[@*#?!$-])/y
const IN_QUOTES = /[^\\"$`]+/y

/**
 * `words` of a command: `text` without quotes, `isPlain` false where only the shell knows what it will
 * be, `isQuoted` where a part of it stands in `"`. `input` is the text that it is handed by `<<` or
 * `<<<`, or null. `from` is the command whose output it reads, one without words where that is a group of
 * commands (`isGroup`) or a file, or null. `isInside`: it runs in a shell of its own, and moves no other.
 * `writes`: the files that take its output. `isInputOpen`: only the shell knows what `input` will be.
 */
export function commandsIn(script) {
  const found = { commands: [], isCut: false }
  readScript(script, 0, found)
  return found
}

function readScript(script, depth, found) {
  if (depth > DEPTH_MAX) {
    found.isCut = true
    return
  }
  const inner = (text) => readScript(text, depth + 1, found)
  let command = newCommand(null)
  let last = null
  let waiting = []
  let at = 0
  let open = 0
  const next = (isPipe = false) => {
    if (command.words.length > 0) {
      command.isInside = depth + open > 0
      found.commands.push(command)
      last = command
    }
    command = newCommand(isPipe ? last : null)
  }
  while (at < script.length) {
    at = after(BLANK, script, at)
    const sign = script[at]
    if (sign === undefined) break
    if (sign === '\n') {
      at += 1
      for (const one of waiting) at = readHandedText(script, at, one, inner)
      waiting = []
      // A pipe goes on in the next line.
      if (command.words.length > 0) next()
    } else if (sign === '#') at = lineEnd(script, at)
    else if (script.startsWith('\\\n', at)) at += 2
    else if ((sign === '<' || sign === '>') && script[at + 1] === '(') {
      const end = closing(script, at + 2, 0)
      inner(script.slice(at + 2, end))
      command.words.push({ text: script.slice(at, end + 1), isPlain: false })
      at = end + 1
    } else if (sign === '<' && script.startsWith('<<', at)) {
      const isLine = script.startsWith('<<<', at)
      const isIndented = !isLine && script[at + 2] === '-'
      const from = after(BLANK, script, at + (isLine || isIndented ? 3 : 2))
      const { text, end } = readWord(script, from, inner)
      const isQuoted = /["'\\]/.test(script.slice(from, end))
      if (isLine) command.input = text
      else waiting.push({ text, isIndented, isQuoted, command })
      at = Math.max(end, from)
    } else if (sign === '<' || sign === '>' || /^&>/.test(script.slice(at, at + 2))) {
      const from = after(BLANK, script, after(REDIRECT, script, at))
      if (sign === '<') command.from ??= newCommand(null)
      const { end, ...word } = readWord(script, from, inner)
      const signs = script.slice(at, from)
      // `2>&1` and `2> log` write no output to a file.
      const isOutput = /^&?>/.test(signs) && !signs.includes('>&') && !isError(script, at)
      if (isOutput) command.writes.push({ word, isMore: signs.includes('>>') })
      at = end
    } else if (sign === '|' && script[at + 1] !== '|') {
      at += script[at + 1] === '&' ? 2 : 1
      next(true)
    } else if (sign === ')' || (sign === '}' && /^\}\s*\|(?!\|)/.test(script.slice(at, at + 80)))) {
      at += 1
      next()
      if (sign === ')') open = Math.max(0, open - 1)
      last = { ...newCommand(null), isGroup: true }
    } else if (script.startsWith('||', at)) {
      at += 2
      next()
    } else if (';&('.includes(sign)) {
      at += 1
      next()
      if (sign === '(') open += 1
    } else {
      const { end, ...word } = readWord(script, at, inner)
      // The number before a redirection belongs to it.
      const isNumber = /^\d+$/.test(word.text) && /[<>]/.test(script[end] ?? '')
      if (!isNumber) command.words.push(word)
      at = end
    }
  }
  next()
}

const newCommand = (from) => ({ words: [], input: null, from, isInside: false, writes: [] })

/** Whether a number before a redirection says that it is not the output. */
const isError = (script, at) => /(?:^|\s)[02-9]\d*$/.test(script.slice(Math.max(0, at - 3), at))

/** The lines of `<<END`, which end where END is a line; behind them. */
function readHandedText(script, from, { text, isIndented, isQuoted, command }, inner) {
  const at = behindHandedText(script, from, { text, isIndented })
  const lines = script.slice(from, at).split('\n')
  // Behind the line that ends it nothing is left; where it never ends all of it is the text.
  if (lines.at(-1) === '') lines.pop()
  const last = lines.at(-1) ?? ''
  if ((isIndented ? last.replace(/^\t+/, '') : last) === text) lines.pop()
  command.input = lines.join('\n')
  command.isInputOpen = !isQuoted && /[$`\\]/.test(command.input)
  if (!isQuoted) substitutionsIn(command.input, inner)
  return at
}

/** What a text that is no command has the shell run. */
function substitutionsIn(text, inner) {
  let at = 0
  while (at < text.length) {
    const sign = text[at]
    if (sign === '\\') at += 2
    else if (sign === '$' || sign === '`') at = Math.max(readDollar(text, at, inner), at + 1)
    else at += 1
  }
}

function readWord(script, from, inner) {
  const parts = []
  let isPlain = true
  let isQuoted = false
  let at = from
  const unknown = (end) => {
    isPlain = false
    parts.push(script.slice(at, end))
    at = end
  }
  while (at < script.length) {
    const end = after(ORDINARY, script, at)
    if (end > at) {
      parts.push(script.slice(at, end))
      at = end
      continue
    }
    const sign = script[at]
    if (/[ \t\r\n;&|()<>]/.test(sign)) break
    if (sign === '\\') {
      if (script[at + 1] !== '\n') parts.push(script.slice(at + 1, at + 2))
      at += 2
    } else if (sign === "'") {
      const close = indexOr(script, "'", at + 1)
      parts.push(script.slice(at + 1, close))
      at = close + 1
    } else if (sign === '"') {
      const quoted = readQuoted(script, at + 1, inner)
      parts.push(quoted.text)
      isPlain &&= quoted.isPlain
      isQuoted = true
      at = quoted.end
    } else if (sign === '$' || sign === '`') {
      const end = readDollar(script, at, inner)
      if (end > at) unknown(end)
      else parts.push(script[at++])
    } else if (sign === '*' || sign === '?') unknown(at + 1)
    else parts.push(script[at++])
  }
  const text = parts.join('')
  // `{a,b}` and `{1..3}` are several words.
  if (/\{[^{}]*(?:,|\.\.)[^{}]*\}/.test(text.slice(0, 1_000))) isPlain = false
  return { text, isPlain, isQuoted, end: Math.min(at, script.length) }
}

/** From behind the first quote to behind the last. */
function readQuoted(script, from, inner) {
  const parts = []
  let isPlain = true
  let at = from
  while (at < script.length && script[at] !== '"') {
    const run = after(IN_QUOTES, script, at)
    if (run > at) {
      parts.push(script.slice(at, run))
      at = run
    } else if (script[at] === '\\') {
      const one = script[at + 1] ?? ''
      if (one !== '\n') parts.push(/[$`"\\]/.test(one) ? one : `\\${one}`)
      at += 2
    } else {
      const end = readDollar(script, at, inner)
      if (end > at) isPlain = false
      parts.push(script.slice(at, Math.max(end, at + 1)))
      at = Math.max(end, at + 1)
    }
  }
  return { text: parts.join(''), isPlain, end: at + 1 }
}

/** Behind what `$` or a backtick begins; where it begins nothing, the same place. */
function readDollar(script, at, inner) {
  if (script[at] === '`') {
    const end = unescaped(script, '`', at + 1)
    inner(script.slice(at + 1, end).replace(/\\([`\\$])/g, '$1'))
    return end + 1
  }
  const sign = script[at + 1]
  if (sign === '(') {
    const end = closing(script, at + 2, 0)
    inner(script.slice(at + 2, end))
    return end + 1
  }
  // What stands in the braces is read on, because it may have more of these.
  if (sign === '{') return at + 2
  if (sign === "'") return unescaped(script, "'", at + 2) + 1
  return after(VARIABLE, script, at)
}

/** `<<END`, and not `<<<`. */
const HANDED = /<<(?!<)(-?)[ \t]*(?:'([^'\n]*)'|"([^"\n]*)"|\\?([^\s;&|()<>'"$`\\]+))/y

function behindHandedText(script, from, { text, isIndented }) {
  let at = from
  while (at < script.length) {
    const end = lineEnd(script, at)
    const line = script.slice(at, end)
    at = end + 1
    if ((isIndented ? line.replace(/^\t+/, '') : line) === text) break
  }
  return at
}

/** The `)` that belongs to a `(` before this place, or the end of the text. */
function closing(script, from, depth) {
  let open = 1
  let at = from
  let waiting = []
  while (at < script.length) {
    const sign = script[at]
    if (sign === '\n' && waiting.length > 0) {
      // Quotes and brackets in a text that is handed over mean nothing.
      at += 1
      for (const one of waiting) at = behindHandedText(script, at, one)
      waiting = []
      continue
    }
    if (sign === '#' && /[\s;&|(]/.test(script[at - 1] ?? ' ')) {
      at = lineEnd(script, at)
      continue
    }
    if (sign === '<' && script.startsWith('<<', at)) {
      HANDED.lastIndex = at
      const [all = '<<', dash, ...texts] = HANDED.exec(script) ?? []
      const text = texts.find((one) => one !== undefined)
      if (text !== undefined) waiting.push({ text, isIndented: dash === '-' })
      at += all.length
      continue
    }
    if (sign === '\\') at += 1
    else if (sign === "'") at = indexOr(script, "'", at + 1)
    else if (sign === '"') at = quoteEnd(script, at + 1, depth)
    else if (sign === '(') open += 1
    else if (sign === ')') {
      open -= 1
      if (open === 0) return at
    }
    at += 1
  }
  return script.length
}

function quoteEnd(script, from, depth) {
  let at = from
  while (at < script.length && script[at] !== '"') {
    if (script[at] === '\\') at += 2
    else if (script.startsWith('$(', at) && depth < DEPTH_MAX) {
      at = closing(script, at + 2, depth + 1) + 1
    } else at += 1
  }
  return at
}

function after(pattern, text, at) {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

function indexOr(text, sign, from) {
  const at = text.indexOf(sign, from)
  return at === -1 ? text.length : at
}

const lineEnd = (text, from) => indexOr(text, '\n', from)

function unescaped(text, sign, from) {
  let at = from
  while (at < text.length && text[at] !== sign) at += text[at] === '\\' ? 2 : 1
  return Math.min(at, text.length)
}
