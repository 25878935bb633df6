// Settings in files: what counts, what is refused, and what a project's file cannot do.

import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '../../../src/cli/process/readSettings.ts'
import { settingsFiles } from '../../../src/cli/process/settingsFile.ts'
import { OPTIONS } from '../../../src/cli/words/options.ts'
import { VARIABLES } from '../../../src/config/variables.ts'

let folder: string
let project: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-settings-')))
  project = join(folder, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(project, 'src', 'deep'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string, mode = 0o600): string {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text, { mode })
  return full
}

function read(
  from = project,
  environment: Readonly<Record<string, string>> = {},
  named: string | null = null,
) {
  const around = { environment, homeDir: join(folder, 'home'), workingDir: from }
  return readSettings(settingsFiles(named, around))
}

const USER = 'home/.config/assay/assay.toml'

describe('what counts', () => {
  test.each([
    ['assay.toml', '[check]\nfail-on = "warning"\n'],
    ['pyproject.toml', '[tool.assay.check]\nfail-on = "warning"\n'],
    ['pyproject.toml', '[tool]\nassay = { check = { fail-on = "warning" } }\n'],
    ['package.json', '{"name": "assay", "assay": {"check": {"fail-on": "warning"}}}'],
  ])('%s, from any folder below: %j', (name, text) => {
    const path = put(`project/${name}`, text)
    const said = read(join(project, 'src', 'deep'))
    expect(said.wordsFor('check', [])).toEqual(['--fail-on=warning'])
    expect(said.wordsFor('diff', [])).toEqual([])
    expect(said.paths).toEqual([path])
  })

  test('the nearest folder alone, and in it assay.toml first', () => {
    put('project/assay.toml', 'quiet = true')
    put('project/src/pyproject.toml', '[tool.assay]\ncolor = "never"')
    put('project/src/assay.toml', 'color = "always"')
    expect(read(join(project, 'src', 'deep'))).toMatchObject({ color: 'always', isQuiet: false })
    expect(read()).toMatchObject({ color: null, isQuiet: true })
  })

  test('a manifest that says nothing of us hides nothing above it', () => {
    put('project/assay.toml', 'quiet = true')
    put('project/src/package.json', '{"name": "assay", "bin": {"assay": "main.js"}}')
    put('project/src/pyproject.toml', '[tool.poetry.dependencies]\nassay = "*"\n')
    expect(read(join(project, 'src')).isQuiet).toBe(true)
  })

  test('nothing above the repository, and nothing above a folder that is in none', () => {
    put('assay.toml', 'quiet = true')
    mkdirSync(join(folder, 'loose', 'deep'), { recursive: true })
    put('loose/assay.toml', 'quiet = true')
    expect(read().isQuiet).toBe(false)
    expect(read(join(folder, 'loose', 'deep')).isQuiet).toBe(false)
    expect(read(join(folder, 'loose')).isQuiet).toBe(true)
  })

  test("a project's file wins over the user's, and a flag over both", () => {
    put(USER, '[check]\nfail-on = "never"\nnotes = true')
    put('project/assay.toml', '[check]\nfail-on = ["error", "warning"]\nnotes = false')
    expect(read().wordsFor('check', [])).toEqual([
      ...['--fail-on=never', '--notes', '--fail-on=error,warning', '--no-notes'],
    ])
  })

  test('what may be given several times is not added to by a file', () => {
    put(USER, '[verify]\nverifier = ["0xa", "0xb"]')
    const { wordsFor } = read()
    expect(wordsFor('verify', ['r.json'])).toEqual(['--verifier=0xa', '--verifier=0xb'])
    expect(wordsFor('verify', ['r.json', '--verifier', '0xc'])).toEqual([])
    expect(wordsFor('verify', ['r.json', '--verifier=0xc'])).toEqual([])
  })

  test("every setting of the environment may stand in the user's file", () => {
    put(
      USER,
      '[settings]\nport = 9000\ndata-dir = "kept"\nnames = false\ntrusted-proxies = ["10.0.0.1"]',
    )
    expect(read().environment).toEqual({
      ASSAY_PORT: '9000',
      ASSAY_DATA_DIR: join(folder, dirname(USER), 'kept'),
      ASSAY_NAMES: 'off',
      ASSAY_TRUSTED_PROXIES: '10.0.0.1',
    })
  })

  test('a home that is none is no mistake', () => {
    put('home', 'no folder')
    expect(read().paths).toEqual([])
  })

  test('a file that is named is the only one', () => {
    put(USER, 'quiet = true')
    put('project/assay.toml', 'color = "never"')
    put('other.toml', '[settings]\nport = 1')
    const alone = { isQuiet: false, color: null, environment: { ASSAY_PORT: '1' } }
    expect(read(project, {}, '../other.toml')).toMatchObject(alone)
    expect(read(project, { ASSAY_CONFIG: join(folder, 'other.toml') })).toMatchObject(alone)
    expect(() => read(project, {}, 'missing.toml')).toThrow('missing.toml: there is no such file')
  })
})

