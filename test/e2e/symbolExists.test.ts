// Does this symbol exist? From HTTP to the file and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

const DEMO = '/demo/v1/symbol/exists'
const PAID = '/v1/symbol/exists'

const PARCEL = `
-- parcel/__init__.py --
"""Boxes."""
from .box import Box, open_box
from .box import open_box as unwrap
-- parcel/box.py --
class Lid:
    def lift(self, height: int = 1) -> None:
        """Lifts the lid."""

class Box(Lid):
    size: int
    label = find_label()
    def close(self): ...

def open_box(box, *, gently=False):
    """Opens a box.

    .. deprecated:: 1.2
       Use lift.
    """
-- parcel/_hidden.py --
SECRET = 1
-- parcel/made.py --
globals().update({name: None for name in load()})
-- parcel/broken.py --
def (:
-- parcel/tests/test_box.py --
def test_box(): ...
`

let loopback: Loopback
let registry: Loopback['registry']
let service: Loopback['service']

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ registry, service } = loopback)
  publishPython(registry, {
    name: 'parcel-kit',
    version: '1.0',
    files: '-- parcel.py --\nold = 1\n',
  })
  publishPython(registry, { name: 'parcel-kit', version: '2.0', files: PARCEL })
  publishNpm(registry, {
    name: '@box/kit',
    version: '3.1.0',
    exports: { '.': './index.js', './fold': './fold.js' },
    files: `
-- index.js --
export const red = 1
-- index.d.ts --
declare const kit: { open(path: string): void; shut: boolean }
export default kit
export declare enum Size { Small = 1, Large = 2 }
export type Shape = 'round' | 'flat'
-- fold.js --
export function fold() {}
-- fold.d.ts --
/** @deprecated since 3.0 use unfold */
export declare function fold(times?: number): void
`,
  })
})

afterAll(() => loopback.close())

function ask(symbol: string, more: Record<string, unknown> = {}) {
  return service.post(DEMO, { ecosystem: 'pypi', package: 'parcel-kit', symbol, ...more })
}

test('only the question that put a release into the index says so', async () => {
  const files = '-- crate.py --\nlid = 1\n'
  publishPython(registry, { name: 'crate-kit', version: '1.0', files })
  const lid = { ecosystem: 'pypi', package: 'crate-kit', symbol: 'lid' }
  const sources = []
  for (let i = 0; i < 3; i += 1) sources.push((await service.post(DEMO, lid)).body.source)
  expect(sources).toEqual(['lazy', 'ingested', 'ingested'])
})

describe('a hit', () => {
  // Each row: what is written, where it leads, what it is.
  const FORMS = [
    ['Box', 'parcel.Box', 'class'],
    ['parcel.Box', 'parcel.Box', 'class'],
    ['parcel.box.Box', 'parcel.box.Box', 'class'],
    ['Box.lift', 'parcel.Box.lift', 'method'],
    ['parcel.Box.lift()', 'parcel.Box.lift', 'method'],
    ['parcel-kit.Box', 'parcel.Box', 'class'],
    ['parcel_kit.open_box', 'parcel.open_box', 'function'],
    ['box.Lid', 'parcel.box.Lid', 'class'],
    ['parcel.box', 'parcel.box', 'module'],
    ['parcel', 'parcel', 'module'],
    ['parcel._hidden.SECRET', 'parcel._hidden.SECRET', 'constant'],
    [' parcel . Box . lift ( ) ', 'parcel.Box.lift', 'method'],
    ['Box().lift', 'parcel.Box.lift', 'method'],
    ['Parcel_Kit.box', 'parcel.box', 'module'],
  ] as const
  test.each(FORMS)('%s is %s, a %s', async (symbol, qualified_name, kind) => {
    const { status, body } = await ask(symbol)
    expect(status).toBe(200)
    const version_resolved = '2.0'
    expect(body).toMatchObject({
      exists: true,
      reason: null,
      qualified_name,
      kind,
      version_resolved,
    })
    expect(body.closest_match).toBeNull()
  })

  test('has a signature, a doc line, a mark, and the other paths', async () => {
    const { body } = await ask('open_box')
    expect(body).toMatchObject({
      symbol_signature: '(box, *, gently=False)',
      doc: 'Opens a box.',
      deprecated: true,
      since_version: '1.2',
      public: true,
      also_at: ['parcel.unwrap', 'parcel.box.open_box'],
      attestation: {
        type: 'assay.symbol_exists/1',
        verdict: 'exists',
        question: { ecosystem: 'pypi', package: 'parcel-kit', symbol: 'open_box' },
        evidence: { artifacts: [{ package: 'parcel-kit', version: '2.0' }] },
      },
    })
    expect((await ask('parcel._hidden.SECRET')).body.public).toBe(false)
  })

  const NPM = [
    ['default', '@box/kit.default', 'constant'],
    ['@box/kit.open', '@box/kit.default.open', 'method'],
    ['Size.Large', '@box/kit.Size.Large', 'constant'],
    ['Shape', '@box/kit.Shape', 'type'],
    ['@box/kit/fold.fold', '@box/kit/fold.fold', 'function'],
    ['fold', '@box/kit/fold.fold', 'function'],
    ['@box/kit', '@box/kit.default', 'constant'],
  ] as const
  test.each(NPM)('npm: %s is %s, a %s', async (symbol, qualified_name, kind) => {
    const { body } = await service.post(DEMO, { ecosystem: 'npm', package: '@box/kit', symbol })
    expect(body).toMatchObject({ exists: true, qualified_name, kind })
  })
})

