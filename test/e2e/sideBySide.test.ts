// The latest release and the one that was asked for are fetched and read at the same time.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeRegistry, fakeRegistry } from '../fake/registry.ts'
import { publishNpm, publishPython } from '../support/publish.ts'
import { type Service, startService } from '../support/service.ts'

let registry: FakeRegistry
let service: Service
/** Files that nobody gets before all of them were asked for. */
const wanted = new Set<string>()
let waiting: (() => void)[] = []

beforeAll(async () => {
  registry = await fakeRegistry({
    intercept(request, response, answer) {
      const file = [...wanted].find((one) => request.url?.endsWith(one))
      if (file === undefined) return false
      wanted.delete(file)
      waiting.push(() => {
        const { status, contentType, body } = answer()
        response.writeHead(status, { 'content-type': contentType ?? '' })
        response.end(body)
      })
      if (wanted.size > 0) return true
      for (const sendNow of waiting) sendNow()
      waiting = []
      return true
    },
  })
  service = await startService({
    ASSAY_NPM_REGISTRY: registry.npmUrl,
    ASSAY_PYPI_INDEX: registry.pypiIndexUrl,
  })
})
afterAll(async () => {
  await service.close()
  await registry.close()
})

test('of a package of PyPI', async () => {
  for (const version of ['1.0', '2.0']) {
    publishPython(registry, { name: 'pair', version, files: `-- pair.py --\nv${version[0]} = 1\n` })
    wanted.add(`/pair-${version}-py3-none-any.whl`)
  }
  const asked = { ecosystem: 'pypi', package: 'pair', symbol: 'pair.v1', version: '1.0' }
  const { body } = await service.post('/demo/v1/symbol/exists', asked)
  expect(body).toMatchObject({ exists: false, at_requested_version: { exists: true } })
})

test('of a package of npm', async () => {
  for (const version of ['1.0.0', '2.0.0']) {
    publishNpm(registry, {
      name: 'pair',
      version,
      files: `-- index.d.ts --\nexport const v${version[0]}: 1\n`,
    })
    wanted.add(`/pair-${version}.tgz`)
  }
  const asked = { ecosystem: 'npm', package: 'pair', symbol: 'v1', version: '1.0.0' }
  const { body } = await service.post('/demo/v1/symbol/exists', asked)
  expect(body).toMatchObject({ exists: false, at_requested_version: { exists: true } })
})
