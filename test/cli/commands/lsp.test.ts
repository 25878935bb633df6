// assay lsp as an editor runs it: the program, spoken to by the library that editors use.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  CodeActionRequest,
  type CompletionList,
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidCloseTextDocumentNotification,
  DidSaveTextDocumentNotification,
  type Hover,
  HoverRequest,
  InitializeRequest,
  type MarkupContent,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node.js'
import { type FakeRegistry, fakeRegistry } from '../../fake/registry.ts'
import { MAIN } from '../../support/compiled.ts'
import { type Editor, startEditor } from '../../support/editor.ts'
import { publishNpm, publishPython } from '../../support/publish.ts'

const MODULES = fileURLToPath(new URL('../../../node_modules', import.meta.url))

// Programs start children: on a busy machine that takes its time.
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 })

let registry: FakeRegistry
let folder: string
let root: string
let editor: Editor | null = null

beforeAll(async () => {
  registry = await fakeRegistry()
  publishPython(registry, {
    name: 'lamp',
    version: '1.0',
    files: `
-- lamp/__init__.py --
import warnings
def glow(strength, colour="red"):
    """Glows in a colour."""
def dim(level): ...
class Bulb:
    def burn(self, hours=1): ...
`,
  })
  publishNpm(registry, {
    name: 'knob',
    version: '3.0.0',
    files:
      '-- package.json --\n{"name":"knob","version":"3.0.0","types":"i.d.ts"}\n-- i.d.ts --\n/** Turns. */\nexport declare function turn(by: number): number\n/** @deprecated Use `turn`. */\nexport declare function rotate(by: number): number\n',
  })
  folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-lsp-')))
  await symlink(MODULES, join(folder, 'node_modules'))
})
afterAll(async () => {
  await registry.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(async () => {
  root = await mkdtemp(join(folder, 'root-'))
})
afterEach(async () => {
  const status = editor?.process.exitCode ?? null
  if (editor !== null && status === null) expect(await editor.quit()).toBe(0)
  editor = null
})

const environment = (more: Record<string, string> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  ASSAY_DATA_DIR: join(folder, 'data'),
  ASSAY_NPM_REGISTRY: registry.npmUrl,
  ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_NAMES: 'off',
  ...more,
})

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
}

async function start(more: Partial<Parameters<typeof startEditor>[0]> = {}): Promise<Editor> {
  editor = await startEditor({ root, env: environment(), ...more })
  return editor
}

const MANIFESTS = {
  'requirements.txt': 'lamp==1.0\n',
  'package.json': '{"dependencies":{"knob":"3.0.0"}}',
}
const CODE = 'import lamp\n\nlamp.glwo(1)\nlamp.glow(1)\n'
const shown = (hover: Hover | null) => (hover?.contents as MarkupContent | undefined)?.value ?? ''
const hasAny = (all: readonly unknown[]) => all.length > 0
const asked = (name: string) =>
  [...registry.requests].filter(([path]) => path.includes(name)).length

