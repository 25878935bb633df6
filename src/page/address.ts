// The address of a question: `#symbol?ecosystem=pypi&package=requests&symbol=get`. It is a fragment, so
// that no server sees what stands in it before the question is asked.

export type Fields = Readonly<Record<string, string>>
export type Address = Readonly<{ id: string; fields: Fields }>

/** Longer ones are cut by mail programs and chats. */
const ADDRESS_MAX = 8_000

/** Fields that are empty are left out; null where the address would be too long to be passed on. */
export function writeAddress(id: string, fields: Fields): string | null {
  const filled = Object.entries(fields).filter(([, value]) => value !== '')
  const written = `#${id}?${new URLSearchParams(filled)}`
  return written.length > ADDRESS_MAX ? null : written
}

/** What a fragment asks for; without fields it only opens a tab. */
export function readAddress(hash: string): Address {
  const [id = '', ...rest] = hash.replace(/^#/, '').split('?')
  return { id, fields: Object.fromEntries(new URLSearchParams(rest.join('?'))) }
}

/** Whether another question says all that this one says. */
export function isPartOf(one: Fields, other: Fields): boolean {
  return Object.entries(one).every(([name, value]) => other[name] === value)
}
