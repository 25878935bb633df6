import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const SCRIPT = fileURLToPath(new URL('../../scripts/sbom.mjs', import.meta.url))

test('an SBOM names what is installed and what is bundled, each once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-sbom-'))
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  put('assay/package.json', '{"name": "assay", "version": "1.2.3"}')
  put(
    'assay/dist/THIRD-PARTY-LICENSES.txt',
    'Of others:\n\n@scope/lamp 1.0.0-rc.1 (MIT)\ntext (not a package)\nroom 2.0.0 (Apache-2.0 OR MIT)\n',
  )
  put('room/package.json', '{"name": "room", "version": "2.0.0", "license": "MIT"}')
  put('@scope/bulb/package.json', '{"name": "@scope/bulb", "version": "3.0.0"}')
  const sbom = JSON.parse(execFileSync(process.execPath, [SCRIPT, folder]).toString())
  rmSync(folder, { recursive: true, force: true })
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    metadata: { component: { name: 'assay', version: '1.2.3' } },
  })
  expect(sbom.components.map(({ purl }: { purl: string }) => purl)).toEqual([
    'pkg:npm/%40scope/bulb@3.0.0',
    'pkg:npm/%40scope/lamp@1.0.0-rc.1',
    'pkg:npm/room@2.0.0',
  ])
})
