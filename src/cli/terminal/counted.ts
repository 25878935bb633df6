// Numbers with what they count.

/** `1 error`, `2 errors`; `many` where an s at the end does not do. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`
}
