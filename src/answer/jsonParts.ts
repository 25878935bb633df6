// The JSON text of a long answer in parts, so that others get their turn between them.

/** What `JSON.stringify` writes: each item of a list that is a member is a part, like any other member. */
export function* jsonParts(
  value: Readonly<Record<string, unknown>>,
): Generator<string, void, undefined> {
  let before = '{'
  for (const [key, member] of Object.entries(value)) {
    const named = `${before}${JSON.stringify(key)}:`
    if (Array.isArray(member)) {
      yield `${named}[`
      for (let index = 0; index < member.length; index++) {
        yield `${index > 0 ? ',' : ''}${JSON.stringify(member[index]) ?? 'null'}`
      }
      yield ']'
    } else {
      const text = JSON.stringify(member) as string | undefined // Its declared type forgets undefined.
      if (text === undefined) continue
      yield `${named}${text}`
    }
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}
