// Node's own modules: each row is code, the releases of a manifest, and what a check says.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import { openNodeTable } from '../../../src/check/languages/nodeTable.ts'
import {
  loadBundledImports,
  loadNodeNames,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const names = loadNodeNames()
const imports = importNames({
  list: loadBundledImports(),
  popular: [],
  standardModules: loadStandardModules,
  nodeNames: () => names,
})

function checked(code: string, more: Readonly<Record<string, string>> = {}, path = 'a.ts') {
  const files = Object.entries({ [path]: code, ...more })
  return checkCode(
    { files: files.map(([file, content]) => ({ path: file, content })) },
    { tables: SMALL_WORLD.tables, imports },
  )
}

const ROWS = [
  {
    rule: 'right code',
    code: `import fs, { readFileSync } from 'fs'\nimport * as path from 'node:path'\nimport { readFile } from 'fs/promises'
fs.existsSync(path.join('a', 'b'))\nfs.promises.readFile('a')\nawait readFile('a', 'utf8')\nreadFileSync('a').toString('hex')`,
    says: [],
  },
  {
    rule: 'a name that is imported',
    code: "import { promisfy } from 'util'",
    says: ['1:10 symbol_not_found util.promisfy -> promisify'],
  },
  {
    rule: 'a name of what is imported by default, as a whole and by require',
    code: "import fs from 'fs'\nimport * as os from 'os'\nconst path = require('node:path')\nfs.existSync('a')\nos.tempdir()\npath.joinn('a')",
    says: [
      '4:4 symbol_not_found fs.existSync -> existsSync',
      '5:4 symbol_not_found os.tempdir -> tmpdir',
      '6:6 symbol_not_found node:path.joinn -> join',
    ],
  },
  {
    rule: 'what a module has in a test is called, not asked for',
    code: "import fs from 'fs'\nif (!fs.existSync('a')) fs.mkdirSync('a')",
    says: ['2:9 symbol_not_found fs.existSync -> existsSync'],
  },
  {
    rule: 'objects that are modules too',
    code: "import fs from 'fs'\nimport util from 'util'\nimport path from 'path'\nfs.promises.readfile('a')\nutil.types.isDatee(1)\npath.posix.jion('a')",
    says: [
      '4:13 symbol_not_found fs.promises.readfile -> readFile',
      '5:12 symbol_not_found util.types.isDatee -> isDate',
      '6:12 symbol_not_found path.posix.jion -> join',
    ],
  },
  {
    rule: 'what functions and constructors give',
    code: `import crypto from 'crypto'\nimport fs from 'fs'\nimport http from 'http'\nimport EventEmitter from 'events'
crypto.createHash('md5').update('a').finalize()\nfs.statSync('a').isDir()\nhttp.createServer().lissten(1)\nnew EventEmitter().emmit('a')
const stat = await fs.promises.stat('a')\nstat.isFil()\nnew URL('a')`,
    says: [
      '5:38 symbol_not_found node:crypto.Hash.finalize',
      '6:18 symbol_not_found node:fs.Stats.isDir -> isDirectory',
      '7:21 symbol_not_found node:http.Server.lissten -> listen',
      '8:20 symbol_not_found node:events.EventEmitter.emmit -> emit',
      '10:6 symbol_not_found node:fs.Stats.isFil -> isFile',
    ],
  },
  {
    rule: 'what functions are handed, slips only',
    code: "import http from 'http'\nimport fs from 'fs'\nhttp.createServer((req, res) => { res.json(req.body); res.writeHaed(200) })\nfs.stat('a', (error, stats) => stats.isFille())",
    says: [
      '3:59 symbol_not_found node:http.ServerResponse.writeHaed -> writeHead',
      '4:38 symbol_not_found node:fs.Stats.isFille -> isFile',
    ],
  },
  {
    rule: 'modules that are a class or a function',
    code: "import EventEmitter, { once } from 'events'\nimport assert from 'assert'\nimport { Readable } from 'stream'\nassert(true)\nassert.equall(1, 1)\nEventEmitter.oncee(1)\nReadable.fromm([])\nnew EventEmitter()\nonce",
    says: [
      '5:8 symbol_not_found assert.equall -> equal',
      '6:14 symbol_not_found events.oncee -> once',
      '7:10 symbol_not_found stream.Readable.fromm -> from',
    ],
  },
  {
    rule: 'what is there without an import',
    code: "process.nextTik(() => {})\nBuffer.fromm('a')\nconsole.errorr('a')\nprocess.browser\nprocess.resourcesPath\nconsole.exception('a')",
    says: [
      '1:9 symbol_not_found node:process.nextTik -> nextTick',
      '2:8 symbol_not_found node:buffer.Buffer.fromm -> from',
      '3:9 symbol_not_found node:console.errorr -> error',
    ],
  },
  {
    rule: 'names of the file hide what is there without an import',
    code: 'function f(process, Buffer) { process.nextTik(); Buffer.fromm() }',
    says: [],
  },
  {
    rule: 'a slip of a module, and one that a later Node may have',
    code: "import 'node:fss'\nimport 'node:telepathy'",
    says: ['1:14 symbol_not_found node:fss -> fs'],
  },
  {
    rule: 'arguments',
    code: "import fs from 'fs'\nfs.writeFileSync('a', 'b', 'utf8', 0o644)\nfs.copyFileSync('a')\nfs.writeFileSync(...a)",
    says: ['2:4 call_does_not_fit fs.writeFileSync', '3:4 call_does_not_fit fs.copyFileSync'],
  },
  {
    rule: 'functions that functions make take what they take',
    code: "import { promisify } from 'util'\nconst f = promisify((a, b, c, done) => done())\nf(1, 2, 3)",
    says: [],
  },
  {
    rule: 'code that asks first',
    code: `import fs from 'fs'\nimport path from 'path'\nconst { globb } = fs\nif (globb) globb('a')\nif (fs.cpp) fs.cpp('a')\nfs.rmm?.('a')
const exists = fs.existsSync || path.existsSync\nif (process.stdin.setRawMode) process.stdin.setRawMode(true)\nelse path.setRawMode(true)\nif ('renam' in fs) fs.renam()\ntypeof fs.opn`,
    says: [],
  },
  {
    rule: 'what is used behind a question for another name',
    code: "const { websocketMask, websocketUnmask } = require('http')\nif (websocketMask) websocketUnmask('a')",
    says: [],
  },
  {
    rule: 'what the code adds or replaces',
    code: `import fs from 'fs'\nimport os from 'os'\nimport path from 'path'\nimport dns from 'dns'\nfs.readfile = 1\nfs.readfile()\nvi.spyOn(os, 'tmpdirr')\nos.tmpdirr()
jest.mock('path', () => ({ joinn() {} }))\npath.joinn()\nbluebird.promisifyAll(dns)\ndns.lookupAsync('a')`,
    says: [],
  },
  {
    rule: 'what may be a text',
    code: "import fs from 'fs'\nconst text = fs.readFileSync('a', { encoding })\ntext.slice(1).matchAll(/a/)\nfs.readFileSync('a').slice(1).matchAll(/a/)",
    says: ['4:31 symbol_not_found node:buffer.Buffer.matchAll'],
  },
  {
    rule: 'constants of other systems, slips apart',
    code: "import fs from 'fs'\nfs.constants.O_NOFOLLOW_ANY\nfs.constants.F_OKK\nfs.constants.pid",
    says: [
      '3:14 symbol_not_found fs.constants.F_OKK -> F_OK',
      '4:14 symbol_not_found fs.constants.pid',
    ],
  },
  {
    rule: 'types',
    code: "import type { PathLike, Statts } from 'fs'\nimport { type Server } from 'http'\nlet s: Server, p: PathLike",
    says: ['1:25 symbol_not_found fs.Statts -> Stats'],
  },
  {
    rule: 'names that the declarations lack and interpreters show',
    code: "import tty from 'tty'\nimport module from 'module'\nmodule._load('a')\ntty.isatty(1)",
    says: [],
  },
]

describe("Node's own modules", () => {
  test.each(ROWS)('$rule', async ({ code, says }) => {
    expect((await checked(code)).findings.map(shown)).toEqual(says)
  })

  test.each([
    { engines: '>=24', code: "import util from 'util'\nutil.isBoolean(1)", says: ['2:6'] },
    { engines: '>=18', code: "import util from 'util'\nutil.isBoolean(1)", says: [] },
    { engines: '^18', code: "import { globSync } from 'fs'", says: ['1:10'] },
    { engines: '>=18', code: "import { globSync } from 'fs'", says: [] },
    { engines: '^12', code: "import 'node:sqlite'", says: ['1:14'] },
    { engines: '>=99', code: "import fs from 'fs'\nfs.existSync('a')", says: ['2:4'] },
    { engines: '0.10', code: "import fs from 'fs'\nfs.existSync('a')", says: [] },
    { engines: 'whatever', code: "import fs from 'fs'\nfs.existSync('a')", says: ['2:4'] },
  ])('for $engines: $code', async ({ engines, code, says }) => {
    const manifest = JSON.stringify({ engines: { node: engines } })
    const { findings } = await checked(code, { 'package.json': manifest })
    expect(findings.map(({ line, column }) => `${line}:${column}`)).toEqual(says)
  })

  test('a package of the same name is left alone, but not behind `node:`', async () => {
    const manifest = JSON.stringify({ dependencies: { events: '*' } })
    const code = "import a from 'events'\nimport b from 'node:events'\na.oncee()\nb.oncee()"
    const { findings } = await checked(code, { 'package.json': manifest })
    const ofNode = findings.filter(({ package: of }) => of === null)
    expect(ofNode.map(shown)).toEqual(['4:3 symbol_not_found node:events.oncee -> once'])
  })

  test('without a compiler arguments may be left out, and methods be given more', async () => {
    const code = "require('fs').copyFileSync('a')\nBuffer.alloc(9).readFloatLE(0, true)"
    const { findings } = await checked(code, {}, 'a.js')
    expect(findings).toEqual([])
  })

  test('a finding names the releases, and no package', async () => {
    const { findings, verdict, counts } = await checked(
      "import fs from 'fs'\nfs.existSync('a')\nfs.statSync('a')",
    )
    expect(findings[0]).toMatchObject({
      ecosystem: 'npm',
      package: null,
      evidence: null,
      message: expect.stringMatching(/^fs has no existSync in Node \d+ to \d+\. Did you mean/),
      suggestion: { replace: { from: 'existSync', to: 'existsSync' } },
    })
    expect(verdict).toBe('problems')
    expect(counts).toMatchObject({ references: 4, determined: 4 })
  })

  test('every module can be opened for every release', () => {
    for (const place of names.versions.keys()) {
      const only = names.versions.map((_, one) => one === place)
      expect(openNodeTable(names, 'fs', only)?.findModule('./fs')).toBeGreaterThanOrEqual(0)
    }
    const all = names.versions.map(() => true)
    for (const name of Object.keys(names.modules)) {
      const table = openNodeTable(names, name.split('/')[0] ?? '', all)
      expect(table?.findModule(`./${name}`) ?? -1).toBeGreaterThanOrEqual(0)
    }
  })
})
