// Multiples as people count them: 0.3 is a multiple of 0.1, although no binary fraction says so.

type Decimal = Readonly<{ digits: bigint; exponent: number }>

export function isMultipleOf(value: number, of: number): boolean {
  const [one, other] = [decimalOf(value), decimalOf(of)]
  const exponent = Math.min(one.exponent, other.exponent)
  return scaled(one, exponent) % scaled(other, exponent) === 0n
}

function scaled({ digits, exponent }: Decimal, to: number): bigint {
  return digits * 10n ** BigInt(exponent - to)
}

/** The shortest decimal that stands for the number, which is what was written. */
function decimalOf(value: number): Decimal {
  const [mantissa = '0', exponent = '0'] = String(Math.abs(value)).split('e')
  const [whole = '0', fraction = ''] = mantissa.split('.')
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length }
}
