// The one table of commands and options, and what is made of it.

import { describe, expect, test } from 'vitest'
import { COMMANDS } from '../../../src/cli/commands.ts'
import { readCommon } from '../../../src/cli/terminal/commonOptions.ts'
import { toldAtOnce } from '../../../src/cli/terminal/told.ts'
import { COMMAND_NAMES, COMMON_OPTIONS, factsOf } from '../../../src/cli/words/commands.ts'
import { OPTIONS, optionLines, wrapped } from '../../../src/cli/words/options.ts'

describe('every command', () => {
  test.each(COMMAND_NAMES)('%s tells each of its options, and no other', async (name) => {
    const { usage } = await COMMANDS[name]()
    expect(usage.startsWith(`Usage: assay ${name}`)).toBe(true)
    expect(usage).toContain(optionLines(name))
    const begun = [...usage.matchAll(/^ {2}--([\w-]+)/gm)].map(([, option]) => option)
    expect(begun).toEqual(Object.keys(OPTIONS[name]))
  })

  test.each(COMMAND_NAMES)('%s fits a screen', async (name) => {
    const { usage } = await COMMANDS[name]()
    expect(usage.split('\n').filter((line) => line.length > 118)).toEqual([])
  })

  test('is in the help, and so is every option of all of them', () => {
    const told = toldAtOnce(['help']) ?? ''
    for (const name of COMMAND_NAMES) expect(told).toMatch(new RegExp(`^  ${name} `, 'm'))
    for (const name of Object.keys(COMMON_OPTIONS)) {
      expect(told).toMatch(new RegExp(`^  --${name} `, 'm'))
    }
  })

  test('has no option by the name of one that all of them have', () => {
    const own = Object.values(OPTIONS).flatMap((options) => Object.keys(options))
    expect(own.filter((name) => name in COMMON_OPTIONS || name.startsWith('no-'))).toEqual([])
  })

  test('that may run in a process that stays leaves nothing behind', () => {
    const staying = COMMAND_NAMES.filter((name) => factsOf(name).mayStay)
    expect(staying.filter((name) => factsOf(name).store !== undefined)).toEqual([])
    expect(staying).not.toContain('mcp')
    expect(staying).not.toContain('hook')
    expect(staying).not.toContain('init')
  })
})

describe('options of all commands', () => {
  const given = (...words: string[]) => {
    const common = readCommon(words)
    if (typeof common === 'string') return common
    return [common.argv.join(' '), [...common.given].map((pair) => pair.join('=')).join(' ')]
  }
  test.each([
    [
      ['--quiet', 'check', 'src'],
      ['check src', 'quiet='],
    ],
    [
      ['check', '--color', 'never', 'src'],
      ['check src', 'color=never'],
    ],
    [
      ['check', '--color=always'],
      ['check', 'color=always'],
    ],
    [
      ['check', '--', '--quiet', '--color'],
      ['check -- --quiet --color', ''],
    ],
    [
      ['check', '--config', 'a=b.toml'],
      ['check', 'config=a=b.toml'],
    ],
    [
      ['check', '--config=a=b.toml'],
      ['check', 'config=a=b.toml'],
    ],
    [
      ['check', '--quiet=yes'],
      ['check --quiet=yes', ''],
    ],
    [
      ['check', '--constructor', '--toString'],
      ['check --constructor --toString', ''],
    ],
  ])('%j', (words, expected) => {
    expect(given(...words)).toEqual(expected)
  })

  test.each([
    [['check', '--color'], 'assay: --color takes auto, always, never'],
    [['check', '--color', 'red'], 'assay: --color takes auto, always, never'],
    [['check', '--color='], 'assay: --color takes auto, always, never'],
    [['check', '--config'], 'assay: --config takes <file>'],
  ])('%j is a mistake', (words, sentence) => {
    expect(given(...words)).toBe(sentence)
  })
})

test('texts are wrapped between words', () => {
  expect(wrapped('aa bb cc', 5)).toEqual(['aa bb', 'cc'])
  expect(wrapped('aaaaaaa b', 3)).toEqual(['aaaaaaa', 'b'])
})
