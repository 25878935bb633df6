// What is made when it is first asked for, and kept: maps that are filled as they are asked.

type Filled<K, V> = { get(key: K): V | undefined; set(key: K, value: V): unknown }

/** What is kept under a key; made and kept where nothing is. */
export function keptIn<K, V>(map: Filled<K, V>, key: K, make: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

/** The same of a single thing. */
export function keptOnce<T>(make: () => T): () => T {
  let made: { value: T } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** The same of work, for as long as it is under way: whoever asks meanwhile waits for it. */
export function keptWhileRunning<Given extends unknown[], T>(
  work: (...given: Given) => Promise<T>,
): (...given: Given) => Promise<T> {
  let running: Promise<T> | null = null
  return (...given) => {
    running ??= work(...given).finally(() => {
      running = null
    })
    return running
  }
}

/** One more value in the list of a key. */
export function addToList<K, V>(lists: Filled<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
