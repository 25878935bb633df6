// Which page explains a code. The address is below that of the service: who gives it away puts that
// before it, and what is signed has it without, because the same answer is given by many services.

export function errorDocs(code: string): string {
  return `/docs/reference/errors#${code}`
}

export function findingDocs(code: string): string {
  return `/docs/reference/findings#${code}`
}
