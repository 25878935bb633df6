// What a client wants to be given, as its `Accept` header says it (RFC 9110, section 12.5.1).

/** Whether JSON is named and wanted, and no HTML at least as much: a browser names HTML. */
export function wantsJsonOver(accept: string): boolean {
  // Most headers are those of browsers, and name none.
  if (!/json/i.test(accept)) return false
  const json = weightOf(accept, 'application/json')
  return json > 0 && json > weightOf(accept, 'text/html')
}

/** Whether HTML is named, as every browser does, and not refused. */
export function takesHtml(accept: string): boolean {
  return weightOf(accept, 'text/html') > 0
}

/** From 0, for what is refused or not named, to 1. */
function weightOf(accept: string, mediaType: string): number {
  const weights = accept.split(',').flatMap((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
    return type === mediaType ? [weightIn(parameters)] : []
  })
  return Math.max(0, ...weights)
}

/** One that nobody can read counts as none. */
function weightIn(parameters: readonly string[]): number {
  const written = parameters.find((one) => /^q\s*=/.test(one))
  if (written === undefined) return 1
  const [, weight] = /^q\s*=\s*(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(written) ?? []
  return weight === undefined ? 1 : Number(weight)
}
