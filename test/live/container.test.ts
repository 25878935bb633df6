// The image of the service, built on a base of Debian's packages and tried as compose.yaml runs it. It
// needs root, buildah and mmdebstrap, and is passed over where they are not at hand.

import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/compiled.ts'

const isThere = (program: string) => spawnSync(program, ['--version']).status === 0
const canBuild = process.getuid?.() === 0 && ['buildah', 'mmdebstrap'].every(isThere)
const MINUTES_MS = 60_000
const BASE = 'localhost/assay-base'

const folder = mkdtempSync(join(tmpdir(), 'assay-container-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function script(name: string, ...words: readonly string[]): Promise<string> {
  const file = join(ROOT, 'scripts', name)
  const options = {
    cwd: ROOT,
    maxBuffer: 1 << 26,
    env: { ...process.env, ASSAY_BUILDER: 'buildah' },
  }
  const { stdout } = await promisify(execFile)(file, words, options)
  return stdout
}

describe.skipIf(!canBuild)('the container', () => {
  test('is built, asked, killed and started again, and loses nothing', {
    timeout: 20 * MINUTES_MS,
  }, async () => {
    await script('debianBase.sh')
    const made = join(folder, 'made')
    await script('container.sh', made, BASE)
    const { bomFormat, components } = JSON.parse(readFileSync(join(made, 'sbom.cdx.json'), 'utf8'))
    expect(bomFormat).toBe('CycloneDX')
    expect(components.length).toBeGreaterThan(20)
    const said = await script('tryContainer.sh', join(folder, 'data'))
    expect(said).toMatch(
      /^started, asked, killed and restarted: 0x[0-9a-f]{40}, the answer at "index":\d+$/m,
    )
  })
})