describe('an editor', () => {
  test('is told what is wrong, offered what is meant, and told that it is right then', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change, connection, uri } = await start()
    open('a.py', CODE)
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics).toMatchObject([
      {
        range: { start: { line: 2, character: 5 }, end: { line: 2, character: 9 } },
        severity: 1,
        code: 'symbol_not_found',
        source: 'assay',
        message: expect.stringContaining('lamp 1.0, lamp-1.0'),
      },
    ])
    const textDocument = { uri: uri('a.py') }
    const range = { start: { line: 2, character: 6 }, end: { line: 2, character: 6 } }
    const context = { diagnostics }
    const actions = await connection.sendRequest(CodeActionRequest.type, {
      textDocument,
      range,
      context,
    })
    expect(actions).toMatchObject([
      {
        title: 'Replace glwo with glow',
        edit: {
          changes: {
            [uri('a.py')]: [
              {
                range: { start: { line: 2, character: 5 }, end: { line: 2, character: 9 } },
                newText: 'glow',
              },
            ],
          },
        },
      },
    ])
    change('a.py', CODE.replace('glwo', 'glow'))
    expect((await told('a.py')).diagnostics).toEqual([])
  })

  test('is told of manifests, TypeScript and deprecations', async () => {
    const code = "import { rotate } from 'knob'\nrotate(1)\n"
    await write({ ...MANIFESTS, 'a.ts': code })
    const { open, told, connection, uri } = await start()
    open('a.ts', code)
    const { diagnostics } = await told('a.ts', hasAny)
    expect(diagnostics[0]).toMatchObject({ code: 'symbol_deprecated', severity: 2, tags: [2] })
    open('requirements.txt', 'lamp==1.0\nlammp\n')
    const manifest = await told('requirements.txt', hasAny)
    expect(manifest.diagnostics).toMatchObject([
      { code: 'package_not_found', range: { start: { line: 1, character: 0 } } },
    ])
    const textDocument = { uri: uri('requirements.txt') }
    const hover = await connection.sendRequest(HoverRequest.type, {
      textDocument,
      position: { line: 0, character: 2 },
    })
    expect(shown(hover)).toMatch(/lamp 1\\?\.0/)
  })

  test('is shown what a symbol is, and which release that rests on', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, connection, uri } = await start()
    open('a.py', CODE)
    await told('a.py', hasAny)
    const hover = await connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.py') },
      position: { line: 3, character: 6 },
    })
    const value = shown(hover)
    expect(value).toContain('glow (strength, colour=')
    expect(value).toContain('Glows in a colour')
    expect(value).toMatch(/lamp 1\\?\.0 · lamp-1\\?\.0.*\.whl/)
    expect(value).toMatch(/sha256 `[\da-f]{64}`/)
  })

  test('is offered names of packages and of symbols', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change, connection, uri } = await start()
    open('a.py', CODE)
    await told('a.py', hasAny)
    const labels = async (path: string, line: number, character: number) => {
      const found = await connection.sendRequest(CompletionRequest.type, {
        textDocument: { uri: uri(path) },
        position: { line, character },
      })
      return (found as CompletionList | null)?.items.map(({ label }) => label)
    }
    change('a.py', 'import lamp\nlamp.g\n')
    expect(await labels('a.py', 1, 6)).toEqual(['glow'])
    change('a.py', 'from lamp import \n')
    expect(await labels('a.py', 0, 17)).toEqual(['Bulb', 'dim', 'glow'])
    open('requirements.txt', 'lamp==1.0\nreques\n')
    expect(await labels('requirements.txt', 1, 6)).toContain('requests')
    open('package.json', '{"dependencies": {\n  "expr\n}}')
    expect(await labels('package.json', 1, 7)).toContain('express')
    open('b.ts', "import { x } from 'expre\n")
    expect(await labels('b.ts', 0, 24)).toContain('express')
  })
})

