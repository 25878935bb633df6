// The text of a type that was read is read again where it is put into another one.

import { expect, test } from 'vitest'
import { around, parseType } from '../../src/signatures/parseType.ts'

const TEXTS = [
  '(string) => void',
  '((string) => void) | null',
  '<T0 extends string = "a", T1>(this: T0, T1?, ...Array<T0>) => Promise<T0 | T1>',
  '{ a: (string) => void; b!: (string) => void; c?: number; readonly d: (T0) => T0 }',
  '{ (string) => void; new (number) => Date; [string]: (string) => void }',
  'abstract new (...Array<any>) => { x: 1 }',
  '[(string) => void, number?, ...Array<"a" | "b">]',
  'T0 extends (infer T1) => void ? (T1) => string : never',
  'Map<string, (Error | null, <T0>(T0) => T0) => void>',
  '{ readonly [T1 in keyof T0]?: (T0[T1]) => void }',
]

test.each(TEXTS)('%s is read again as what it is', (written) => {
  const read = (text: string) =>
    parseType(
      text,
      around(new Map(), () => true, true),
    )
  const once = read(written)
  expect(once.form).not.toBe('atom')
  expect(read(once.text)).toMatchObject({ form: once.form, text: once.text })
})
