// assay lsp in Neovim: what it marks, shows, mends and offers there.

import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { fakeRegistry } from '../fake/registry.ts'
import { MAIN } from '../support/compiled.ts'
import { publishPython } from '../support/publish.ts'

const SCRIPT = fileURLToPath(new URL('../support/editor.lua', import.meta.url))

/** `apt-get install neovim` brings one. */
function hasNeovim(): boolean {
  try {
    execFileSync('nvim', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

test.skipIf(!hasNeovim())(
  'Neovim marks, shows, mends and offers',
  async () => {
    const registry = await fakeRegistry()
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'assay-nvim-')))
    try {
      publishPython(registry, {
        name: 'lamp',
        version: '1.0',
        files:
          '\n-- lamp/__init__.py --\ndef glow(strength):\n    """Glows."""\ndef dim(level): ...\n',
      })
      const root = join(folder, 'root')
      mkdirSync(root)
      writeFileSync(join(root, 'requirements.txt'), 'lamp==1.0\n')
      writeFileSync(join(root, 'a.py'), 'import lamp\n\nlamp.glwo(1)\nlamp.glow(1)\n')
      const out = join(folder, 'seen.json')
      const env = {
        PATH: process.env['PATH'] ?? '',
        HOME: folder,
        ASSAY_DATA_DIR: join(folder, 'data'),
        ASSAY_NPM_REGISTRY: registry.npmUrl,
        ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
        ASSAY_LOG_LEVEL: 'warn',
        ASSAY_NAMES: 'off',
        EDITOR_NODE: process.execPath,
        EDITOR_MAIN: MAIN,
        EDITOR_ROOT: root,
        EDITOR_OUT: out,
      }
      await promisify(execFile)('nvim', ['--headless', '--clean', '-S', SCRIPT], {
        env,
        timeout: 120_000,
      })
      const seen = JSON.parse(readFileSync(out, 'utf8'))
      expect(seen.first).toMatchObject([
        { line: 2, column: 5, message: expect.stringContaining('glwo') },
      ])
      expect(seen.hover.contents.value).toContain('Glows')
      expect(seen.fixed).toBe('lamp.glow(1)')
      expect(seen.after).toBe(0)
      expect(seen.names.items.map(({ label }: { label: string }) => label)).toEqual(['glow'])
    } finally {
      await registry.close()
      rmSync(folder, { recursive: true, force: true })
    }
  },
  180_000,
)
