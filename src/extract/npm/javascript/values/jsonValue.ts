// A JSON file as a value.

import { arrayOf, known, ObjectValue, slotOf, Unknown, type Value } from './values.ts'

const LENGTH_MAX = 2 * 1024 * 1024
const VALUES_MAX = 20_000
const DEPTH_MAX = 20

export function jsonValue(text: string): Value {
  if (text.length > LENGTH_MAX) return new Unknown('data that is too large')
  try {
    let left = VALUES_MAX
    const convert = (data: unknown, depth: number): Value => {
      left -= 1
      if (left < 0 || depth > DEPTH_MAX) return new Unknown('data that is too large')
      if (Array.isArray(data)) return arrayOf(data.map((one: unknown) => convert(one, depth + 1)))
      if (typeof data !== 'object' || data === null) return known(data as string)
      const made = new ObjectValue()
      for (const [key, value] of Object.entries(data))
        made.slots.set(key, slotOf(convert(value, depth + 1)))
      return made
    }
    return convert(JSON.parse(text.replace(/^\ufeff/, '')) as unknown, 0)
  } catch {
    return new Unknown('data that is no JSON')
  }
}
