// What a person reads: which word is missing, what went wrong in a sentence, and where it is.

import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { renderCheck } from '../../src/cli/check/checkReport.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { output } from '../../src/cli/terminal/output.ts'
import { screenWidth } from '../../src/cli/terminal/screenWidth.ts'
import { tellFault } from '../../src/cli/terminal/tellFault.ts'
import { isCommand } from '../../src/cli/words/commands.ts'
import { ConfigError } from '../../src/config.ts'
import { type ErrorCode, ServiceError } from '../../src/errors.ts'
import { cliTools } from '../support/cliTools.ts'

function printed() {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  return { out, text: () => text }
}

/** Commands by their names, over nothing at all. */
async function run(argv: readonly string[], out: ReturnType<typeof output>) {
  const [command = '', ...rest] = argv
  return isCommand(command) ? (await COMMANDS[command]()).run(rest, cliTools({ out })) : null
}

describe('a word that is missing or too many is named', () => {
  test.each([
    ['package', 'the ecosystem (pypi or npm) is missing'],
    ['package npm', 'the package is missing'],
    ['package npm a b', '"b" is one word too many'],
    ['files npm', 'the package is missing'],
    ['symbol pypi requests', 'the symbol is missing'],
    ['symbol requests get', 'the ecosystem is pypi or npm, not "requests"'],
    ['symbol pypi requests get more', '"more" is one word too many'],
    ['diff npm vue', 'the older version is missing'],
    ['diff npm vue 1.0.0', 'the newer version is missing'],
    ['diff npm vue 1.0.0 2.0.0 3.0.0', '"3.0.0" is one word too many'],
    ['upgrade pypi flask 2.0.0', 'the newer version is missing'],
    ['table', 'the ecosystem (pypi or npm) is missing'],
    ['table --file a.whl more', '"more" is one word too many'],
    ['index-history npm', 'the package is missing'],
    ['ingest', 'the ecosystem (pypi or npm) is missing'],
    ['ingest npm', 'the package is missing'],
    ['import', 'the import name is missing'],
    ['import npm a b', '"b" is one word too many'],
    ['import cran a', 'the ecosystem is pypi or npm, not "cran"'],
    ['research', 'the question is missing'],
    ['verify', 'the receipt, a file or -, is missing'],
    ['verify a b', '"b" is one word too many'],
    ['names', 'what to do is missing: names takes build, update, status'],
    ['names build cran', 'the ecosystem is pypi or npm, not "cran"'],
    ['names build npm more', '"more" is one word too many'],
    ['keys', 'what to do is missing: keys takes issue, list, topup, revoke'],
    ['keys revoke', 'the id of a key is missing'],
    ['keys list more', '"more" is one word too many'],
    ['ledger', 'what to do is missing: ledger takes check, export'],
    ['ledger check more', '"more" is one word too many'],
    ['watch', 'what to do is missing: watch takes add, remove, list, probe, report'],
    ['watch add search', 'the address is missing'],
    ['watch probe', 'the service is missing'],
    ['mcp more', '"more" is one word too many'],
  ])('assay %s', async (line, sentence) => {
    const { out, text } = printed()
    expect(await run(line.split(' '), out)).toBe(2)
    expect(text()).toContain(`assay: ${sentence}`)
    // How it is called, and not all of the help.
    expect(text().split('\n').length).toBeLessThan(10)
  })
})

describe('how a failure ends a command', () => {
  const ended = (error: unknown) => {
    let text = ''
    const note = (line: string) => {
      text += `${line}\n`
    }
    return { status: tellFault(error, note, { name: 'table', usage: '' }), text }
  }
  test.each<[ErrorCode, number]>([
    ['not_read_yet', 3],
    ['package_not_indexable', 3],
    ['symbol_undetermined', 3],
    ['check_unreadable', 3],
    ['registry_unavailable', 3],
    ['version_not_found', 2],
    ['package_name_invalid', 2],
  ])('%s is %i', (code, status) => {
    const message = 'it could not be read so far: reading it took too long (timed_out)'
    const { status: told, text } = ended(new ServiceError(code, message))
    expect(told).toBe(status)
    const [sentence, where = ''] = text.split('\n')
    expect(sentence).toBe(`assay: ${message} (${code})`)
    // The page is the file that came with the program.
    const [, file = '', anchor] = /^(.*errors\.md)#(\w+) tells more$/.exec(where) ?? []
    expect(anchor).toBe(code)
    expect(readFileSync(file, 'utf8')).toContain(`### \`${code}\``)
  })

  test('settings that are wrong are 2', () => {
    expect(ended(new ConfigError('no')).status).toBe(2)
  })
})

describe('the line that a finding is about', () => {
  const report = (column: number, symbol: string) => ({
    findings: [
      {
        path: 'a.py',
        line: 1,
        column,
        ecosystem: 'pypi',
        package: 'web',
        symbol,
        code: 'symbol_not_found',
        severity: 'error',
        message: 'web has no such name.',
        suggestion: null,
        evidence: null,
      },
    ],
    packages: [],
    counts: {
      files: 1,
      unread: 0,
      references: 1,
      determined: 1,
      undetermined: 0,
      requirements: 0,
      callsUnjudged: 0,
      requirementsUndetermined: 0,
    },
  })
  const shown = (line: string, name: string) => {
    const { out } = printed()
    const column = line.indexOf(name) + 1
    const text = renderCheck(report(column, name) as never, {
      lineOf: () => line,
      out,
      showNotes: false,
      showUndetermined: false,
      more: [],
    })
    const [, code = '', under = ''] = text.split('\n')
    return {
      code,
      under,
      text: under.trim(),
      before: screenWidth(code.slice(0, code.indexOf(name))),
    }
  }

  test.each([
    ['latin', 'x = "abc"; web.gett', 'gett', 4],
    ['wide letters before it', 'x = "漢字かな"; web.gett', 'gett', 4],
    ['an emoji before it', 'x = "🎈🎈"; web.gett', 'gett', 4],
    ['marks that stand on letters', 'x = "e\u0301e\u0301"; web.gett', 'gett', 4],
    ['a tab', '\tweb.gett', 'gett', 4],
    ['a wide name', 'web.漢字', '漢字', 4],
  ])('carets stand under it: %s', (_, line, name, carets) => {
    const { under, before } = shown(line, name)
    expect(under).toBe(`${' '.repeat(before)}${'^'.repeat(carets)}`)
  })

  test.each([
    ['at the beginning', 0],
    ['in the middle', 5_000],
    ['at the end', 10_000],
  ])('a file of one line is cut around it: %s', (_, before) => {
    const line = `${'a;'.repeat(before / 2)}web.gett();${'b;'.repeat((10_000 - before) / 2)}`
    const { code, under } = shown(line, 'gett')
    expect(code).toContain('web.gett()')
    expect(code.length).toBeLessThan(180)
    expect(code.startsWith('1 | …')).toBe(before > 0)
    expect(code.endsWith('…')).toBe(before < 10_000)
    expect(under.indexOf('^^^^')).toBe(code.indexOf('gett'))
  })
})
