// Whether one type fits another: yes and no are sure, and what rests on anything that is not in the
// tables is unknown.

export type Answer = 'yes' | 'no' | 'unknown'

/** All of them; one that is not ends it. */
export function every(answers: Iterable<Answer>): Answer {
  let found: Answer = 'yes'
  for (const one of answers) {
    if (one === 'no') return 'no'
    if (one === 'unknown') found = 'unknown'
  }
  return found
}

/** One of them. */
export function some(answers: Iterable<Answer>): Answer {
  let found: Answer = 'no'
  for (const one of answers) {
    if (one === 'yes') return 'yes'
    if (one === 'unknown') found = 'unknown'
  }
  return found
}

/** The same, where no more is asked than is needed. */
export function everyOf<T>(items: Iterable<T>, ask: (item: T) => Answer): Answer {
  return every(answersTo(items, ask))
}

export function someOf<T>(items: Iterable<T>, ask: (item: T) => Answer): Answer {
  return some(answersTo(items, ask))
}

function* answersTo<T>(items: Iterable<T>, ask: (item: T) => Answer): Generator<Answer> {
  for (const item of items) yield ask(item)
}
