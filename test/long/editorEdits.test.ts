// Thousands of random edits in an editor: the server goes on, and what it tells is what a fresh check of
// the text says. `ASSAY_LSP_EDITS` says how many.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import {
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DidSaveTextDocumentNotification,
  PublishDiagnosticsNotification,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver-protocol/node.js'
import { TextDocument } from 'vscode-languageserver-textdocument'
import { openCheckApp } from '../../src/app/checkApp.ts'
import { CheckMemory } from '../../src/check/plan/memory/checkMemory.ts'
import { joined, readFile } from '../../src/check/read/readInput.ts'
import { isIgnoredHere } from '../../src/cli/check/baseline.ts'
import { readScope } from '../../src/cli/check/checkFiles.ts'
import { inputOf, saidOf } from '../../src/cli/check/scopeReport.ts'
import { diagnosticOf, linesIn } from '../../src/cli/lsp/places.ts'
import { loadConfig } from '../../src/config.ts'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { seededRandom } from '../fake/seededRandom.ts'
import { startEditor } from '../support/editor.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const EDITS = Number(process.env['ASSAY_LSP_EDITS'] ?? 10_000)
const SEED = Number(process.env['ASSAY_LSP_SEED'] ?? 1)
const BURST_MAX = 40

let registry: FakeRegistry
let folder: string

beforeAll(async () => {
  registry = await fakeRegistry()
  publishPython(registry, {
    name: 'lamp',
    version: '1.0',
    files:
      '\n-- lamp/__init__.py --\ndef glow(strength, colour="red"): ...\ndef dim(level): ...\nclass Bulb:\n    def burn(self, hours=1): ...\n',
  })
  publishNpm(registry, {
    name: 'knob',
    version: '3.0.0',
    files:
      '-- package.json --\n{"name":"knob","version":"3.0.0","types":"i.d.ts"}\n-- i.d.ts --\nexport declare function turn(by: number): number\nexport declare class Dial { press(times: number): void }\n',
  })
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-edits-')))
})
afterAll(async () => {
  await registry.close()
  rmSync(folder, { recursive: true, force: true })
})

const PYTHON = `import lamp
from lamp import Bulb, glow
import os

def work(things: list, bulb: Bulb):
    for thing in things:
        glow(len(thing), colour="blue")
        bulb.burn(hours=2)
        lamp.dimm(1)
    return os.path.joinn("a", "b")
`
const TYPESCRIPT = `import { Dial, turn } from 'knob'
import * as knob from 'knob'
import { readFile } from 'node:fs'

export function work(dial: Dial, things: string[]) {
  turn(things.length)
  dial.pres(2)
  knob.tunr(1)
  readFile('x', () => {})
}
`
const FILES: Readonly<Record<string, string>> = {
  'requirements.txt': 'lamp==1.0\n',
  'package.json': '{"dependencies":{"knob":"3.0.0"}}\n',
  'src/a.py': PYTHON,
  'src/b.py': PYTHON.replaceAll('work', 'play'),
  'src/c.ts': TYPESCRIPT,
  'src/d.ts': TYPESCRIPT.replaceAll('work', 'play'),
}
const PIECES = [
  ...'abl.()[]{}:,="\' \n\t',
  '\r\n',
  '😀',
  '\u2028',
  'lamp.glwo(1)\n',
  'import lamp\n',
  'x.dimm = 1\n',
  "import { Dial } from 'knob'\n",
  '# assay: ignore',
  'self.',
  '"""',
  '`${',
  '/*',
]

test(`${EDITS} random edits`, { timeout: 3_600_000 }, async () => {
  const root = join(folder, 'root')
  for (const [path, text] of Object.entries(FILES)) {
    mkdirSync(join(root, 'src'), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ASSAY_DATA_DIR: join(folder, 'data'),
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
    ASSAY_LOG_LEVEL: 'warn',
    ASSAY_NAMES: 'off',
  }
  const app = await openCheckApp(loadConfig(env), { onProblem: () => {} })
  const editor = await startEditor({ root, env })
  const { connection, uri } = editor
  const told = new Map<string, PublishDiagnosticsParams>()
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    told.set(params.uri, params)
  })
  const documents = new Map(
    Object.entries(FILES).map(([path, text]) => [
      path,
      TextDocument.create(uri(path), 'any', 1, text),
    ]),
  )
  for (const document of documents.values()) {
    const textDocument = {
      uri: document.uri,
      languageId: 'any',
      version: 1,
      text: document.getText(),
    }
    void connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
  }
  const { below } = seededRandom(SEED)
  const any = <T>(all: readonly T[]): T => all[below(all.length)] as T

  function edit(): void {
    const path = any(Object.keys(FILES).filter((one) => one.startsWith('src/') || below(20) === 0))
    const document = documents.get(path)
    if (document === undefined) return
    const text = document.getText()
    const isReset = below(60) === 0
    const start = isReset ? 0 : below(text.length + 1)
    const end = isReset ? text.length : Math.min(text.length, start + any([0, 0, 0, 1, 3, 20]))
    const range = { start: document.positionAt(start), end: document.positionAt(end) }
    const change = { range, text: isReset ? (FILES[path] ?? '') : any(PIECES) }
    const version = document.version + 1
    documents.set(path, TextDocument.update(document, [change], version))
    void connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: document.uri, version },
      contentChanges: [change],
    })
  }

  async function expected(): Promise<ReadonlyMap<string, unknown>> {
    const found = readScope(root, [])
    if (typeof found === 'string') throw new Error(found)
    const files = found.files.map((file) => ({
      ...file,
      content: documents.get(file.path)?.getText() ?? file.content,
    }))
    const scope = { ...found, files }
    const { signal } = new AbortController()
    const input = inputOf(scope, joined(files.map(readFile)), app)
    const memory = new CheckMemory()
    const { report } = await app.checkInput(input, {}, { signal }, () => {}, { memory })
    const { findings } = saidOf(report, scope)
    return new Map(
      [...documents].map(([path, document]) => {
        const lines = linesIn(document.getText())
        const own = findings
          .filter((one) => one.path === path)
          .filter((one) => !isIgnoredHere(one, lines[one.line - 1] ?? ''))
        return [path, own.map((one) => diagnosticOf(one, lines, app.docsAt))]
      }),
    )
  }

  try {
    for (let done = 0; done < EDITS; ) {
      const burst = Math.min(EDITS - done, 1 + below(BURST_MAX))
      for (let index = 0; index < burst; index += 1) edit()
      done += burst
      for (const { uri: of } of documents.values()) {
        const textDocument = { uri: of }
        void connection.sendNotification(DidSaveTextDocumentNotification.type, { textDocument })
      }
      const wanted = await expected()
      await vi.waitFor(
        () => {
          for (const [path, document] of documents) {
            const { version, diagnostics } = told.get(document.uri) ?? {}
            expect({ path, done, version, diagnostics }).toEqual({
              ...{ path, done, version: document.version },
              diagnostics: wanted.get(path),
            })
          }
        },
        { timeout: 120_000, interval: 20 },
      )
      expect(editor.process.exitCode).toBeNull()
    }
    expect(await editor.quit()).toBe(0)
  } finally {
    await app.close()
  }
})
