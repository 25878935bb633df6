// Money is an integer of millionths of a dollar; floating point never touches an amount.

export type MicroUsd = number

/** `2000` → `0.002`: plain decimal, no trailing zeros, at least one digit after the point. */
export function renderUsd(amount: MicroUsd): string {
  const sign = amount < 0 ? '-' : ''
  const digits = String(Math.abs(amount)).padStart(7, '0')
  const whole = digits.slice(0, -6)
  const fraction = digits.slice(-6).replace(/0+$/, '') || '0'
  return `${sign}${whole}.${fraction}`
}

/** The amount that a person wrote (`5`, `0.25`), or null when it is not one. */
export function parseUsd(written: string): MicroUsd | null {
  const match = /^(\d{1,9})(?:\.(\d{1,6}))?$/.exec(written)
  if (match === null) return null
  const [, whole = '', fraction = ''] = match
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'))
}
