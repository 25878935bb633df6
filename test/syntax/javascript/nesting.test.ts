import { describe, expect, test } from 'vitest'
import { nestingOf } from '../../../src/syntax/javascript/nesting.ts'
import { moduleOf } from '../../extract/npm/javascript/readPackage.ts'

describe('texts that would take the parser down', () => {
  const many = 100_000
  test.each([
    ['brackets', '['.repeat(many)],
    ['closed brackets', '('.repeat(many) + ')'.repeat(many)],
    ['blocks', '{'.repeat(many) + '}'.repeat(many)],
    ['objects', `x=${'{a:'.repeat(many)}1${'}'.repeat(many)}`],
    ['templates', `${`\`\${`.repeat(many)}1${'}`'.repeat(many)}`],
    ['functions', 'function f(){'.repeat(many) + '}'.repeat(many)],
    ['arrows', `${'a=>'.repeat(many)}1`],
    ['conditions', `${'a?b:'.repeat(many)}1`],
    ['statements', `${'if(1)'.repeat(many)};`],
    ['other statements', `${'if(a)b;else '.repeat(many)}c`],
    ['negations', `${'!'.repeat(many)}1`],
    ['sums', `${'a+'.repeat(many)}1`],
    ['assignments', `${'a='.repeat(many)}1`],
    ['words', `${'typeof '.repeat(many)}x`],
  ])('%s', (_, text) => {
    expect(moduleOf(text)).toMatchObject({ state: 'unreadable', reason: 'nests too deep to read' })
  })

  test('honest texts are no such thing', () => {
    const methods = Array.from({ length: 20_000 }, (_, i) => `m${i}() { return ${i} }`).join('\n')
    expect(nestingOf(`class X {\n${methods}\n}`)).toBeLessThan(20)
    const lines = Array.from({ length: 50_000 }, (_, i) => `foo(${i})`).join('\n')
    expect(nestingOf(lines)).toBeLessThan(20)
    const list = Array.from({ length: 100_000 }, () => '[1, "(((("]').join(',')
    expect(nestingOf(`x = [${list}]`)).toBeLessThan(20)
    expect(nestingOf(`x = ${'/[(\\/]((/.test(a) || '.repeat(50)}1`)).toBeLessThan(100)
    expect(nestingOf(`// (((((\n/* {{{{ */ "[[[" + \`((\${a}((\``)).toBeLessThan(5)
  })
})