describe('a miss', () => {
  test('names what is there, and the file in which it is absent', async () => {
    const { status, body } = await ask('Box.lfit')
    expect(status).toBe(200)
    expect(body).toMatchObject({ exists: false, reason: 'symbol_not_found', kind: null })
    expect(body.closest_match[0]).toBe('parcel.Box.lift')
    expect(body.proof.artifact_sha256).toMatch(/^[0-9a-f]{64}$/)
    expect(body.attestation.verdict).toBe('symbol_not_found')
    expect(body.caveat).toBeNull()
  })

  test('a bare name is no member of something else', async () => {
    expect((await ask('lift')).body).toMatchObject({ exists: false })
    const npm = { ecosystem: 'npm', package: '@box/kit', symbol: 'open' }
    expect((await service.post(DEMO, npm)).body.exists).toBe(false)
  })

  test('says so where names may be made at run time', async () => {
    const { body } = await ask('parcel.made.anything')
    expect(body).toMatchObject({ exists: false })
    expect(body.caveat).toContain('parcel.made')
  })

  test('says so below a value whose type is not followed', async () => {
    const { body } = await ask('Box.label.text')
    expect(body).toMatchObject({ exists: false })
    expect(body.caveat).toContain('parcel.Box.label')
  })

  test.each(['parcel.broken.x', 'parcel.tests.test_box.nothing'])(
    '%s leads into what is not read: nothing is said',
    async (symbol) => {
      const { status, body } = await ask(symbol)
      expect(status).toBe(422)
      expect(body.detail[0]).toMatchObject({
        type: 'symbol_undetermined',
        loc: ['body', 'symbol'],
        input: symbol,
      })
    },
  )

  test('of a package that is not there names packages', async () => {
    const wrong = { ecosystem: 'pypi', package: 'reqeusts', symbol: 'get' }
    const { status, body } = await service.post(DEMO, wrong)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      exists: false,
      reason: 'package_not_found',
      version_resolved: null,
      proof: null,
      attestation: { verdict: 'package_not_found' },
    })
    expect(body.closest_match[0]).toBe('requests')
  })

  test('of a package without anything to index is none', async () => {
    registry.pypi.publish({ name: 'empty-one', version: '1.0', files: [] })
    const body = { ecosystem: 'pypi', package: 'empty-one', symbol: 'x' }
    const reply = await service.post(DEMO, body)
    expect(reply.status).toBe(422)
    expect(reply.body.detail[0]).toMatchObject({ type: 'package_not_indexable' })
  })
})

