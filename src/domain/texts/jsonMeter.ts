// How deep and how wide the JSON is that arrives, byte by byte. A parser takes seconds and a gigabyte
// for ten megabytes of brackets, in the thread that serves everybody: such a document is given up
// before it is whole. Texts cost little however long they are, so only what stands outside them counts.

const QUOTE = 0x22
const COMMA = 0x2c
const BRACKET = 0x5b
const BACKSLASH = 0x5c
const BRACE = 0x7b

type JsonBounds = Readonly<{ depthMax: number; valuesMax: number }>

/** Takes the chunks of a document in order; false from the first on with which it is past a bound. */
export function jsonMeter({ depthMax, valuesMax }: JsonBounds): (chunk: Uint8Array) => boolean {
  let depth = 0
  let values = 0
  let isInText = false
  let isEscaped = false
  return (chunk) => {
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at]
      if (isInText) {
        if (isEscaped) isEscaped = false
        else if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInText = false
      } else if (byte === QUOTE) isInText = true
      else if (byte === COMMA) values += 1
      else if (byte === BRACKET || byte === BRACE) {
        depth += 1
        values += 1
        if (depth > depthMax) return false
      } else if (byte === BRACKET + 2 || byte === BRACE + 2) depth -= 1
    }
    return values <= valuesMax
  }
}
