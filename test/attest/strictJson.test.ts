import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson, hasLoneSurrogate } from '../../src/attest/canonicalJson.ts'
import { parseStrictJson } from '../../src/attest/strictJson.ts'
import { RECEIPT_DEPTH_MAX } from '../../src/limits.ts'

function brackets(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

const ACCEPTED = [
  { rule: 'an empty object', text: '{}' },
  { rule: 'white space of every kind', text: ' \t\r\n{ "a" :\n[ 1 , 2 ]\t}\r\n' },
  { rule: 'equal keys in different objects', text: '{"a":{"a":1},"b":[{"a":1},{"a":2}]}' },
  { rule: 'a value that equals a key', text: '{"a":"a","b":"a"}' },
  { rule: 'a string that looks like a key', text: '["a:","a",":"]' },
  { rule: 'braces and quotes inside strings', text: '{"{":"}","\\"":"[","\\\\":"]"}' },
  { rule: 'keys that differ in case', text: '{"a":1,"A":2}' },
  { rule: 'the largest safe integer', text: '[9007199254740991,-9007199254740991]' },
  { rule: 'other spellings of one decimal', text: '[1.0,1e0,10e-1,0.50,5E-1,100,1e+2,-0,0.000]' },
  { rule: 'a fraction as JavaScript writes it', text: '[0.1,1e-7,123.456,5e-324]' },
  { rule: 'an escaped surrogate pair', text: '"\\ud83d\\ude00"' },
  { rule: 'a surrogate pair', text: '"\ud83d\ude00"' },
  { rule: 'every escape', text: '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"' },
  { rule: 'the deepest text that is allowed', text: brackets(RECEIPT_DEPTH_MAX) },
  { rule: 'many containers side by side', text: `[${'{},'.repeat(1_000)}[]]` },
  { rule: 'a bare scalar', text: 'null' },
]

const REFUSED = [
  { rule: 'nothing', text: '', reason: 'not_json' },
  { rule: 'a trailing comma', text: '[1,]', reason: 'not_json' },
  { rule: 'two values', text: '{} {}', reason: 'not_json' },
  { rule: 'a byte order mark', text: '\ufeff{}', reason: 'not_json' },
  { rule: 'a single quote', text: "{'a':1}", reason: 'not_json' },
  { rule: 'a leading zero', text: '01', reason: 'not_json' },
  { rule: 'NaN', text: 'NaN', reason: 'not_json' },
  { rule: 'an open string', text: '"a', reason: 'not_json' },
  { rule: 'an open string that ends in an escape', text: '"a\\', reason: 'not_json' },
  { rule: 'a raw control character', text: '"\u0001"', reason: 'not_json' },
  { rule: 'a key twice', text: '{"a":1,"a":1}', reason: 'duplicate_key' },
  { rule: 'a key twice, once escaped', text: '{"a":1,"\\u0061":2}', reason: 'duplicate_key' },
  { rule: 'a key twice, apart', text: '{"a":[{"b":1}],"c":{},"a" : 2}', reason: 'duplicate_key' },
  {
    rule: 'a key twice, deep down',
    text: '[[{"x":{"a":1,"b":2,"a":3}}]]',
    reason: 'duplicate_key',
  },
  { rule: 'an empty key twice', text: '{"":1,"":2}', reason: 'duplicate_key' },
  { rule: '__proto__ twice', text: '{"__proto__":1,"__proto__":2}', reason: 'duplicate_key' },
  { rule: '2^53', text: '[9007199254740992]', reason: 'number_not_exact' },
  { rule: '2^53 + 1, which rounds', text: '9007199254740993', reason: 'number_not_exact' },
  { rule: '-2^53', text: '-9007199254740992', reason: 'number_not_exact' },
  { rule: 'a large power', text: '1e21', reason: 'number_not_exact' },
  { rule: 'an overflow', text: '1e400', reason: 'number_not_exact' },
  { rule: 'an underflow', text: '[1e-400]', reason: 'number_not_exact' },
  {
    rule: 'more digits than a double holds',
    text: '0.1000000000000000055',
    reason: 'number_not_exact',
  },
  { rule: 'one that rounds to one', text: '0.99999999999999999999', reason: 'number_not_exact' },
  { rule: 'an endless exponent', text: `1e-${'9'.repeat(400)}`, reason: 'number_not_exact' },
  { rule: 'one level too many', text: brackets(RECEIPT_DEPTH_MAX + 1), reason: 'too_deep' },
  { rule: 'a million levels', text: brackets(1_000_000), reason: 'too_deep' },
  { rule: 'a million levels left open', text: '['.repeat(1_000_000), reason: 'not_json' },
  { rule: 'an escaped lone surrogate', text: '"\\ud83d"', reason: 'lone_surrogate' },
  { rule: 'an escaped lone surrogate in a key', text: '{"\\ude00":1}', reason: 'lone_surrogate' },
  { rule: 'a raw lone surrogate', text: '"\ud83d"', reason: 'lone_surrogate' },
  { rule: 'half a pair raw, half escaped', text: '"\ud83d\\ude00"', reason: 'lone_surrogate' },
]

describe('parseStrictJson accepts', () => {
  test.each(ACCEPTED)('$rule', ({ text }) => {
    expect(parseStrictJson(text)).toStrictEqual({ ok: true, value: JSON.parse(text) })
  })

  test('__proto__ as a member of its own, touching no prototype', () => {
    const parsed = parseStrictJson('{"__proto__":{"polluted":true},"constructor":1}')
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in {}).toBe(false)
  })
})