describe('a version', () => {
  test('that is the latest changes nothing', async () => {
    const { body } = await ask('Box', { version: '2.0' })
    expect(body).toMatchObject({ exists: true, note: null, at_requested_version: null })
    expect((await ask('Box', { version: null })).body.exists).toBe(true)
    expect((await ask('Box', { version: '2.0.0' })).body.note).toBeNull()
  })

  test('that is another one is looked at as well', async () => {
    const { body } = await ask('old', { version: '1.0' })
    expect(body).toMatchObject({
      exists: false,
      version_resolved: '2.0',
      at_requested_version: { version: '1.0', exists: true, kind: 'constant' },
    })
    expect(body.note).toContain('1.0')
    const versions = body.attestation.evidence.artifacts.map(
      (one: { version: string }) => one.version,
    )
    expect(versions).toEqual(['1.0', '2.0'])
    expect(body.attestation.question.version).toBe('1.0')
  })

  test('that makes names at run time says so of itself, and the latest of itself', async () => {
    publishPython(registry, {
      name: 'maker-kit',
      version: '1.0',
      files: '-- maker.py --\nglobals().update({name: None for name in load()})\n',
    })
    publishPython(registry, { name: 'maker-kit', version: '2.0', files: '-- maker.py --\nx = 1\n' })
    const asked = { ecosystem: 'pypi', package: 'maker-kit', symbol: 'maker.y', version: '1.0' }
    const { body } = await service.post(DEMO, asked)
    const caveat = 'In maker names may be made at run time.'
    expect(body).toMatchObject({
      exists: false,
      caveat: null,
      at_requested_version: { version: '1.0', exists: false, caveat },
    })
    expect(body.note).toContain(`was not found. ${caveat}`)
  })

  test('that the registry does not have is said to be none', async () => {
    const { status, body } = await ask('Box', { version: '9.9' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ exists: true, at_requested_version: null })
    expect(body.note).toContain('9.9 is no release')
    // An absence has a date.
    const { asked_at: askedAt, asked_within_s: withinS } = body.attestation.evidence
    expect(Date.parse(askedAt) % (withinS * 1_000)).toBe(0)
    expect(Date.parse(askedAt) + withinS * 1_000).toBeGreaterThan(Date.now() - 60_000)
    const there = (await ask('Box')).body.attestation.evidence
    expect(there).not.toHaveProperty('asked_at')
  })
})

describe('the answer', () => {
  test('is the same again, by either route, and its receipt is checked with it', async () => {
    const first = await ask('Box.close')
    const again = await ask('Box.close')
    expect(again.body.attestation_hash).toBe(first.body.attestation_hash)
    expect(again.body.signature).toBe(first.body.signature)
    const { address } = (await service.get('/policy')).body.verifier
    expect(verifyReceipt(again.text, { verifiers: [address] })).toMatchObject({
      valid: true,
      answer_matches: true,
    })
    const changed = again.text.replace('"kind":"method"', '"kind":"function"')
    expect(verifyReceipt(changed, { verifiers: [address] })).toMatchObject({ valid: false })
  })

  test('costs nothing when it is none, and the price when it is', async () => {
    const key = await service.app.creditKeys.issue('test', 11_000)
    const headers = { 'x-api-key': key }
    const body = { ecosystem: 'pypi', package: 'parcel-kit', symbol: 'Box' }
    expect((await service.post(PAID, body)).status).toBe(402)
    expect((await service.post(PAID, { ...body, symbol: 'parcel.broken.x' }, headers)).status).toBe(
      422,
    )
    expect((await service.post(PAID, body, headers)).status).toBe(200)
    expect((await service.post(PAID, body, headers)).status).toBe(200)
    expect((await service.post(PAID, body, headers)).status).toBe(402)
  })

  test.each([
    [{ symbol: '' }, 'symbol'],
    [{ symbol: 'x'.repeat(513) }, 'symbol'],
    [{ symbol: 'a\u0000b' }, 'symbol'],
    [{ symbol: 7 }, 'symbol'],
    [{ package: 'no name' }, 'package'],
    [{ version: '' }, 'version'],
  ])('%j is refused at %s', async (wrong, field) => {
    const { status, body } = await ask('Box', wrong)
    expect(status).toBe(422)
    expect(body.detail[0].loc.slice(0, 2)).toEqual(['body', field])
  })
})
