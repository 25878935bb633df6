import canonicalize from 'canonicalize'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CanonicalJsonError, canonicalJson } from '../../src/attest/canonicalJson.ts'
import { RECEIPT_DEPTH_MAX } from '../../src/limits.ts'

function double(bits: string): number {
  return Buffer.from(bits, 'hex').readDoubleBE()
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : [nested(depth - 1)]
}

function faultOf(value: unknown, options = {}): string {
  try {
    return `no fault: ${canonicalJson(value, options)}`
  } catch (error) {
    if (error instanceof CanonicalJsonError) return error.fault
    throw error
  }
}

// RFC 8785, appendix B: the bits of an IEEE 754 double and the text that it is written as.
const RFC_NUMBERS = [
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
] as const

describe('canonicalJson writes RFC 8785', () => {
  test.each(RFC_NUMBERS)('the double %s as %s', (bits, expected) => {
    expect(canonicalJson(double(bits))).toBe(expected)
  })

  test('members by their UTF-16 code units (section 3.2.3)', () => {
    const written = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(canonicalJson(written)).toBe(
      '{"\\r":"Carriage Return","1":"One","\u0080":"Control",' +
        '"\u00f6":"Latin Small Letter O With Diaeresis","\u20ac":"Euro Sign",' +
        '"\ud83d\ude00":"Emoji: Grinning Face","\ufb33":"Hebrew Letter Dalet With Dagesh"}',
    )
  })

  test('literals, numbers and escapes (section 3.2.2)', () => {
    const written = JSON.parse(
      '{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],' +
        '"string":"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/",' +
        '"literals":[null,true,false]}',
    )
    expect(canonicalJson(written)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    )
  })

  test('a member named __proto__ like any other', () => {
    expect(canonicalJson(JSON.parse('{"b":1,"__proto__":{"a":2}}'))).toBe(
      '{"__proto__":{"a":2},"b":1}',
    )
  })

  test('an object without a prototype', () => {
    expect(canonicalJson(Object.assign(Object.create(null), { b: 1, a: 2 }))).toBe('{"a":2,"b":1}')
  })
})

const cycle: Record<string, unknown> = {}
cycle['self'] = { inner: cycle }

const REFUSED = [
  { rule: 'undefined', value: undefined, fault: 'not_plain' },
  { rule: 'an undefined member', value: { a: undefined }, fault: 'not_plain' },
  { rule: 'an undefined item', value: [undefined], fault: 'not_plain' },
  { rule: 'a hole in an array', value: new Array(1_000_000_000), fault: 'not_plain' },
  { rule: 'a function', value: { a: () => 1 }, fault: 'not_plain' },
  { rule: 'a toJSON method', value: { toJSON: () => 'other' }, fault: 'not_plain' },
  { rule: 'a symbol', value: [Symbol('a')], fault: 'not_plain' },
  { rule: 'a bigint', value: { a: 1n }, fault: 'not_plain' },
  { rule: 'a date', value: { a: new Date(0) }, fault: 'not_plain' },
  { rule: 'a map', value: new Map([['a', 1]]), fault: 'not_plain' },
  { rule: 'bytes', value: Buffer.from('a'), fault: 'not_plain' },
  { rule: 'a boxed string', value: Object('a'), fault: 'not_plain' },
  { rule: 'an instance of a class', value: new (class Row {})(), fault: 'not_plain' },
  { rule: 'NaN', value: double('7fffffffffffffff'), fault: 'number_not_finite' },
  { rule: 'Infinity', value: [double('7ff0000000000000')], fault: 'number_not_finite' },
  { rule: 'a lone high surrogate', value: 'a\ud83d', fault: 'lone_surrogate' },
  { rule: 'a lone low surrogate', value: ['\ude00'], fault: 'lone_surrogate' },
  { rule: 'a surrogate pair in reverse', value: '\ude00\ud83d', fault: 'lone_surrogate' },
  { rule: 'a lone surrogate in a key', value: { '\ud83d': 1 }, fault: 'lone_surrogate' },
  { rule: 'a cycle', value: cycle, fault: 'cycle' },
  { rule: 'one level too many', value: nested(RECEIPT_DEPTH_MAX + 1), fault: 'too_deep' },
  { rule: 'a hundred thousand levels', value: deepArray(100_000), fault: 'too_deep' },
]

function deepArray(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('canonicalJson refuses what JSON cannot carry', () => {
  test.each(REFUSED)('$rule: $fault', ({ value, fault }) => {
    expect(faultOf(value)).toBe(fault)
  })

  test('the deepest value that is allowed passes', () => {
    expect(canonicalJson(nested(RECEIPT_DEPTH_MAX))).toBe(
      `${'['.repeat(RECEIPT_DEPTH_MAX)}1${']'.repeat(RECEIPT_DEPTH_MAX)}`,
    )
  })

  test('one object in two places is no cycle', () => {
    const shared = { a: 1 }
    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]')
  })

  test.each([
    [Number.MAX_SAFE_INTEGER, 'no fault: 9007199254740991'],
    [-Number.MAX_SAFE_INTEGER, 'no fault: -9007199254740991'],
    [Number.MAX_SAFE_INTEGER + 1, 'number_not_exact'],
    [-Number.MAX_SAFE_INTEGER - 1, 'number_not_exact'],
    [1e300, 'number_not_exact'],
    [0.1, 'no fault: 0.1'],
  ])('with exact numbers asked for, %d: %s', (value, expected) => {
    expect(faultOf(value, { exactNumbers: true })).toBe(expected)
  })
})

const anyJson = fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' })

describe('canonicalJson holds its laws', () => {
  test('it parses back to the same value, and writes that value the same', () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const text = canonicalJson(value)
        // Minus zero is written as zero, as RFC 8785 asks.
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)))
        expect(canonicalJson(JSON.parse(text))).toBe(text)
      }),
    )
  })

  test('the order in which members were added never shows', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson), (members) => {
        const reversed = Object.fromEntries(Object.entries(members).reverse())
        expect(canonicalJson(reversed)).toBe(canonicalJson(members))
      }),
    )
  })
})

test('agrees with another implementation on any JSON value', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6, stringUnit: 'grapheme' }), (value) => {
      expect(canonicalJson(value)).toBe(canonicalize(value))
    }),
    { numRuns: 5_000 },
  )
})

test('a member is read once: a getter cannot show two values', () => {
  let reads = 0
  const shifty = {
    get value() {
      reads += 1
      return reads
    },
  }
  expect(canonicalJson(shifty)).toBe('{"value":1}')
})
