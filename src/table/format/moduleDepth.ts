/** How many parts the name of a module has: `requests.sessions` 2, `.` 1, `./operators` 2. */
export function moduleDepth(name: string): number {
  return name.split(name.startsWith('.') ? '/' : '.').length
}