describe('registries', () => {
  test('are not asked about what is being typed', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change } = await start()
    open('a.py', CODE)
    await told('a.py', hasAny)
    for (const name of ['w', 'wo', 'woo', 'wool', 'woolb', 'woolbed']) {
      change('a.py', `${CODE}import ${name}\n`)
      await told('a.py')
    }
    // What stands still is asked for, and nothing that went before it.
    await told('a.py', (all) => all.some(({ code }) => code === 'package_not_found'))
    expect(asked('woolbed')).toBeGreaterThan(0)
    expect([...registry.requests.keys()].filter((path) => /\/wo{1,2}l?b?\b/.test(path))).toEqual([])
  })

  test.each([
    ['--offline', { args: ['--offline'] }],
    ['the setting of the editor', { options: { lookups: false } }],
  ])('are asked nothing with %s', async (_title, more) => {
    const before = [...registry.requests.values()].reduce((sum, one) => sum + one, 0)
    const code = 'import lampe\nimport never_heard_of\n'
    await write({ 'a.py': code, 'requirements.txt': 'never-heard-of\n' })
    const { open, told, connection, uri } = await start(more)
    open('a.py', code)
    await told('a.py')
    await connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uri('a.py') },
      position: { line: 0, character: 8 },
    })
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect([...registry.requests.values()].reduce((sum, one) => sum + one, 0)).toBe(before)
  })

  test('are those of the user, whatever a workspace and its editor say', async () => {
    const hostile = await fakeRegistry()
    try {
      await write({
        'a.py': 'import lamp\nlamp.glwo()\n',
        'b.ts': "import { turrn } from 'knob'\n",
        'requirements.txt': `--index-url ${hostile.pypiIndexUrl}\nlamp==1.0\n`,
        'package.json': MANIFESTS['package.json'],
        '.npmrc': `registry=${hostile.npmUrl}\n`,
        'pip.conf': `[global]\nindex-url = ${hostile.pypiIndexUrl}\n`,
        '.env': `ASSAY_PYPI_INDEX=${hostile.pypiIndexUrl}\nASSAY_NPM_REGISTRY=${hostile.npmUrl}\n`,
        '.vscode/settings.json': JSON.stringify({ 'assay.registry': hostile.npmUrl }),
      })
      const options = { registry: hostile.npmUrl, ASSAY_NPM_REGISTRY: hostile.npmUrl }
      const { open, told } = await start({ options })
      open('a.py', 'import lamp\nlamp.glwo()\n')
      await told('a.py', hasAny)
      open('b.ts', "import { turrn } from 'knob'\n")
      await told('b.ts', hasAny)
      expect(hostile.requests.size).toBe(0)
    } finally {
      await hostile.close()
    }
  })

  test('that cannot be reached are told of, and keep nobody waiting', async () => {
    await write({ 'a.py': 'import lamp\nlamp.glwo()\nimport os\nos.pathh\n' })
    const closed = 'http://127.0.0.1:9'
    const { open, told, logged } = await start({
      env: environment({
        ASSAY_DATA_DIR: join(root, '.cache', 'data'),
        ASSAY_PYPI_INDEX: closed,
        ASSAY_NPM_REGISTRY: closed,
      }),
    })
    open('a.py', 'import lamp\nlamp.glwo()\nimport os\nos.pathh\n')
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics).toMatchObject([{ range: { start: { line: 3 } } }])
    await vi.waitFor(() => expect(logged.join('\n')).toMatch(/not judged/), { timeout: 120_000 })
  })
})

describe('files that change beside the editor', () => {
  const close = (path: string) =>
    editor?.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: editor.uri(path) },
    })
  const save = (path: string) =>
    editor?.connection.sendNotification(DidSaveTextDocumentNotification.type, {
      textDocument: { uri: editor.uri(path) },
    })

  test('in it, saved and closed, count as they were saved', async () => {
    await write({ 'requirements.txt': '', 'a.py': CODE })
    const { open, told, change } = await start()
    open('a.py', CODE)
    await told('a.py')
    open('requirements.txt', '')
    change('requirements.txt', 'lamp==9.9\n')
    await write({ 'requirements.txt': 'lamp==9.9\n', 'lampwick.py': '' })
    await save('requirements.txt')
    await close('requirements.txt')
    open('lampwick.py', '')
    await save('lampwick.py')
    await close('lampwick.py')
    change('a.py', `import lampwick\n${CODE}`)
    const { diagnostics } = await told('a.py', (all) =>
      all.some(({ code }) => code === 'version_not_found'),
    )
    expect(diagnostics.map(({ code }) => code)).toEqual(['version_not_found'])
    expect(asked('lampwick')).toBe(0)
  })

  test('without a word from the editor are seen before anybody is asked for their names', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change } = await start()
    open('a.py', CODE)
    await told('a.py', hasAny)
    await write({ 'lampoil.py': '' })
    change('a.py', `import lampoil\nimport lampsoot\n`)
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics.map(({ range }) => range.start.line)).toEqual([1])
    expect(asked('lampoil')).toBe(0)
  })

  test('are nobody else’s packages where no folder is open either', async () => {
    await write({ 'one/a.py': '', 'one/lampjar.py': '', 'one/lampbox/x.py': '', 'two/a.py': '' })
    const { open, told } = await start({ folders: [] })
    const [one, two] = [join(root, 'one/a.py'), join(root, 'two/a.py')]
    open(one, 'import lampjar\nimport lampbox.x\nimport os\nos.pathh\n')
    open(two, 'import os\n\n\n\nos.pathh\n')
    const lines = async (path: string) =>
      (await told(path, hasAny)).diagnostics.map(({ range }) => range.start.line)
    expect(await lines(one)).toEqual([3])
    expect(await lines(two)).toEqual([4])
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    expect(asked('lampjar') + asked('lampbox')).toBe(0)
  })
})

