// One name in every place of a language's grammar: it is found, or the code is known to set it.
// `scripts/truth/check/positions.py --alone` makes the rows of Python by the interpreter's own grammar;
// `scripts/truth/check/positions.ts` puts each of them into all the others as well.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { findReferences } from '../../src/references/findReferences.ts'
import {
  HEADS,
  isModuleSlot,
  JAVASCRIPT,
  JSX,
  placed,
  plainly,
  TYPESCRIPT,
} from './positionSeeds.ts'

type Row = Readonly<{ position: string; how: 'read' | 'set' | 'quoted'; code: string }>

const PYTHON = readFileSync(new URL('./pythonPositions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line))

describe('every place of Python', () => {
  test.each(PYTHON)('$position, $how: $code', ({ how, code }) => {
    const report = findReferences('a.py', code)
    expect(report?.problem).toBeNull()
    const isFound = report?.references.some(
      ({ name, module }) => name === 'nope' && module === 'web',
    )
    if (how === 'set') expect([isFound, report?.added.has('nope')]).toEqual([false, true])
    else expect(isFound).toBe(true)
  })
})

const SCRIPTS = [
  ['a.ts', TYPESCRIPT],
  ['a.tsx', JSX],
  ['a.cjs', JAVASCRIPT],
] as const

describe.each(SCRIPTS)('every place of %s', (path, seeds) => {
  const codes = seeds.flatMap((seed) =>
    [...placed(seed, plainly)].map(({ slot, code }) => ({ slot, code })),
  )
  test.each(codes)('$code', ({ slot, code }) => {
    const report = findReferences(path, `${isModuleSlot(slot) ? '' : HEADS[path]}${code}\n`)
    expect(report?.problem).toBeNull()
    const isFound = report?.references.some(
      ({ name, module }) => module === 'paint/nope' || (module === 'paint' && name === 'nope'),
    )
    if (slot === 'S') expect([isFound, report?.added.has('nope')]).toEqual([false, true])
    else expect(isFound).toBe(true)
  })
})
