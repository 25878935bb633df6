// assay init: what it would write, that it only adds, and what it does not touch.

import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { run } from '../../../src/cli/commands/init.ts'
import { withMember } from '../../../src/cli/setup/jsonInsert.ts'
import { CHECKED_FILES } from '../../../src/cli/setup/setupPlan.ts'
import { output } from '../../../src/cli/terminal/output.ts'
import { isManifest } from '../../../src/manifests/manifestKind.ts'
import { VERSION } from '../../../src/version.ts'
import { cliTools } from '../../support/cliTools.ts'
import { parseYaml } from '../../support/parseYaml.ts'

let folder: string
let root: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-init-')))
  root = join(folder, 'repository')
  mkdirSync(join(root, '.git'), { recursive: true })
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const read = (path: string) => readFileSync(join(root, path), 'utf8')

async function init(argv: readonly string[] = ['--yes'], answer: string | null = null) {
  let text = ''
  const stream = { write: (part: string) => (text += part) }
  const out = output({ stdout: stream, stderr: stream })
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return answer
  }
  const status = await run(argv, cliTools({ out, workingDir: () => root, ask }))
  return { status, text, asked }
}

test('an empty repository needs nothing', async () => {
  expect(await init()).toMatchObject({
    status: 0,
    text: 'Nothing to set up: no tool was found that assay can be added to; --only <what> sets one up all the same\n',
  })
  expect(readdirSync(root)).toEqual(['.git'])
})

test('each tool that is there gets its own file, and a second time nothing', async () => {
  for (const tool of ['.claude', '.cursor', '.vscode', '.gemini', '.github']) {
    mkdirSync(join(root, tool))
  }
  put('.pre-commit-config.yaml', 'repos:\n  - repo: local\n    hooks: []\n')
  const first = await init(['--yes', '--action', 'somebody/assay@v1'])
  expect(first.status).toBe(0)
  const server = { command: 'assay', args: ['mcp'] }
  expect(JSON.parse(read('.mcp.json'))).toEqual({ mcpServers: { assay: server } })
  expect(JSON.parse(read('.cursor/mcp.json'))).toEqual({ mcpServers: { assay: server } })
  expect(JSON.parse(read('.gemini/settings.json'))).toEqual({ mcpServers: { assay: server } })
  expect(JSON.parse(read('.vscode/mcp.json'))).toEqual({
    servers: { assay: { type: 'stdio', ...server } },
  })
  expect(JSON.parse(read('.claude/settings.json'))).toEqual({
    hooks: {
      PreToolUse: [
        {
          matcher: 'Bash|Write|Edit|MultiEdit',
          hooks: [{ type: 'command', command: 'assay hook' }],
        },
      ],
    },
  })
  expect(read('.github/workflows/assay.yml')).toContain('      - uses: somebody/assay@v1\n')
  expect(parseYaml(read('.pre-commit-config.yaml'))).toMatchObject({
    repos: [
      { repo: 'local' },
      { repo: 'local', hooks: [{ id: 'assay-check', language: 'system' }] },
    ],
  })
  const before = read('.claude/settings.json')
  expect(await init(['--yes', '--action', 'somebody/assay@v1'])).toMatchObject({
    status: 0,
    text: 'Nothing to set up: .mcp.json, .cursor/mcp.json, .vscode/mcp.json, .gemini/settings.json, .claude/settings.json, .pre-commit-config.yaml, .github/workflows/assay.yml have assay already\n',
  })
  expect(read('.claude/settings.json')).toBe(before)
})

test('every other byte of a file stays', async () => {
  const text =
    '{\n    "a": [1,   2],\n    "big": 12345678901234567890,\n    "mcpServers": { "other": {} }\n}\n'
  put('.mcp.json', text)
  await init()
  const after = read('.mcp.json')
  expect(after.startsWith(text.slice(0, text.indexOf(' }\n}')))).toBe(true)
  expect(JSON.parse(after).mcpServers).toMatchObject({ other: {}, assay: { command: 'assay' } })
  expect(readdirSync(root).sort()).toEqual(['.git', '.mcp.json'])
})

test('lines end as those of the file do, and its end stays as it is', async () => {
  put('.mcp.json', '{\r\n  "a": 1\r\n}\r\n\r\n')
  put('.pre-commit-config.yaml', 'repos:\r\n- repo: a\r\n\r\n')
  put('.cursor/mcp.json', '{"a": 1}')
  expect((await init()).status).toBe(0)
  expect(read('.mcp.json')).toMatch(/^\{\r\n {2}"a": 1,\r\n[\s\S]*\r\n\}\r\n\r\n$/)
  for (const path of ['.mcp.json', '.pre-commit-config.yaml']) {
    expect(read(path)).not.toMatch(/[^\r]\n/)
  }
  expect(read('.pre-commit-config.yaml')).toMatch(/^repos:\r\n- repo: a\r\n\r\n- repo: local/)
  expect(read('.cursor/mcp.json')).toMatch(/\}$/)
})