describe('files', () => {
  test('tell what is wrong with a manifest that is closed, where they import it', async () => {
    await write({ 'requirements.txt': 'lamp==9.9\n', 'a.py': CODE })
    const { open, told } = await start()
    open('a.py', CODE)
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics).toMatchObject([
      { code: 'version_not_found', range: { start: { line: 0 } } },
    ])
    open('requirements.txt', 'lamp==9.9\n')
    expect((await told('requirements.txt', hasAny)).diagnostics).toHaveLength(1)
    expect((await told('a.py', (all) => all.length === 0)).diagnostics).toEqual([])
  })

  test('that are broken are survived, and places count UTF-16 units', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change } = await start()
    const code = 'import lamp\nx = "😀😀"; lamp.glwo(1)\n'
    open('a.py', code)
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics[0]?.range.start).toEqual({ line: 1, character: 17 })
    for (const broken of ['import lamp\nlamp.(\n', '(((((', '\ud800', 'def \u0000', '']) {
      change('a.py', broken)
      await told('a.py')
    }
    change('a.py', CODE)
    expect((await told('a.py', hasAny)).diagnostics).toHaveLength(1)
    // One that was never saved is judged as well.
    open('new.py', CODE)
    expect((await told('new.py', hasAny)).diagnostics).toHaveLength(1)
  })

  test.each([
    ['JavaScript', 'b.js', 'lamp.glow(1)\n'],
    ['Python', 'b.py', 'lamp.glow(1)\n'],
  ])('of %s that are too large keep nobody from being told of others', async (_, path, line) => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, change } = await start()
    open(path, line.repeat(1_700_000))
    const { diagnostics } = await told(path, hasAny)
    expect(diagnostics).toMatchObject([{ code: 'undetermined', severity: 3 }])
    expect(diagnostics[0]?.message).toContain('1 MiB')
    open('a.py', CODE)
    expect((await told('a.py', hasAny)).diagnostics).toHaveLength(1)
    change(path, 'x = 1\n')
    expect((await told(path)).diagnostics).toEqual([])
  })

  test('of the workspace are nobody else’s packages', async () => {
    await write({ 'lampshade.py': '', 'a.py': 'import lampshade\nimport lampstand\n' })
    const { open, told } = await start()
    open('a.py', 'import lampshade\nimport lampstand\n')
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics.map(({ range }) => range.start.line)).toEqual([1])
    expect(asked('lampshade')).toBe(0)
  })

  test('of several folders are judged by their own manifests', async () => {
    const [one, two] = [join(root, 'one'), join(root, 'two')]
    await write({
      'one/requirements.txt': 'lamp==1.0\n',
      'one/a.py': CODE,
      'two/requirements.txt': 'lamp==9.9\n',
      'two/a.py': CODE,
    })
    const { open, told } = await start({ folders: [one, two] })
    open(join(one, 'a.py'), CODE)
    open(join(two, 'a.py'), CODE)
    open(join(two, 'requirements.txt'), 'lamp==9.9\n')
    const codes = async (path: string) =>
      (await told(path, hasAny)).diagnostics.map(({ code }) => code)
    expect(await codes(join(one, 'a.py'))).toEqual(['symbol_not_found'])
    expect(await codes(join(two, 'requirements.txt'))).toEqual(['version_not_found'])
    expect((await told(join(two, 'a.py'))).diagnostics).toEqual([])
  })

  test('are changed by the ranges that the editor sends, and closed', async () => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { open, told, connection, uri } = await start()
    open('a.py', CODE)
    await told('a.py', hasAny)
    await connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: uri('a.py'), version: 1 },
      contentChanges: [
        {
          range: { start: { line: 2, character: 5 }, end: { line: 2, character: 9 } },
          text: 'dim',
        },
      ],
    })
    expect((await told('a.py', (all) => all.length === 0)).diagnostics).toEqual([])
    await connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: uri('a.py') },
    })
  })

  test('named in a comment that says so are left alone', async () => {
    const code = `${CODE.replace('lamp.glwo(1)', 'lamp.glwo(1)  # assay: ignore')}lamp.dimm(1)\n`
    await write({ ...MANIFESTS, 'a.py': code })
    const { open, told } = await start()
    open('a.py', code)
    const { diagnostics } = await told('a.py', hasAny)
    expect(diagnostics.map(({ range }) => range.start.line)).toEqual([4])
  })
})

