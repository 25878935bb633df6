// What subscripts give, and what stubs of others say of a package that says nothing itself.

import { describe, expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageOutcome } from '../../../src/check/plan/packageTables.ts'
import type { PackageName } from '../../../src/domain/names/packageName.ts'
import type { ImportIndex } from '../../../src/ports/importIndex.ts'
import { tableOf } from '../../extract/python/packageOf.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const WEB = {
  'web/__init__.py': `
from web.frame import Column, Frame, Plain, Shelf, read
`,
  'web/frame.py': `
class Column:
    def __getattr__(self, name):
        return self.data[name]

    def items(self):
        pass

    def sort(self, ascending=True):
        pass


class Frame:
    def __getitem__(self, key):
        return self.take(key)

    def total(self):
        pass

    def first(self):
        return self.pick()

    def close(self):
        pass


class Other:
    def close(self):
        pass


class Plain:
    def execute(self, quick=False):
        pass


class Shelf:
    def __getitem__(self, key: str) -> Plain:
        pass

    def __init__(self):
        self.plain = make()


def read(path):
    return load(path)
`,
}

const STUB = {
  'web-stubs/__init__.pyi':
    'from web.frame import Column as Column, Frame as Frame, read as read\n',
  'web-stubs/frame.pyi': `
from typing import overload, Hashable, Iterable
from web.kinds import Scalar, Odd

class Column:
    def items(self) -> None: ...
    def onlyhere(self) -> None: ...

class Frame:
    @overload
    def __getitem__(self, key: Scalar) -> Column: ...
    @overload
    def __getitem__(self, key: list[str] | slice) -> Frame: ...
    @overload
    def __getitem__(self, key: Odd) -> Other: ...
    def total(self) -> Column: ...
    def first(self) -> Nowhere: ...

def read(path: str) -> Frame: ...
`,
  'web-stubs/later.pyi': `
from web.frame import Plain

class Fuller(Plain):
    def dig(self) -> None: ...
`,
}

const asked: string[] = []

function world({ stub = openedPackage('types-web', tableOf(STUB)) as PackageOutcome } = {}) {
  asked.length = 0
  const imports: ImportIndex = {
    ...SMALL_WORLD.imports,
    droppedMembers: () => ({ web: { 'web.frame.Column': { mad: ['0.9', '1.0.0'] } } }),
    stubsOf: (name) => (name === 'web' ? ['types-web' as PackageName] : []),
  }
  return {
    imports,
    tables: async ({ name }: { name: string }, { range }: { range: string | null }) => {
      asked.push(`${name} ${range}`)
      return name === 'web' ? openedPackage('web', tableOf(WEB)) : stub
    },
  }
}

async function check(code: string, parts = world()) {
  const content = `import web\nframe = web.read("x")\nshelf = web.Shelf()\n${code}`
  const report = await checkCode({ files: [{ path: 'a.py', content }] }, parts)
  return { said: report.findings.map(shown), ...report }
}

describe('what the package says itself', () => {
  test('the annotation of a subscript is followed: slips and keywords next to another are told', async () => {
    const { said } = await check(
      'shelf["a"].exectue()\nshelf["a"].execute(quik=True)\nshelf["a"].execute()\n',
    )
    expect(said).toEqual([
      '4:12 symbol_not_found web.frame.Plain.exectue -> execute',
      '5:20 call_does_not_fit web.frame.Plain.execute -> quick',
    ])
  })

  test('what is in it may be of a class below: other names and arguments are not told', async () => {
    const { said } = await check(
      'shelf["a"].elsewhere()\nshelf["a"].execute(1, 2, 3)\nshelf["a"].execute(x=1)\n',
    )
    expect(said).toEqual([])
  })

  test('what tables do not tell is passed over, and counts nowhere', async () => {
    const { said, undetermined, counts } = await check('web.nothing\nx = web.Plain()["a"].b.c()\n')
    const without = await check('web.nothing\nx = web.Plain()\n')
    expect(said).toEqual(without.said)
    expect(undetermined).toEqual(without.undetermined)
    expect(counts.references).toBe(without.counts.references)
  })
})

describe('stubs', () => {
  test('a subscript by a text, a list and a slice is what the overload says', async () => {
    const { said } = await check(
      'frame["a"].mad()\nframe[["a"]].totl()\nframe[1:2].totl()\nframe[1:2]["a"].sort(ascendin=False)\n',
    )
    expect(said).toEqual([
      '4:12 symbol_not_found web.frame.Column.mad',
      '5:14 symbol_not_found web.frame.Frame.totl -> total',
      '6:12 symbol_not_found web.frame.Frame.totl -> total',
      '7:22 call_does_not_fit web.frame.Column.sort -> ascending',
    ])
  })

  test('so is what a function or a method gives', async () => {
    const { said } = await check('frame.totl()\nframe.total().mad()\n')
    expect(said).toEqual([
      '4:7 symbol_not_found web.frame.Frame.totl -> total',
      '5:15 symbol_not_found web.frame.Column.mad',
    ])
  })

  test('a name that only the stub has is no proof, and one that it lacks is none either', async () => {
    const { said, undetermined } = await check('frame.total().onlyhere()\nframe.close()\n')
    expect(said).toEqual([])
    expect(undetermined.map(({ name }) => name)).toEqual(['onlyhere'])
  })

  test('a key of which it cannot be told, a class that there is not, and other names say nothing', async () => {
    const { said } = await check(
      'frame[key].mad()\nframe.first().mad()\nframe["a"].elsewhere()\nframe.elsewhere()\n',
    )
    expect(said).toEqual([])
  })

  test('a class that only a stub has below another is none that something may be of', async () => {
    const { said } = await check('def made() -> web.Plain: ...\nmade().dig()\nframe.totl()\n')
    expect(said).toEqual([
      '5:8 symbol_not_found web.frame.Plain.dig',
      '6:7 symbol_not_found web.frame.Frame.totl -> total',
    ])
  })

  test('they are asked for in the newest release that is not beyond the package, once', async () => {
    await check('frame.totl()\nframe.total().mad()\n')
    expect(asked).toEqual(['web null', 'types-web <1.1'])
  })

  test('they are not asked for where the package tells all', async () => {
    await check('web.Plain().execute()\n')
    expect(asked).toEqual(['web null'])
  })

  test.each([
    ['cannot be had', { state: 'undetermined', reason: 'it took too long' }],
    ['has no such release', { state: 'version_not_found', latest: null }],
  ] as const)('where one %s nothing is said', async (_case, stub) => {
    const { said } = await check('frame["a"].mad()\nframe.totl()\n', world({ stub }))
    expect(said).toEqual([])
  })
})
