// Answers that may be unknown. True and false are certain.

export type Answer = boolean | null

/** Every answer is true, or one is false, or it cannot be told. */
export function every<One>(list: readonly One[], ask: (one: One, place: number) => Answer): Answer {
  let result: Answer = true
  for (const [place, one] of list.entries()) {
    const answer = ask(one, place)
    if (answer === false) return false
    if (answer === null) result = null
  }
  return result
}

/** One answer is true, or every one is false, or it cannot be told. */
export function some<One>(list: readonly One[], ask: (one: One) => Answer): Answer {
  let result: Answer = false
  for (const one of list) {
    const answer = ask(one)
    if (answer === true) return true
    if (answer === null) result = null
  }
  return result
}
