// Which page explains a code. The address is below that of the service: who gives it away puts that
// before it. What is signed has it as it is, because every node and every service must sign the same.

export const FINDINGS_PAGE = '/docs/reference/findings'

export function errorDocs(code: string): string {
  return `/docs/reference/errors#${code}`
}

/** What a check, an upgrade or a job says about a place in code. */
export function findingDocs(code: string): string {
  return `${FINDINGS_PAGE}#${code}`
}

/** Why a payee should be paid or not. */
export function spendDocs(code: string): string {
  return `/docs/reference/spend#${code}`
}
