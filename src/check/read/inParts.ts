// A value of JSON in parts, for a channel between processes: whoever receives a message takes it apart
// in one piece, and meanwhile serves nobody else. Long lists are sent item by item, a few at a time.

/** Goes to the end of the list that stands there; the first part is the value, without long lists. */
export type Part = Readonly<{ at: readonly (string | number)[]; items: readonly unknown[] }>

/** Characters of JSON that go together. */
const PART_LENGTH = 16_384
/** Shorter lists stay where they are. */
const ITEMS_WHOLE_MAX = 50

export function* partsOf(value: unknown): Generator<Part, void, undefined> {
  const lists: Part[] = []
  yield { at: [], items: [without(value, [0], lists)] }
  // What stands in items is found while they are sent, and follows them.
  for (const { at, items } of lists) yield* batches(at, items, lists)
}

/** Fills what the parts before have begun; the value is the only item of `root`. */
export function addPart(root: unknown[], { at, items }: Part): void {
  let list: unknown = root
  // The other end has sent what leads there.
  for (const step of at) list = (list as Record<string | number, unknown>)[step]
  for (const item of items) (list as unknown[]).push(item)
}

function* batches(
  at: Part['at'],
  items: readonly unknown[],
  lists: Part[],
): Generator<Part, void, undefined> {
  let batch: unknown[] = []
  let length = 0
  for (const [index, item] of items.entries()) {
    const sent = without(item, [...at, index], lists)
    batch.push(sent)
    length += JSON.stringify(sent)?.length ?? 0
    if (length < PART_LENGTH) continue
    yield { at, items: batch }
    batch = []
    length = 0
  }
  if (batch.length > 0) yield { at, items: batch }
}

/** The value with empty lists in place of long ones, which are added to `lists`. */
function without(value: unknown, at: Part['at'], lists: Part[]): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (!Array.isArray(value)) {
    const entries = Object.entries(value)
    return Object.fromEntries(entries.map(([key, one]) => [key, without(one, [...at, key], lists)]))
  }
  if (value.length <= ITEMS_WHOLE_MAX) {
    return value.map((item, index) => without(item, [...at, index], lists))
  }
  lists.push({ at, items: value })
  return []
}