test('what an editor may not say is survived', async () => {
  await write({ 'a.py': CODE })
  const { connection, open, told, uri } = await start()
  const again = { processId: null, rootUri: null, capabilities: {} }
  await expect(connection.sendRequest(InitializeRequest.type, again)).rejects.toThrow(/already/)
  const words = ['didOpen', 'didChange', 'didClose', 'didSave'].map((one) => `textDocument/${one}`)
  const others = ['didChangeWatchedFiles', 'didChangeWorkspaceFolders']
  for (const method of [...words, ...others.map((one) => `workspace/${one}`)]) {
    for (const params of [{}, { event: null }, { changes: [null] }, { textDocument: { uri: 5 } }]) {
      await connection.sendNotification(method, params)
    }
  }
  open('a.py', 'import os\nos.pathh\n')
  expect((await told('a.py', hasAny)).diagnostics).toHaveLength(1)
  const before = { start: { line: -3, character: -1 }, end: { line: 900, character: 4 } }
  await connection.sendNotification(DidChangeTextDocumentNotification.type, {
    textDocument: { uri: uri('a.py'), version: 1 },
    contentChanges: [{ range: before, text: '' }],
  })
  expect((await told('a.py', (all) => all.length === 0)).diagnostics).toEqual([])
})

test('two that open it at once: one of them does', async () => {
  const server = spawn(process.execPath, [MAIN, 'lsp'], { env: environment(), cwd: root })
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  )
  connection.listen()
  const params = { processId: null, rootUri: null, capabilities: {} }
  const ask = () => connection.sendRequest(InitializeRequest.type, params)
  const states = (await Promise.allSettled([ask(), ask()])).map(({ status }) => status)
  expect(states).toEqual(['fulfilled', 'rejected'])
  server.stdin.end()
  await once(server, 'exit')
  connection.dispose()
})

test('a server that no longer knows where a message begins ends', async () => {
  const server = spawn(process.execPath, [MAIN, 'lsp'], { env: environment(), cwd: root })
  server.stdin.write('Length: 2\r\n\r\n{}')
  const [status] = await once(server, 'exit')
  expect(status).toBe(1)
})

test.each([0, 100, 400, 1_000])(
  'a server whose editor goes away ends, %i milliseconds into a check',
  async (afterMs) => {
    await write({ ...MANIFESTS, 'a.py': CODE })
    const { process: server, open } = await start()
    open('a.py', CODE)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.stdout?.destroy()
    server.stdin?.end()
    expect(await ended).toBe(1)
  },
)

test('a server whose editor goes away ends', async () => {
  await write({ 'a.py': CODE })
  const { process: server, open, told, connection } = await start()
  open('a.py', CODE)
  await told('a.py')
  const ended = new Promise((resolve) => server.once('exit', resolve))
  connection.end()
  server.stdin?.end()
  expect(await ended).toBe(1)
})
