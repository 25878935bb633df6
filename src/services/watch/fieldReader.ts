// Input from a file, field by field, with what is wrong with it.

export type FieldReader = ReturnType<typeof fieldReader>

/** Reads the fields of an object and notes what is wrong with them, under their place. */
export function fieldReader(document: unknown, place: string, mistakes: string[]) {
  const isObject = typeof document === 'object' && document !== null && !Array.isArray(document)
  if (!isObject) mistakes.push(`${place === '' ? 'the file' : place} must be a table`)
  const fields = (isObject ? document : {}) as Readonly<Record<string, unknown>> // An object, or none.
  const placeOf = (field: string) => (place === '' ? field : `${place}.${field}`)
  const wrong = (field: string, sentence: string): void => {
    mistakes.push(`${placeOf(field)} ${sentence}`)
  }
  const value = (field: string) => (Object.hasOwn(fields, field) ? fields[field] : undefined)

  return {
    wrong,
    value,
    missing(field: string): string {
      // What is there and is wrong has been noted.
      if (value(field) === undefined) wrong(field, 'is missing')
      return ''
    },
    allow(...known: readonly string[]): void {
      for (const field of Object.keys(fields)) {
        if (!known.includes(field)) wrong(field, `is not known here; known are ${known.join(', ')}`)
      }
    },
    object: (field: string) => fieldReader(value(field) ?? {}, placeOf(field), mistakes),
    text(field: string, lengthMax: number): string | null {
      const text = value(field)
      if (text === undefined) return null
      const fits = typeof text === 'string' && text.length >= 1 && text.length <= lengthMax
      if (fits && !/[\p{Cc}\p{Surrogate}]/u.test(text)) return text
      wrong(field, `must be a text of 1 to ${lengthMax} characters on one line`)
      return null
    },
    integer(field: string, min: number, max: number): number | null {
      const number = value(field)
      if (number === undefined) return null
      const isWhole = typeof number === 'number' && Number.isInteger(number)
      if (isWhole && number >= min && number <= max) return number
      wrong(field, `must be a whole number from ${min} to ${max}`)
      return null
    },
    boolean(field: string): boolean | null {
      const given = value(field)
      if (given === undefined || typeof given === 'boolean') return given ?? null
      wrong(field, 'must be true or false')
      return null
    },
    choice<const T extends string>(field: string, choices: readonly T[]): T | null {
      const given = value(field)
      if (given === undefined) return null
      const found = choices.find((choice) => choice === given)
      if (found === undefined) wrong(field, `must be one of ${choices.join(', ')}`)
      return found ?? null
    },
  }
}
