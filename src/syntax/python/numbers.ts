// Numbers: where they end, and how Python prints them.

import { CODE, isDigit } from './chars.ts'

/** Longer ones are left as they stand; Python refuses to convert them, too. */
const MAX_DIGITS = 4300

const UNDERSCORE = 95

function digitsEnd(text: string, start: number, end: number): number {
  let at = start
  while (at < end && (isDigit(text.charCodeAt(at)) || text.charCodeAt(at) === UNDERSCORE)) at++
  return at
}

export function numberEnd(text: string, start: number, end: number): number {
  let at = start
  const second = text.charCodeAt(start + 1) | 32
  if (text.charCodeAt(start) === 48 && (second === 120 || second === 111 || second === 98)) {
    at += 2
    while (at < end && /[0-9a-fA-F_]/.test(text.charAt(at))) at++
  } else {
    at = digitsEnd(text, at, end)
    if (text.charCodeAt(at) === CODE.dot && at < end) at = digitsEnd(text, at + 1, end)
    if ((text.charCodeAt(at) | 32) === 101) {
      const sign = text.charAt(at + 1)
      const exponent = sign === '+' || sign === '-' ? at + 2 : at + 1
      if (exponent < end && isDigit(text.charCodeAt(exponent))) at = digitsEnd(text, exponent, end)
    }
  }
  // Imaginary, or long in Python 2.
  const last = at < end ? text.charCodeAt(at) | 32 : 0
  return last === 106 || last === 108 ? at + 1 : at
}

/** What `repr` makes of the number. */
export function numberText(source: string): string {
  const text = source.replaceAll('_', '').toLowerCase()
  if (text.length > MAX_DIGITS) return source
  if (/^\d+$/.test(text) && !/^0\d/.test(text)) return text
  if (/^0+$/.test(text)) return '0'
  if (/^0[xob][0-9a-f]+$/.test(text)) return integerText(text) ?? source
  if (text.endsWith('j')) return `${floatText(Number(text.slice(0, -1)), '')}j`
  if (/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/.test(text) && /[.e]/.test(text)) {
    return floatText(Number(text), '.0')
  }
  return source
}

function integerText(text: string): string | null {
  try {
    return BigInt(text).toString()
  } catch {
    return null
  }
}

/** Shortest digits, with an exponent below 1e-4 and from 1e16 on. */
function floatText(value: number, whole: string): string {
  if (value === Number.POSITIVE_INFINITY) return '1e309'
  if (value === 0) return `0${whole}`
  const [digits = '', power = '0'] = value.toExponential().split('e')
  const exponent = Number(power)
  if (exponent < -4 || exponent >= 16) {
    const sign = exponent < 0 ? '-' : '+'
    return `${digits}e${sign}${String(Math.abs(exponent)).padStart(2, '0')}`
  }
  const plain = digits.replace('.', '')
  if (exponent < 0) return `0.${'0'.repeat(-exponent - 1)}${plain}`
  if (plain.length <= exponent + 1) return `${plain.padEnd(exponent + 1, '0')}${whole}`
  return `${plain.slice(0, exponent + 1)}.${plain.slice(exponent + 1)}`
}
