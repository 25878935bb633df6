// What is said of a removal from a module or a class that may have more than its file shows.

/** `owner`: what lost the name, as the row has it. */
export function lostCaveat(owner: string): string {
  return `${owner} may have more than its file shows: the name may be there all the same.`
}
