// What a report says beyond its findings; code and what is found in it stand in cases/code.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../src/check/checkCode.ts'
import { check, SMALL_WORLD, shown } from './smallWorld.ts'

test('a lookalike is told in Python with the import of what is meant', async () => {
  const { findings } = await check({ 'a.py': 'import webb.more' })
  expect(findings[0]?.suggestion).toEqual({
    meant: ['web'],
    replace: { from: 'webb', to: 'web' },
  })
})

test('calls of which nothing tells what they take are counted', async () => {
  const code = "const { Client } = require('paint')\nnew Client()\nnew Client('a')\n"
  // Without a compiler arguments may be left out.
  const { counts } = await check({ 'a.js': code })
  expect(counts).toMatchObject({ determined: counts.references, callsUnjudged: 1 })
})

test('a lookalike with a wrong version is told as a lookalike, in a manifest and in code', async () => {
  const manifest = await check({ 'requirements.txt': 'webb==9.9.9' })
  const sentence =
    'webb looks like web, which is far more popular. webb has no release 9.9.9 either.'
  expect(manifest.findings.map(({ message }) => message)).toEqual([sentence])
  const lock = JSON.stringify({
    lockfileVersion: 3,
    packages: { 'node_modules/paintt': { version: '9.9.9' } },
  })
  const code = await check({ 'a.js': "require('paintt')", 'package-lock.json': lock })
  expect(code.findings.map(({ message, suggestion }) => [message, suggestion?.meant])).toEqual([
    [expect.stringMatching(/^paintt looks like paint, /), ['paint']],
  ])
})

describe('manifests', () => {
  test('of very many lines take their time line by line', async () => {
    const spentMs = async (count: number) => {
      const lines = Array.from({ length: count }, (_, index) => `web-of-${index}==1`)
      const before = process.cpuUsage()
      const { findings } = await check({ 'requirements.txt': lines.join('\n') })
      expect(findings).toHaveLength(count)
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    await spentMs(1_000)
    const few = await spentMs(2_000)
    expect((await spentMs(20_000)) / few).toBeLessThan(25)
  }, 120_000)

  test('of a range that a lock file resolved, the release that is not there is told', async () => {
    const { findings } = await check({
      'package.json': '{"dependencies":{"paint":"^9.0.0"}}',
      'package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: { 'node_modules/paint': { version: '9.9.9' } },
      }),
    })
    expect(findings.map(({ path, message }) => `${path} ${message}`)).toEqual([
      'package.json There is no release 9.9.9 of paint. The latest is 1.0.0.',
    ])
  })

  test('a package under another name is looked up, and says nothing of who imports its own', async () => {
    const { findings, packages } = await check({
      'package.json': '{"dependencies":{"old":"npm:paint@9.9.9","paint":"1.0.0","x":"npm:wbe"}}',
      'a.ts': "import { Client } from 'paint'\nimport { nope } from 'old'\nnew Client('a').sendd()",
    })
    expect(findings.map((one) => `${one.path} ${shown(one)}`)).toEqual([
      'a.ts 3:17 symbol_not_found paint.Client.sendd -> send',
      'package.json 1:29 version_not_found paint -> 1.0.0',
      'package.json 1:67 package_not_found wbe -> web',
    ])
    expect(packages.map(({ name, wanted, references }) => [name, wanted.pin, references])).toEqual([
      ['paint', '1.0.0', 4],
      ['paint', '9.9.9', 0],
      ['wbe', null, 0],
    ])
  })

  test('a range that the version which counts lies in is not looked up for itself', async () => {
    const { packages } = await check({
      'requirements.txt': 'web>=1,<2',
      'poetry.lock': '[[package]]\nname = "web"\nversion = "1.0.0"\n',
    })
    expect(packages.map(({ wanted }) => wanted)).toEqual([{ pin: '1.0.0', range: null }])
  })

  test('near names of one missing import are searched for once, however often it stands there', async () => {
    let searches = 0
    const near = (written: string) => {
      searches += 1
      return SMALL_WORLD.imports.near(written)
    }
    const content = 'import nowhere\n'.repeat(200)
    const parts = { ...SMALL_WORLD, imports: { ...SMALL_WORLD.imports, near } }
    const { counts } = await checkCode({ files: [{ path: 'a.py', content }] }, parts)
    expect(counts.references).toBe(200)
    expect(searches).toBe(1)
  })

  test('a withdrawn release of a pin that cannot be read is said where it is imported', async () => {
    const { findings } = await checkCode(
      { files: [{ path: 'a.py', content: 'import slow' }], pins: { slow: '0.0.1' } },
      SMALL_WORLD,
    )
    expect(findings.map(shown)).toEqual(['1:8 version_not_found slow'])
  })

  test('a pin decides the release that is asked', async () => {
    const files = { 'a.py': 'import web\nweb.gett()', 'requirements.txt': 'web==1.2.3' }
    const { findings, packages } = await check(files)
    expect(findings[0]?.evidence?.version).toBe('1.2.3')
    expect(findings[0]?.message).toBe(
      'web has no gett in 1.2.3. Did you mean web.get or web.Session.get?',
    )
    expect(packages).toMatchObject([{ name: 'web', references: 2, wanted: { pin: '1.2.3' } }])
  })

  test('of several locked versions that of the range which the manifest has counts', async () => {
    const { packages } = await check({
      'a.ts': "import { Client } from 'paint'",
      'package.json': '{"dependencies":{"paint":"^1.0.0"}}',
      'yarn.lock':
        '# yarn lockfile v1\npaint@^1.0.0:\n  version "1.2.3"\npaint@^2.0.0:\n  version "2.0.0"\n',
    })
    expect(packages).toMatchObject([{ name: 'paint', wanted: { pin: '1.2.3', range: null } }])
  })

  test('a distribution that a manifest names brings a module of another name', async () => {
    const { findings, packages } = await check({
      'a.py': 'import geolite\ngeolite.nothing',
      'requirements.txt': 'max-geolite\n',
    })
    expect(findings.map(shown)).toEqual(['2:9 symbol_not_found geolite.nothing'])
    expect(packages).toMatchObject([{ name: 'geolite' }, { name: 'max-geolite', references: 2 }])
  })

  test('a fork that a manifest names brings the module of the package that it was made from', async () => {
    const { findings, packages } = await check({
      'a.py': 'import tools\ntools.more()\ntools.nothing',
      'requirements.txt': 'tools-ng\n',
    })
    expect(findings.map(shown)).toEqual(['3:7 symbol_not_found tools.nothing'])
    expect(packages).toMatchObject([{ name: 'web-kit' }, { name: 'tools-ng', references: 3 }])
  })

  test.each([
    ['a requirement by address', 'other @ git+https://host.example/other\n'],
    ['a requirement that could not be read', 'slow\n'],
  ])('what nobody knows may come with %s', async (_, requirements) => {
    const files = { 'a.py': 'import nobodyknows\nimport tols', 'requirements.txt': requirements }
    const { findings } = await check(files)
    expect(findings.map(shown).filter((one) => !one.includes('undetermined'))).toEqual([
      '2:8 package_not_found tols -> tools',
    ])
  })

  test('what comes from elsewhere is not looked up', async () => {
    const files = {
      'a.ts': "import x from 'local'\nimport y from 'own/z'",
      'package.json': '{"name":"own","dependencies":{"local":"file:../local"}}',
    }
    expect((await check(files)).packages).toEqual([])
  })
})

