// What a serialized FileDescriptorProto declares: code that protoc generates for Python is little
// more than these bytes, and makes its classes from them when it is imported.

export type MessageName = Readonly<{
  name: string
  kind: 'message' | 'enum' | 'value'
  /** Names below a message or an enum. */
  members: readonly string[]
}>

const NESTING_MAX = 32
const NAMES_MAX = 50_000

/** The names in the order of the file; null when the bytes are no such file. */
export function messageNames(bytes: Uint8Array): MessageName[] | null {
  const names: MessageName[] = []
  try {
    for (const { field, body } of fieldsOf(bytes)) {
      if (body === null || names.length > NAMES_MAX) continue
      if (field === 4) names.push(message(body, 0))
      else if (field === 5) {
        const one = enumeration(body)
        names.push(one)
        // Values of an enum stand beside it, as in C.
        for (const name of one.members) names.push({ name, kind: 'value', members: [] })
      } else if (field === 7) {
        const name = nameOf(body)
        const number = `${name.toUpperCase()}_FIELD_NUMBER`
        names.push(
          { name, kind: 'value', members: [] },
          { name: number, kind: 'value', members: [] },
        )
      }
    }
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
  return names
}

function message(bytes: Uint8Array, depth: number): MessageName {
  if (depth > NESTING_MAX) throw new RangeError('messages within messages')
  const members: string[] = ['DESCRIPTOR']
  let name = ''
  for (const { field, body } of fieldsOf(bytes)) {
    if (body === null) continue
    if (field === 1) name = text(body)
    else if (field === 2 || field === 6) {
      const one = nameOf(body)
      members.push(one, `${one.toUpperCase()}_FIELD_NUMBER`)
    } else if (field === 3) members.push(message(body, depth + 1).name)
    else if (field === 4) {
      const one = enumeration(body)
      members.push(one.name, ...one.members)
    }
  }
  return { name, kind: 'message', members }
}

function enumeration(bytes: Uint8Array): MessageName {
  const members: string[] = []
  for (const { field, body } of fieldsOf(bytes)) {
    if (field === 2 && body !== null) members.push(nameOf(body))
  }
  return { name: nameOf(bytes), kind: 'enum', members }
}

function nameOf(bytes: Uint8Array): string {
  for (const { field, body } of fieldsOf(bytes)) if (field === 1 && body !== null) return text(body)
  return ''
}

const decoder = new TextDecoder('utf-8', { fatal: false })

function text(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/** Fields of the wire format; `body` is null for numbers. Throws RangeError where it breaks. */
function* fieldsOf(bytes: Uint8Array): Generator<{ field: number; body: Uint8Array | null }> {
  let at = 0
  const number = (): number => {
    let value = 0
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++]
      if (byte === undefined || shift > 2 ** 63) throw new RangeError('a number without an end')
      value += (byte & 127) * shift
      if (byte < 128) return value
    }
  }
  while (at < bytes.length) {
    const key = number()
    const [field, type] = [Math.floor(key / 8), key % 8]
    let body: Uint8Array | null = null
    if (type === 0) number()
    else if (type === 1) at += 8
    else if (type === 5) at += 4
    else if (type === 2) {
      const length = number()
      body = bytes.subarray(at, at + length)
      at += length
    } else throw new RangeError('no such wire type')
    if (at > bytes.length) throw new RangeError('a field past the end')
    yield { field, body }
  }
}