test('an action at another tag is changed in its line alone', async () => {
  const old = 'jobs:\n  a:\n    steps:\n      - uses: a/b@v1 # ours\n      - uses: c/d@v1\n'
  put('.github/workflows/assay.yml', old)
  expect(await init(['--action', 'a/b@v2'], 'y')).toMatchObject({
    status: 0,
    text: /- {7}- uses: a\/b@v1 # ours\n\+ {7}- uses: a\/b@v2 # ours\n/,
  })
  expect(read('.github/workflows/assay.yml')).toBe(old.replace('a/b@v1', 'a/b@v2'))
  expect(await init(['--yes', '--action', 'a/b@v2'])).toMatchObject({
    status: 0,
    text: 'Nothing to set up: .github/workflows/assay.yml has assay already\n',
  })
})

test.each([
  ['      - uses: c/d@v1\n', 'it uses another action'],
  ['      - uses: a/b@v1\n      - uses: a/b@v2\n', 'it uses the action more than once'],
])('a workflow that uses %j stays', async (text, why) => {
  put('.github/workflows/assay.yml', text)
  const { status, text: said } = await init(['--yes', '--action', 'a/b@v3'])
  expect(status).toBe(1)
  expect(said).toContain(`${why}; write "uses: a/b@v3" there by hand`)
  expect(read('.github/workflows/assay.yml')).toBe(text)
})

test('what is not all UTF-8 is left alone, and so is what may only be read', async () => {
  const bytes = Buffer.concat([Buffer.from('{"a": "'), Buffer.from([0xe4]), Buffer.from('"}')])
  mkdirSync(join(root, '.cursor'))
  writeFileSync(join(root, '.cursor/mcp.json'), bytes)
  put('.mcp.json', '{}')
  chmodSync(join(root, '.mcp.json'), 0o444)
  const { status, text } = await init(['--yes', '--only', 'mcp'])
  expect(status).toBe(1)
  expect(text).toContain('.cursor/mcp.json: it is not all UTF-8, and could not be kept as it is')
  expect(text).toContain('.mcp.json: it may only be read; give yourself the right to write it')
  expect(readFileSync(join(root, '.cursor/mcp.json'))).toEqual(bytes)
  expect(read('.mcp.json')).toBe('{}')
})

test('the entry of pre-commit names the files that a check looks at', () => {
  const ofRepository = readFileSync(
    new URL('../../../.pre-commit-hooks.yaml', import.meta.url),
    'utf8',
  )
  expect(ofRepository).toContain(`  files: '${CHECKED_FILES}'\n`)
  const files = new RegExp(CHECKED_FILES)
  for (const path of [...CHECKED, ...CHECKED.map((one) => `part/${one}`)]) {
    expect([path, files.test(path)]).toEqual([path, true])
    expect([path, isManifest(path) || /\.(?:py|ts)$/.test(path)]).toEqual([path, true])
  }
  for (const path of ['README.md', 'a.rs', 'data.json']) expect(files.test(path)).toBe(false)
})

