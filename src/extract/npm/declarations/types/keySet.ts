// A set of names, and whether it has all of them.

/** Texts that a type consists of. */
export class KeySet extends Set<string> {
  /** None was left out because it could not be told. */
  isWhole = true
}

export function keySet(keys: Iterable<string>, isWhole: boolean): KeySet {
  const set = new KeySet(keys)
  set.isWhole = isWhole
  return set
}
