// What keeps an upgrade from being safe although every use holds.

export function heldWords(uses: number, caveat: string): string {
  return `${uses === 1 ? 'the one use holds' : `all ${uses} uses hold`} by name and call; ${caveat}`
}
