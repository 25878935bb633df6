// Whether two addresses of an index are one: a slash at the end and capitals of the host do not count.
// Who asks does: another user may be shown something else.

export function sameAddress(one, other) {
  const [left, right] = [formOf(one), formOf(other)]
  return left !== null && left === right
}

function formOf(text) {
  try {
    const { protocol, username, password, host, pathname, search } = new URL(String(text).trim())
    return [protocol, username, password, host, pathname.replace(/\/+$/, ''), search].join(' ')
  } catch {
    return null
  }
}