describe('parseStrictJson refuses', () => {
  test.each(REFUSED)('$rule: $reason', ({ text, reason }) => {
    expect(parseStrictJson(text)).toStrictEqual({ ok: false, reason })
  })
})

const anyJson = fc.jsonValue({ maxDepth: 6, stringUnit: 'binary' })

/** Whether canonical JSON carries the value, judged on the value instead of on its text. */
function isExact(value: unknown): boolean {
  try {
    canonicalJson(value, { exactNumbers: true })
    return true
  } catch {
    return false
  }
}

describe('parseStrictJson holds its laws', () => {
  test('it takes a written value exactly when canonical JSON can carry it', () => {
    fc.assert(
      fc.property(anyJson, fc.constantFrom(undefined, 2, '\t'), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        const parsed = parseStrictJson(text)
        expect(parsed.ok).toBe(isExact(value))
        if (parsed.ok) expect(parsed.value).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: 500 },
    )
  })

  test('any text has an answer, and an accepted text is JSON', () => {
    const piece = fc.constantFrom(
      ...['{', '}', '[', ']', ':', ',', '"', '\\', '"a"', '"\\u0061"', '\\ud800', '\ud800'],
      ...['1', '-', '.', 'e9', '0', '9'.repeat(20), 'null', ' ', '\u0000', '__proto__'],
    )
    const noise = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(noise, (text) => {
        const parsed = parseStrictJson(text)
        if (parsed.ok) expect(parsed.value).toStrictEqual(JSON.parse(text))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a number is exact when its decimal is the one that is written back', () => {
    // Decimals of few digits survive a double; the check is done on integers, without doubles.
    const digits = fc.oneof(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 10n ** 15n, max: 10n ** 20n }),
    )
    const spelling = fc.constantFrom(withExponent, withPoint)
    fc.assert(
      fc.property(digits, fc.integer({ min: 0, max: 25 }), spelling, (mantissa, shift, spell) => {
        const parsed = parseStrictJson(spell(mantissa, shift))
        expect(parsed.ok).toBe(isSameDecimal(mantissa, shift))
      }),
      { numRuns: 3_000 },
    )
  })

  test('a duplicate key is found wherever it stands', () => {
    const keys = fc.uniqueArray(fc.string({ unit: 'grapheme' }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(keys, fc.nat(), fc.nat(), (names, pick, place) => {
        const members = names.map((name) => `${JSON.stringify(name)}:{"x":[1]}`)
        expect(parseStrictJson(`{${members.join(',')}}`).ok).toBe(true)
        const twice = members.toSpliced(
          place % (members.length + 1),
          0,
          members[pick % members.length] ?? '',
        )
        expect(parseStrictJson(`{${twice.join(',')}}`)).toMatchObject({ reason: 'duplicate_key' })
      }),
    )
  })

  test('no accepted text holds a lone surrogate', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (content) => {
        const text = JSON.stringify(content)
        expect(parseStrictJson(text).ok).toBe(!hasLoneSurrogate(content))
      }),
    )
  })
})

function withExponent(mantissa: bigint, shift: number): string {
  return `${mantissa}e-${shift}`
}

function withPoint(mantissa: bigint, shift: number): string {
  const digits = String(mantissa).padStart(shift + 1, '0')
  return shift === 0 ? digits : `${digits.slice(0, -shift)}.${digits.slice(-shift)}`
}

/** Whether mantissa × 10^-shift is a safe number whose shortest decimal is that very value. */
function isSameDecimal(mantissa: bigint, shift: number): boolean {
  const value = Number(`${mantissa}e-${shift}`)
  if (value > Number.MAX_SAFE_INTEGER) return false
  // toExponential without an argument gives as many digits as the shortest form has.
  const [head = '', power = ''] = value.toExponential().split('e')
  const fraction = head.split('.')[1]?.length ?? 0
  const written = BigInt(head.replace('.', ''))
  const exponent = Number(power) - fraction
  const low = Math.min(exponent, -shift)
  return written * 10n ** BigInt(exponent - low) === mantissa * 10n ** BigInt(-shift - low)
}
