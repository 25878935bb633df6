// How deep the text of a JSON value nests. Whatever walks a value may recurse, so this is looked at
// before the value exists.

const QUOTE = 0x22
const BACKSLASH = 0x5c
const BRACKET = 0x5b
const BRACE = 0x7b

export function nestsDeeper(json: string, depthMax: number): boolean {
  if (json.length <= 2 * depthMax) return false
  let depth = 0
  let inString = false
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i)
    if (unit === QUOTE) inString = !inString
    else if (inString) {
      if (unit === BACKSLASH) i++
    } else if (unit === BRACKET || unit === BRACE) {
      if (++depth > depthMax) return true
    } else if (unit === BRACKET + 2 || unit === BRACE + 2) depth--
  }
  return false
}