describe('what is wrong is told with its line', () => {
  test.each([
    [
      'assay.toml',
      'quiet = true\n\n[chekc]\nnotes = true\n',
      '3: there is no key "chekc"; did you mean check?',
    ],
    [
      'assay.toml',
      '[check]\nfail_on = "error"\n',
      '2: check has no option "fail_on"; did you mean fail-on?',
    ],
    ['assay.toml', '[check]\n# a comment\nnotes = "yes"\n', '3: notes must be true or false'],
    ['assay.toml', '[check]\nfail-on = "sometimes"\n', '2: fail-on must be one of: error, warning'],
    ['assay.toml', '[diff]\nfail-on = ["breaking"]\n', '2: fail-on must be a text'],
    ['assay.toml', '[check]\njson = true\n', '2: json is said at each call, and in no file'],
    ['assay.toml', 'check = 1\n', '1: check must be a table'],
    ['assay.toml', 'offline = "yes"\n', '1: offline must be true or false'],
    ['assay.toml', 'quiet = true\ncolor = "red"\n', '2: color must be one of: auto, always, never'],
    ['assay.toml', '[check]\nnotes = = true\n', '2: this is no TOML'],
    [
      'pyproject.toml',
      '[project]\nname = "x"\n[tool.assay]\nquite = true\n',
      '4: there is no key "quite"; did you mean quiet?',
    ],
    [
      'package.json',
      '{\n  "name": "x",\n  "assay": {\n    "check": { "note": true }\n  }\n}',
      '4: check has no option "note"; did you mean notes?',
    ],
    ['package.json', '{"assay": "1.0"}', '1: assay must be a table'],
    ['assay.toml', '__proto__ = 1\n', '1: there is no key "__proto__"'],
    ['assay.toml', '[check]\nconstructor = true\n', '2: check has no option "constructor"'],
  ])('%s: %j', (name, text, sentence) => {
    const path = put(`project/${name}`, text)
    expect(() => read()).toThrow(`${path}:${sentence}`)
  })

  test.each([
    ['[settings]\nprot = 1\n', '2: there is no setting "prot"; did you mean port?'],
    ['[settings]\nport = 70000\n', '2: port must be a whole number from 0 to 65535'],
    ['[settings]\nresident = "off"\n', '2: there is no setting "resident"'],
    ['[settings]\nPORT = 1\n', '2: there is no setting "PORT"'],
    ['[settings]\nport = 1.5\n', '2: port must be a text, a number'],
  ])("the user's file: %j", (text, sentence) => {
    expect(() => {
      put(USER, text)
      read()
    }).toThrow(`${join(folder, USER)}:${sentence}`)
  })

  test('all mistakes of a file at once', () => {
    put('project/assay.toml', 'a = 1\n[check]\nb = 2\n')
    expect(() => read()).toThrow(/:1: .*\n.*:3: /)
  })

  test('no value is repeated', () => {
    const key = 'ab12'.repeat(15)
    put(USER, `[settings]\nverifier-key = "${key}"\nbase-url = "secret-word"\n`)
    expect(() => read()).toThrow(
      expect.objectContaining({
        message: expect.not.stringMatching(new RegExp(`${key}|secret-word`)),
      }),
    )
  })
})

