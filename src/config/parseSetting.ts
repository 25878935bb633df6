// What texts of variables can be: values, or sentences that say what they must be. No value is ever
// echoed, because it may be a secret.

import { isIP } from 'node:net'

/** Turns the text of a variable into its value, or throws a sentence that says what it must be. */
export type Parse<T> = (text: string) => T

export class Mistake extends Error {}

export const text: Parse<string> = (value) => value

/** Of a file or a folder. */
export const path: Parse<string> = (value) => value

export function integer(min: number, max: number): Parse<number> {
  return (value) => {
    const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN
    if (number >= min && number <= max) return number
    throw new Mistake(`must be a whole number from ${min} to ${max}`)
  }
}

export function oneOf<const T extends string>(...choices: T[]): Parse<T> {
  return (value) => {
    const found = choices.find((choice) => choice === value)
    if (found !== undefined) return found
    throw new Mistake(`must be one of: ${choices.join(', ')}`)
  }
}

export function url(...protocols: string[]): Parse<string> {
  return (value) => {
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    throw new Mistake(
      `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
    )
  }
}

export const address: Parse<string> = (value) => {
  if (/^0x[0-9a-fA-F]{40}$/.test(value)) return value
  throw new Mistake('must be an address: 0x and 40 hex digits')
}

export function list<T>(item: Parse<T>): Parse<readonly T[]> {
  return (value) =>
    value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '')
      .map(item)
}

export const addressRange: Parse<string> = (value) => {
  const [ip = '', bits, ...rest] = value.split('/')
  const family = isIP(ip)
  const most = family === 4 ? 32 : 128
  const fits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  if (family !== 0 && fits && rest.length === 0) return value
  throw new Mistake('must be a list of IP addresses or ranges (10.0.0.0/8), split by commas')
}

/** Goes into a file of lines as it is. */
export const contact: Parse<string> = (value) => {
  if (/^(?:mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(value) && URL.canParse(value)) return value
  throw new Mistake('must be an address that begins with mailto: or https://')
}

export const http = url('http:', 'https:')

/** Paths are put behind it, and the words of its errors name it. */
export const plainHttp: Parse<string> = (value) => {
  const { username, password, search, hash } = new URL(http(value))
  if (`${username}${password}${search}${hash}` === '') return value
  throw new Mistake('must be a URL without credentials, query or fragment')
}
