// What a piece of code does to a name, told by its text alone. Asked for thousands of names: their places
// are looked for, and only what stands around each is read. An expression for each name would have to be
// compiled first.

/** `name, …`, `name = …`, `name: int = …`, `name += …`, `for name in …`. */
const GIVEN = /\s*,|\s*(?::[^=\n]+)?=(?!=)|\s*[-+*/|&@%]+=|\s+in\b/y
const WALRUS = /\s*:=/y
const BINDING = /(?:\b(?:as|del|global|nonlocal|import|def|class)|,)\s+$/
const DEFINING = /\b(?:def|class)\s+$/
/** Longer than any word above, with the blanks of a line that is continued. */
const BEFORE_MAX = 200

/** Whether a name may be bound: given a value, imported, defined, deleted. */
export function isAssigned(name: string, text: string): boolean {
  for (const at of placesOf(name, text)) {
    const end = at + name.length
    if (text[at - 1] !== '.' && matchesAt(GIVEN, text, end)) return true
    if (matchesAt(WALRUS, text, end)) return true
    if (!isBlank(text[at - 1])) continue
    const before = text.slice(Math.max(0, at - BEFORE_MAX), at)
    if (!/[=.(]/.test(text[end] ?? '') ? BINDING.test(before) : DEFINING.test(before)) return true
  }
  return false
}

/** `name.attribute = …`, `name.attribute += …`. */
const ATTRIBUTE = /\.\w+\s*[-+*/|]?=(?!=)/y
const HANDING = /[(,=*]\s*$/
const HANDED = /\s*[,)\]}]/y

/** Whether a name is given an attribute, or handed to somebody who may do so. */
export function isChanged(name: string, text: string): boolean {
  for (const at of placesOf(name, text)) {
    const end = at + name.length
    if (matchesAt(ATTRIBUTE, text, end)) return true
    if (!matchesAt(HANDED, text, end)) continue
    if (HANDING.test(text.slice(Math.max(0, at - BEFORE_MAX), at))) return true
  }
  return false
}

/** Where a name stands as a word of its own. */
function* placesOf(name: string, text: string): Generator<number> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!isWordAt(text, at - 1) && !isWordAt(text, at + name.length)) yield at
  }
}

function isWordAt(text: string, at: number): boolean {
  return /\w/.test(text[at] ?? '')
}

function isBlank(char: string | undefined): boolean {
  return char !== undefined && /\s/.test(char)
}

function matchesAt(expression: RegExp, text: string, at: number): boolean {
  expression.lastIndex = at
  return expression.test(text)
}
