// Each row is a name as the code has it, and as a report repeats it.

import { describe, expect, test } from 'vitest'
import { SHOWN_NAME_MAX, shownName } from '../../../src/check/report/shownName.ts'
import { check } from '../smallWorld.ts'

const LONG = 'x'.repeat(400)
const CUT = `${'x'.repeat(SHOWN_NAME_MAX - 1)}…`

describe('shownName', () => {
  test.each([
    ['web.get', 'web.get'],
    ['@scope/name/sub', '@scope/name/sub'],
    ['npm:paint@4', 'npm:paint@4'],
    ['jsr:@scope/name@1', 'jsr:@scope/name@1'],
    [
      'https://host.example/paint@18/x.js?of=a@b#c@d',
      'https://host.example/paint@18/x.js?of=a@b#c@d',
    ],
    ['https://TOKEN@host.example/x.js', 'https://host.example/x.js'],
    ['https://user:TOKEN@host.example:8080', 'https://host.example:8080'],
    ['https://user:TO@KEN@host.example/x@1', 'https://host.example/x@1'],
    ['//TOKEN@host.example/x.js', '//host.example/x.js'],
    ['HTTPS:TOKEN@host.example/x.js', 'HTTPS:host.example/x.js'],
    ['https:/TOKEN@host.example/x.js', 'https:/host.example/x.js'],
    ['https:///TOKEN@host.example/x.js', 'https:///host.example/x.js'],
    [' https:\\\\TOKEN@host.example', ' https:\\\\host.example'],
    ['git+ssh://TOKEN@host.example/x', 'git+ssh://host.example/x'],
    ['loader!./a.js?x=https://TOKEN@host.example', 'loader!./a.js?x=https://host.example'],
    // The credentials go before the text is cut, or a part of them would be left.
    [`https://${LONG}@host.example/x`, 'https://host.example/x'],
    [LONG, CUT],
    ['a\ud800', 'a\ufffd'],
    [`${'x'.repeat(SHOWN_NAME_MAX - 2)}😀😀`, `${'x'.repeat(SHOWN_NAME_MAX - 2)}\ufffd…`],
  ])('%s', (written, expected) => {
    expect(shownName(written)).toBe(expected)
  })
})

describe('a report', () => {
  test.each([
    ['import', 'import a from "https://TOKEN@host.example/x.js"\na.b()'],
    ['export', 'export * from "https://TOKEN@host.example/x.js"'],
    ['require', 'const a = require("https://u:TOKEN@host.example/x.js")\na.b()'],
    ['dynamic import', 'const a = await import("https://TOKEN@host.example/x.js")'],
    ['what follows a package', 'import { a } from "paint/none?from=https://TOKEN@host.example"'],
  ])('has no credentials of addresses: %s', async (_what, code) => {
    const report = await check({ 'a.ts': code })
    expect(report.counts.references).toBeGreaterThan(0)
    expect(JSON.stringify(report)).toContain('host.example')
    expect(JSON.stringify(report)).not.toContain('TOKEN')
  })

  test.each([
    ['a.ts', `import "https://host.example/${LONG}"`],
    ['a.ts', `import { a } from "paint/${LONG}"`],
    ['a.py', `import web\nweb.${LONG}()`],
    ['a.py', `import web.${LONG}`],
    ['a.py', `import web\nweb.get("u", ${LONG}=1)`],
  ])('has no name that is longer than people write them: %s %#', async (path, code) => {
    const report = await check({ [path]: code })
    expect(report.findings.length + report.undetermined.length).toBeGreaterThan(0)
    expect(JSON.stringify([report.findings, report.undetermined])).not.toContain(LONG)
  })
})
