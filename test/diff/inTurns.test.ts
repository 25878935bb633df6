// A diff that gives way says what one that does not says, whatever runs in between.

import { expect, test } from 'vitest'
import { diffInTurns, diffTables } from '../../src/diff/diffTables.ts'
import { writePath } from '../../src/domain/names/symbolPath.ts'
import { encodeTable } from '../../src/table/format/encodeTable.ts'
import { openTable } from '../../src/table/openTable.ts'
import { tableOf as npmTable } from '../extract/npm/tableOf.ts'
import { tableOf as pythonTable } from '../extract/python/packageOf.ts'

/** Types that take many steps to compare, so that what one diff takes would show in another. */
function wide(of: string, count: number) {
  const nested = (depth: number): string =>
    depth === 0 ? of : `{ a: ${nested(depth - 1)}; b: Array<${nested(depth - 1)}> }`
  const lines = Array.from(
    { length: count },
    (_, n) => `export function f${n}(x: ${nested(6)}): void`,
  )
  return openTable(encodeTable(npmTable({ 'index.d.ts': lines.join('\n') })))
}

const options = {
  language: 'typescript',
  versions: { from: '1.0.0', to: '2.0.0' },
  write: (path: readonly string[]) => writePath('npm', 'pkg', path),
} as const

test('several at once say what each says alone', async () => {
  const [few, many] = [
    { from: wide('string', 20), to: wide('string | number', 20) },
    { from: wide('string', 30), to: wide('string | boolean', 30) },
  ]
  const alone = [diffTables(few, options), diffTables(many, options)]
  expect(alone.map(({ changed }) => changed.length)).toEqual([20, 30])
  const never = new AbortController().signal
  const together = await Promise.all(
    [few, many, few, many].map((tables) => diffInTurns(tables, options, never)),
  )
  expect(together).toEqual([...alone, ...alone])
})

test('others have their turn, and nobody is worked for who has left', async () => {
  const functions = (value: number) => {
    const lines = Array.from(
      { length: 5_000 },
      (_, n) => `def f${n}(x, y=${value}, *, z="${n}"): ...`,
    )
    return openTable(encodeTable(pythonTable({ 'pkg.py': lines.join('\n') })))
  }
  const leaving = new AbortController()
  setImmediate(() => leaving.abort(new Error('gone')))
  const tables = { from: functions(1), to: functions(2) }
  const diff = diffInTurns(tables, { ...options, language: 'python' }, leaving.signal)
  await expect(diff).rejects.toThrow('gone')
})
