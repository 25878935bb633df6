// Whether two addresses of a registry are one: a slash at the end and capitals of the host do not count.

export function sameAddress(one: string, other: string): boolean {
  const left = formOf(one)
  return left !== null && left === formOf(other)
}

function formOf(text: string): string | null {
  const written = text.trim()
  if (!URL.canParse(written)) return null
  const { protocol, host, pathname, search } = new URL(written)
  return `${protocol}//${host}${pathname.replace(/\/+$/, '')}${search}`
}