describe("what a project's file cannot do", () => {
  const mayNot = Object.entries(OPTIONS).flatMap(([command, options]) =>
    Object.entries(options).flatMap(([name, option]) =>
      'inFile' in option && option.inFile === 'project' ? [] : [[command, name] as const],
    ),
  )
  test.each(mayNot)('say [%s] %s', (command, name) => {
    for (const value of ['true', '"x"', '["x"]']) {
      put('project/assay.toml', `[${command}]\n${name} = ${value}\n`)
      expect(() => read()).toThrow(/is said at each call|is not for a project to say/)
    }
  })

  test.each(Object.keys(VARIABLES))('set %s', (variable) => {
    const key = variable.slice(6).toLowerCase().replaceAll('_', '-')
    put('project/assay.toml', `[settings]\n${key} = "https://evil.example"\n`)
    expect(() => read()).toThrow('settings is not for a project to say')
    put('project/assay.toml', `settings.${key} = "https://evil.example"\n`)
    expect(() => read()).toThrow('settings is not for a project to say')
    put('project/assay.toml', `[check]\n${variable} = "https://evil.example"\n`)
    expect(() => read()).toThrow('check has no option')
  })

  test.each([
    '../outside.json',
    '/etc/passwd',
    'out/known.json',
    'link.json',
    // Whoever writes there makes a file elsewhere.
    'unmade.json',
    'unmade/known.json',
    'twice.json',
  ])('name the baseline %s', (path) => {
    symlinkSync(join(folder, 'unmade.json'), join(project, 'unmade.json'))
    symlinkSync('../unmade', join(project, 'unmade'))
    symlinkSync('unmade.json', join(project, 'twice.json'))
    put('outside.json', '{}')
    symlinkSync(folder, join(project, 'out'))
    symlinkSync(join(folder, 'outside.json'), join(project, 'link.json'))
    put('project/assay.toml', `[check]\nbaseline = "${path}"\n`)
    expect(() => read()).toThrow('baseline leads out of the project')
  })

  test('but name one of the project, from its own folder', () => {
    put('project/src/assay.toml', '[check]\nbaseline = "../known.json"\n')
    expect(read(join(project, 'src', 'deep')).wordsFor('check', [])).toEqual([
      `--baseline=${join(project, 'known.json')}`,
    ])
  })

  test('be a link to a file of the machine, of which nothing is shown', () => {
    put('secret', 'token = hunter2\n')
    symlinkSync(join(folder, 'secret'), join(project, 'assay.toml'))
    expect(() => read()).toThrow(`${join(project, 'assay.toml')}: it leads out of the project`)
  })

  test('be a link to a manifest of somebody else', () => {
    put('other/pyproject.toml', '[tool.assay]\nquiet = true\n')
    symlinkSync(join(folder, 'other/pyproject.toml'), join(project, 'pyproject.toml'))
    expect(read().isQuiet).toBe(false)
  })

  test('be a folder, or larger than any settings', () => {
    mkdirSync(join(project, 'assay.toml'))
    expect(() => read()).toThrow('this is no file with settings')
    rmSync(join(project, 'assay.toml'), { recursive: true })
    put('project/assay.toml', '#'.repeat(2 ** 20 + 1))
    expect(() => read()).toThrow('this is no file with settings')
  })
})

test.skipIf(process.platform === 'win32')(
  'a secret stands only in a file that nobody else can read',
  () => {
    const path = put(USER, '[settings]\napi-key = "assay_x"\n')
    expect(read().environment).toEqual({ ASSAY_API_KEY: 'assay_x' })
    chmodSync(path, 0o644)
    expect(() => read()).toThrow(`${path}:2: api-key is a secret`)
  },
)
