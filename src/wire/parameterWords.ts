// Which parameters went and came between two signatures, in words: nobody finds one name between two
// lines of seven hundred characters.

const OPEN = '([{<'
const CLOSE = ')]}>'
const NAMES_SHOWN = 5

/** `\`proxies\` was removed`; empty where nothing went or came, or where that cannot be seen. */
export function parameterWords(from: string | null, to: string | null): string {
  const before = parameterNames(from ?? '')
  const after = parameterNames(to ?? '')
  if (before === null || after === null) return ''
  const gone = before.filter((name) => !after.includes(name))
  const come = after.filter((name) => !before.includes(name))
  const removed =
    gone.length === 0 ? '' : `${list(gone)} ${gone.length === 1 ? 'was' : 'were'} removed`
  const added = come.length === 0 ? '' : `${list(come)} ${come.length === 1 ? 'is' : 'are'} new`
  return [removed, added].filter((part) => part !== '').join(', ')
}

function list(names: readonly string[]): string {
  const hidden = names.length - NAMES_SHOWN
  const shown = (hidden > 1 ? names.slice(0, NAMES_SHOWN) : names).map((name) => `\`${name}\``)
  const all = hidden > 1 ? [...shown, `${hidden} more`] : shown
  return all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`
}

/** Null where the text is no call, or several of them. */
function parameterNames(signature: string): readonly string[] | null {
  const parts = partsOf(signature)
  if (parts === null) return null
  return parts.flatMap((part) => {
    const [, name] =
      /^\s*(?:\*{1,2}|\.{3})?\s*([\p{ID_Start}$_][\p{ID_Continue}$]*)/u.exec(part) ?? []
    return name === undefined ? [] : [name]
  })
}

/** What stands between the commas of the first brackets that are round. */
function partsOf(signature: string): readonly string[] | null {
  const parts: string[] = []
  let depth = 0
  let start = -1
  let quote = ''
  let i = 0
  for (; i < signature.length; i++) {
    const sign = signature[i] ?? ''
    if (quote !== '') {
      if (sign === '\\') i += 1
      else if (sign === quote) quote = ''
    } else if ('"\'`'.includes(sign)) quote = sign
    else if (OPEN.includes(sign)) {
      if (depth === 0 && sign === '(' && start === -1) start = i + 1
      depth += 1
    } else if (CLOSE.includes(sign) && !isArrow(signature, i)) {
      depth -= 1
      if (depth === 0 && start !== -1) break
    } else if (sign === ',' && depth === 1 && start !== -1) {
      parts.push(signature.slice(start, i))
      start = i + 1
    }
  }
  if (start === -1 || i >= signature.length) return null
  // Another way to call it follows: which of them a name belongs to is not seen here.
  if (/[;\n|&]\s*(?:new\s*)?[<(]/.test(signature.slice(i + 1))) return null
  return [...parts, signature.slice(start, i)]
}

/** `=>` and `->` close nothing. */
function isArrow(text: string, index: number): boolean {
  return text[index] === '>' && (text[index - 1] === '=' || text[index - 1] === '-')
}
