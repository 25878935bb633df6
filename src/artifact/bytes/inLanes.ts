// Several things at a time, with one outcome: what is reported never depends on which finished
// first.

// As many as the pool that inflates has threads; more would only hold more memory.
const LANES = 4

/**
 * Runs `work` on every item, started in order. After a failure nothing new starts, and once
 * everything has settled the failure of the earliest item is thrown.
 */
export async function inLanes<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.entries()
  const failures: { index: number; error: unknown }[] = []
  const lane = async (): Promise<void> => {
    for (const [index, item] of queue) {
      try {
        await work(item)
      } catch (error) {
        failures.push({ index, error })
      }
      if (failures.length > 0) return
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  // Everything before the earliest failure had started, so the earliest one is always among them.
  const [first] = failures.toSorted((one, other) => one.index - other.index)
  if (first !== undefined) throw first.error
}
