// When something came or went, by the releases that were looked at: between two of them there may be
// others, and nobody knows in which of those it did.

/** `releases`: those that were looked at, oldest first. `version`: the first of them that says so. */
export function betweenReleases(releases: readonly string[], version: string): string {
  const before = releases[releases.indexOf(version) - 1]
  return before === undefined ? `by ${version}` : `between ${before} and ${version}`
}
