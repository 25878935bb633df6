// Code that is loaded when it is first needed: most commands need little of the program, and every
// module costs them a part of their start.

/** One value for everybody, made when the first one asks. */
export function once<T>(make: () => Promise<T>) {
  let value: Promise<T> | null = null
  return {
    get(): Promise<T> {
      value ??= make()
      return value
    },
    /** For whoever closes: null while nobody has asked, and when it could not be made. */
    made: async (): Promise<T | null> => value?.catch(() => null) ?? null,
  }
}

/** What is made on something that was opened, which is closed again where that fails. */
export async function madeOn<T>(making: Promise<T>, close: () => Promise<void>): Promise<T> {
  try {
    return await making
  } catch (error) {
    await close()
    throw error
  }
}

/** A function that is made when it is first called. */
export function later<Given extends readonly unknown[], Result>(
  make: () => Promise<(...given: Given) => Promise<Result>>,
): (...given: Given) => Promise<Result> {
  const made = once(make)
  return async (...given) => (await made.get())(...given)
}