describe('an import that is nothing', () => {
  test.each([
    ['tols', 'tools (install web-kit), web or paint', { from: 'tols', to: 'tools' }],
    ['oss', 'os, web or paint', { from: 'oss', to: 'os' }],
    ['nowhere', 'web or paint', { from: 'nowhere', to: 'web' }],
  ])(
    '%s: what can stand there is offered, and what to install is said',
    async (written, meant, replace) => {
      const { findings } = await check({ 'a.py': `import ${written}.more` })
      expect(findings).toMatchObject([
        {
          message: `There is no package ${written} on PyPI. Did you mean ${meant}?`,
          suggestion: { replace },
        },
      ])
    },
  )
})

describe('the report', () => {
  test('counts what was determined and says why the rest was not', async () => {
    const report = await check({ 'a.py': 'import web\nweb.get\nfrom web.lazy import thing' })
    expect(report.counts).toMatchObject({ references: 4, determined: 3, undetermined: 1 })
    expect(report.undetermined).toMatchObject([{ line: 3, column: 22, package: 'web' }])
    expect(report.verdict).toBe('real')
  })

  test.each([
    ['a.ts', `import * as a from "paint/${'x'.repeat(2_000)}"\na.b()`],
    ['a.py', `import web${'.a'.repeat(2_000)}`],
  ])('a module with a name that none has is not looked for: %s', async (path, code) => {
    const { findings, undetermined, packages } = await check({ [path]: code })
    expect({ findings, packages }).toEqual({ findings: [], packages: [] })
    expect(new Set(undetermined.map(({ reason }) => reason))).toEqual(
      new Set(['is too long for a module']),
    )
  })

  test('nothing that could be told is undetermined', async () => {
    expect((await check({ 'a.py': 'import slow' })).verdict).toBe('undetermined')
    expect((await check({ 'a.py': 'x = 1' })).verdict).toBe('undetermined')
  })

  test('a file that cannot be read is said, and nothing in it is a finding', async () => {
    const { findings, verdict } = await check({ 'a.py': 'import web\nweb.gett()\nx = (' })
    expect(findings.map(shown)).toEqual(['3:1 undetermined null'])
    expect(verdict).toBe('undetermined')
  })
})