const CHECKED = [
  ...['a.py', 'b.ts', 'requirements.txt', 'requirements-dev.in', 'dev-requirements.txt'],
  ...['requirements/a.txt', 'pyproject.toml', 'setup.cfg', 'setup.py', 'package.json'],
  ...['package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'poetry.lock', 'uv.lock'],
  ...['pdm.lock', 'pylock.toml', 'pylock.dev.toml', 'Pipfile.lock', 'tsconfig.app.json'],
  ...['environment.yml', 'Pipfile', 'uv.toml', '.yarnrc.yml', 'bunfig.toml'],
  ...['deno.json', 'deno.jsonc', 'import_map.json', '.babelrc', 'vite.config.ts'],
]

test('hooks of others stay before ours', async () => {
  const other = { matcher: 'Bash', hooks: [{ type: 'command', command: 'lint' }] }
  put(
    '.claude/settings.json',
    JSON.stringify({ hooks: { PreToolUse: [other] }, model: 'x' }, null, 2),
  )
  await init()
  const { hooks, model } = JSON.parse(read('.claude/settings.json'))
  expect(model).toBe('x')
  expect(hooks.PreToolUse).toEqual([other, expect.objectContaining({ matcher: expect.anything() })])
})

test.each([
  ['.mcp.json', '{"mcpServers": {"assay": {"command": "other"}}}'],
  ['.mcp.json', '{"mcpServers": {"assay": null}}'],
  ['.claude/settings.json', '{"hooks":{"PreToolUse":[{"hooks":[{"command":"npx assay hook"}]}]}}'],
  [
    '.claude/settings.json',
    '{"hooks":{"PreToolUse":[{"hooks":[{"command":"node assay-hook.mjs"}]}]}}',
  ],
])('what has us already is left alone: %s %s', async (path, text) => {
  put(path, text)
  await init(['--yes', '--only', path === '.mcp.json' ? 'mcp' : 'hooks'])
  expect(read(path)).toBe(text)
})

test.each([
  ['.mcp.json', '// a comment\n{}'],
  ['.mcp.json', '[]'],
  ['.mcp.json', '{"mcpServers": []}'],
  ['.mcp.json', '{"mcpServers": {}, "mcpServers": {}}'],
  ['.claude/settings.json', '{"hooks": {"PreToolUse": {}}}'],
  ['.pre-commit-config.yaml', 'repos: [{repo: a}]\n'],
  ['.pre-commit-config.yaml', 'repos: &all\n  - repo: a\n'],
  ['.pre-commit-config.yaml', 'repos:\n- repo: a\n---\nrepos: []\n'],
  ['.pre-commit-config.yaml', '"repos": []\n'],
  ['.pre-commit-config.yaml', 'repos:\n- repo: a\nci:\n  skip: []\n'],
])('what cannot be added to is told, and stays: %s %j', async (path, text) => {
  put(path, text)
  const parts = { '.mcp.json': 'mcp', '.claude/settings.json': 'hooks' }[path] ?? 'pre-commit'
  const { status, text: said } = await init(['--yes', '--only', parts])
  expect(status).toBe(1)
  expect(said).toContain(`not set up  ${path}: it cannot be added to`)
  expect(read(path)).toBe(text)
})

test.each([
  '- repo: a\n',
  '  - repo: a\n    hooks:\n      - id: b\n',
  '\n  # a comment\n  - repo: a\n',
])('pre-commit keeps its own indentation: %j', async (list) => {
  put('.pre-commit-config.yaml', `# ours\nrepos:\n${list}`)
  expect((await init()).status).toBe(0)
  expect(read('.pre-commit-config.yaml').startsWith(`# ours\nrepos:\n${list}`)).toBe(true)
  const [, indent] = /^( *)- repo: a$/m.exec(list) ?? []
  expect(read('.pre-commit-config.yaml')).toContain(`\n${indent}- repo: local\n${indent}  hooks:\n`)
})

test.each([
  'repos: []\n',
  'repos: []',
  'ci:\n  skip: []\nrepos: [ ]\nfail_fast: true\n',
  'repos:\n',
  'fail_fast: true\n',
  '',
])('pre-commit without a list gets one: %j', async (text) => {
  put('.pre-commit-config.yaml', text)
  expect((await init()).status).toBe(0)
  const after = parseYaml(read('.pre-commit-config.yaml'))
  expect(after).toMatchObject({
    repos: [{ repo: 'local', hooks: [{ id: 'assay-check' }] }],
    ...(text.includes('fail_fast') ? { fail_fast: 'true' } : {}),
  })
})

test('what is asked for by name is set up where nothing of it is there', async () => {
  expect(await init(['--yes', '--action', 'a/b@v1'])).toMatchObject({ status: 0 })
  expect(read('.github/workflows/assay.yml')).toContain('- uses: a/b@v1')
  expect(readdirSync(root).sort()).toEqual(['.git', '.github'])
  expect((await init(['--yes', '--only', 'mcp,hooks,pre-commit'])).status).toBe(0)
  expect(JSON.parse(read('.mcp.json'))).toHaveProperty('mcpServers.assay')
  expect(JSON.parse(read('.claude/settings.json'))).toHaveProperty('hooks.PreToolUse')
  expect(parseYaml(read('.pre-commit-config.yaml'))).toMatchObject({ repos: [{ repo: 'local' }] })
})

test('an action is not set up where other parts are asked for', async () => {
  await init(['--yes', '--only', 'mcp', '--action', 'a/b@v1'])
  expect(existsSync(join(root, '.github'))).toBe(false)
})

describe('nothing is written', () => {
  test('before somebody says yes', async () => {
    put('CLAUDE.md', '')
    for (const answer of ['', 'n', 'yesterday', null]) {
      const { status, text, asked } = await init([], answer)
      expect(status).toBe(1)
      expect(asked).toEqual(['Write 2 files? [y/N] '])
      expect(text).toContain('new  .mcp.json\n+ {\n+   "mcpServers": {')
    }
    expect(readdirSync(root).sort()).toEqual(['.git', 'CLAUDE.md'])
    expect((await init([], 'y')).status).toBe(0)
    expect(existsSync(join(root, '.mcp.json'))).toBe(true)
  })

  test('where a link leads out of the repository', async () => {
    writeFileSync(join(folder, 'mine.json'), '{}')
    mkdirSync(join(folder, 'mine'))
    symlinkSync(join(folder, 'mine.json'), join(root, '.mcp.json'))
    symlinkSync(join(folder, 'mine'), join(root, '.claude'))
    const { status, text } = await init()
    expect(status).toBe(1)
    expect(text).toContain('.mcp.json: it leads out of the repository')
    expect(text).toContain('.claude/settings.json: it leads out of the repository')
    expect(readFileSync(join(folder, 'mine.json'), 'utf8')).toBe('{}')
    expect(readdirSync(join(folder, 'mine'))).toEqual([])
  })

  test('where a link leads to nothing, and the other files are written', async () => {
    for (const tool of ['.claude', '.cursor', '.vscode', '.github']) mkdirSync(join(root, tool))
    symlinkSync('none.json', join(root, '.cursor', 'mcp.json'))
    symlinkSync(join(folder, 'mine.json'), join(root, '.vscode', 'mcp.json'))
    symlinkSync(join(folder, 'mine'), join(root, '.github', 'workflows'))
    const { status, text } = await init(['--yes', '--action', 'a/b@v1'])
    expect(status).toBe(1)
    expect(text).toContain('.cursor/mcp.json: it is a link that leads to nothing')
    expect(text).toContain('.vscode/mcp.json: it leads out of the repository')
    expect(text).toContain('.github/workflows/assay.yml: it leads out of the repository')
    expect(text).toContain('2 files written')
    expect(read('.mcp.json')).toContain('"assay"')
    expect(readdirSync(folder)).toEqual(['repository'])
  })

  test('of who may read a file', async () => {
    put('.mcp.json', '{"mcpServers":{"other":{"env":{"TOKEN":"hunter2"}}}}')
    chmodSync(join(root, '.mcp.json'), 0o600)
    expect((await init()).status).toBe(0)
    expect(read('.mcp.json')).toContain('"assay"')
    expect(statSync(join(root, '.mcp.json')).mode & 0o777).toBe(0o600)
  })

  test('of a workflow whose action nobody names', async () => {
    mkdirSync(join(root, '.github'))
    expect(await init()).toMatchObject({ status: 1, text: /--action <owner>/ })
    expect((await init(['--action', 'x; rm -rf /'])).status).toBe(2)
    expect(readdirSync(join(root, '.github'))).toEqual([])
  })

  test('of what was not asked for', async () => {
    put('CLAUDE.md', '')
    await init(['--yes', '--only', 'mcp'])
    expect(existsSync(join(root, '.claude'))).toBe(false)
    expect((await init(['--only', 'mpc'])).status).toBe(2)
  })
})

test('any JSON object is added to, and keeps what it has', () => {
  const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__')
  fc.assert(
    fc.property(
      fc.dictionary(key, fc.jsonValue()),
      key,
      fc.constantFrom(undefined, 2, '\t'),
      (root, name, indent) => {
        fc.pre(!Object.hasOwn(root, name))
        const text = JSON.stringify(root, null, indent)
        const after = withMember(text, [name], { x: [1] })
        expect(after).not.toBeNull()
        // Through texts, for what JSON has no other word for, such as -0.
        const expected = { ...JSON.parse(text), [name]: { x: [1] } }
        expect(JSON.parse(after ?? '')).toEqual(expected)
      },
    ),
  )
})

describe('the folder for agents', () => {
  const shipped = (path: string) =>
    readFileSync(new URL(`../../../plugin/${path}`, import.meta.url), 'utf8')

  test.each([
    ['.mcp.json', '.mcp.json'],
    ['.claude/settings.json', 'hooks/hooks.json'],
  ])('has what is written into %s as %s', async (written, ofPlugin) => {
    put('CLAUDE.md', '')
    await init()
    expect(JSON.parse(shipped(ofPlugin))).toEqual(JSON.parse(read(written)))
  })

  test('has the version of the program', () => {
    const { name, version } = JSON.parse(shipped('.claude-plugin/plugin.json'))
    expect({ name, version }).toEqual({ name: 'assay', version: VERSION })
  })

  test('has a text that begins with what it is for', () => {
    expect(shipped('skills/check-before-you-write/SKILL.md')).toMatch(
      /^---\nname: check-before-you-write\ndescription: .{40,}\n---\n/,
    )
  })
})
