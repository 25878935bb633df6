// What does an upgrade mean for this code? From HTTP to the files and back, on loopback.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyReceipt } from '../../src/index.ts'
import { type Loopback, startLoopback } from '../support/loopback.ts'
import { publishNpm, publishPython } from '../support/publish.ts'

/** The first question about a release reads it, which takes long where many processes share a core. */

let loopback: Loopback
let service: Loopback['service']
let key: string

const OLD = `
-- lamp/__init__.py --
from .bulb import Bulb, dim
def glow(strength): ...
def shine(a, b=1): ...
def paint(colour, *, coats=1): ...
def fade(): ...
def wire(name, *, gauge=None, **extra): ...
def join(*wires): ...
-- lamp/bulb.py --
class Bulb:
    def burn(self, hours=1): ...
    def snap(self): ...
def dim(level): ...
-- lamp/lazy.py --
def made(): ...
`
const NEW = `
-- lamp/__init__.py --
from ._core import Bulb, dim
def glow(strength, colour): ...
def shine(a, c=2, b=1): ...
def paint(color, *, coats=1): ...
def fade(slowly=False): ...
def wire(name, **extra): ...
def join(__first, *wires): ...
-- lamp/_core.py --
class Bulb:
    def burn(self, hours=1): ...
def dim(level):
    """Dims.

    .. deprecated:: 2.0
    """
-- lamp/lazy.py --
def __getattr__(name):
    return load(name)
`

/** What code asks for without a path that leads to it. */
const WITH = `
-- shade/__init__.py --
import abc, enum
class Blind:
    def roll(self): ...
    def fit(self, to): ...
    def __enter__(self): return self
    def __exit__(self, *rest): ...
    def __iter__(self): return iter(())
    def __add__(self, other): ...
class Maker:
    def make(self): ...
class Colour(enum.Enum):
    RED = 1
    BLUE = 2
class Frame(abc.ABC):
    @abc.abstractmethod
    def hang(self): ...
class Plain: ...
def open_all() -> Blind: ...
def fold(): ...
`
const WITHOUT = `
-- shade/__init__.py --
import abc, enum
class Blind:
    def fit(self, to, how): ...
class Maker(abc.ABC):
    @abc.abstractmethod
    def make(self): ...
class Colour(enum.Enum):
    RED = 1
class Frame(abc.ABC):
    @abc.abstractmethod
    def hang(self): ...
    @abc.abstractmethod
    def lift(self): ...
class Plain: ...
def open_all() -> Blind: ...
`

beforeAll(async () => {
  loopback = await startLoopback()
  ;({ service } = loopback)
  publishPython(loopback.registry, { name: 'lamp-kit', version: '1.0', files: OLD })
  publishPython(loopback.registry, { name: 'lamp-kit', version: '1.1', files: NEW })
  publishPython(loopback.registry, { name: 'shade-kit', version: '1.0', files: WITH })
  publishPython(loopback.registry, { name: 'shade-kit', version: '1.1', files: WITHOUT })
  publishPython(loopback.registry, { name: 'shade-kit', version: '2.0', files: WITHOUT })
  const npm = (version: string, files: string) =>
    publishNpm(loopback.registry, { name: 'knob', version, types: 'index.d.ts', files })
  npm('1.0.0', '-- index.d.ts --\nexport function turn(by: number): void\nexport const top: 1\n')
  npm('1.1.0', '-- index.d.ts --\nexport function turn(by: number, to: number): void\n')
  const hatch = (version: string, more: string, method: string) =>
    publishNpm(loopback.registry, {
      name: 'hatch',
      version,
      types: 'index.d.ts',
      files: `-- index.d.ts --\nexport interface Options { wide?: boolean${more} }\nexport class Hatch { shut(): void${method} }\nexport function open(how: Options): Hatch\n`,
    })
  hatch('1.0.0', '; slow?: boolean', '; slam(): void')
  hatch('1.1.0', '', '')
  publishNpm(loopback.registry, {
    name: 'dial',
    version: '1.0.0',
    types: 'index.d.ts',
    files:
      '-- index.js --\nexports.set = () => 1\n-- index.d.ts --\nexport function set(to: string): string\n',
  })
  publishNpm(loopback.registry, {
    name: 'dial',
    version: '1.1.0',
    type: 'module',
    exports: { types: './index.d.ts', default: './index.js' },
    files:
      '-- index.js --\nexport const set = () => 1\n-- index.d.ts --\nexport function set(to: number): number\n',
  })
  const slide = (version: string, type: string) =>
    publishNpm(loopback.registry, {
      name: 'slide',
      version,
      types: 'index.d.ts',
      files: `-- index.d.ts --\nimport type { ${type} } from 'elsewhere'\nexport function move(to: ${type}): void\n`,
    })
  slide('1.0.0', 'Place')
  slide('1.1.0', 'Spot')
  key = await service.app.creditKeys.issue('test', 1_000_000)
})
afterAll(() => loopback.close())

function ask(content: string, more: Readonly<Record<string, unknown>> = {}) {
  const body = {
    ecosystem: 'pypi',
    package: 'lamp-kit',
    from_version: '1.0',
    to_version: '1.1',
    files: [{ path: 'app.py', content }],
    ...more,
  }
  return service.post('/v1/upgrade', body, { 'x-api-key': key })
}

// biome-ignore lint/suspicious/noExplicitAny: the body is whatever the service sent.
const shown = ({ changes }: any) =>
  changes.map(
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    ({ change, symbol, affects, places }: any) =>
      `${change} ${symbol} ${affects ? 'affects' : 'does not'} ${places
        // biome-ignore lint/suspicious/noExplicitAny: as above.
        .map(({ line, state }: any) => `${line}:${state}`)
        .join(' ')}`,
  )

const CASES = [
  ['nothing that changed', 'import lamp\nlamp.Bulb().burn(2)\n', 'safe', []],
  [
    'a module of any name beside it',
    'import lamp\nfrom importlib import import_module\nlamp.Bulb().burn(2)\nimport_module(x)\n',
    'undetermined',
    [],
  ],
  [
    'what is taken away',
    'import lamp\ndel lamp.Bulb.snap\n',
    'affected',
    ['removed lamp.Bulb.snap affects 2:breaks'],
  ],
  [
    'a call that the new signature does not take',
    'import lamp\nlamp.glow(1)\n',
    'affected',
    ['changed lamp.glow affects 2:breaks'],
  ],
  [
    'a call that was wrong before, of what takes other arguments now',
    'import lamp\nlamp.paint(colour="red", glitter=1)\n',
    'undetermined',
    ['changed lamp.paint does not 2:open'],
  ],
  [
    'a call that passes the renamed parameter by position',
    'import lamp\nlamp.paint("red", coats=2)\n',
    'safe',
    ['changed lamp.paint does not 2:holds'],
  ],
  [
    'a call that passes it by name',
    'import lamp\nlamp.paint(colour="red")\n',
    'affected',
    ['changed lamp.paint affects 2:breaks'],
  ],
  [
    'a call whose argument reaches another parameter now',
    'import lamp\nlamp.shine(1, 2)\n',
    'affected',
    ['changed lamp.shine affects 2:holds'],
  ],
  [
    'a call that hands over what is where it was',
    'import lamp\nlamp.shine(1)\n',
    'safe',
    ['changed lamp.shine does not 2:holds'],
  ],
  [
    'a keyword that is only taken along now',
    'import lamp\nlamp.wire("a", gauge=2)\nlamp.wire("b")\n',
    'affected',
    ['changed lamp.wire affects 2:open 3:holds'],
  ],
  [
    'a parameter that is split off the others',
    'import lamp\nlamp.join(1, 2)\n',
    'safe',
    ['changed lamp.join does not 2:holds'],
  ],
  [
    'a change that breaks nobody',
    'import lamp\nlamp.fade()\n',
    'safe',
    ['changed lamp.fade does not 2:holds'],
  ],
  [
    'a method that is gone',
    'from lamp import Bulb\nBulb().snap()\n',
    'affected',
    ['removed lamp.Bulb.snap affects 2:breaks'],
  ],
  [
    'a module that is gone',
    'import lamp.bulb\n',
    'affected',
    ['removed lamp.bulb affects 1:breaks'],
  ],
  [
    'a mark that is new',
    'from lamp import dim\ndim(3)\n',
    'safe',
    ['deprecated lamp.dim does not 1:holds 2:holds'],
  ],
  [
    'code that expects an error',
    'try:\n    from lamp.bulb import dim\nexcept ImportError:\n    dim = None\n',
    'undetermined',
    [
      'removed lamp.bulb does not 2:open',
      'removed lamp.bulb.dim does not 2:open',
      'deprecated lamp.dim does not 2:open',
    ],
  ],
  ['files that do not use the package', 'import os\n', 'undetermined', []],
] as const

test.each(CASES)('%s', async (_, content, verdict, changes) => {
  const { status, body } = await ask(content)
  expect(status).toBe(200)
  expect({ verdict: body.verdict, changes: shown(body) }).toEqual({ verdict, changes })
})

test.each([
  ['a method of something in a list', 'for one in [shade.Blind()]:\n    one.roll()'],
  ['a method of something in a dict', 'all = {"a": shade.Blind()}\nall["a"].roll()'],
  ['a method of a parameter', 'shade.Plain()\ndef close(blind): blind.roll()'],
  ['a method of what a class inherits', 'class A(shade.Blind):\n  def f(self): super().roll()'],
  ['a method that a class overrides', 'class A(shade.Blind):\n  def roll(self): ...'],
  ['one that is called otherwise', 'class A(shade.Blind):\n  def fit(self, to): ...'],
  ['a name that is made as the code runs', 'getattr(shade, "".join("fold"))()'],
  ['every name', 'vars(shade)["fold"]()'],
  ['a path that is patched by a text', 'from unittest import mock\nmock.patch("shade.fold")'],
  ['with', 'with shade.Blind(): ...'],
  ['a loop', 'for one in shade.open_all(): ...'],
  ['an operator', 'shade.Blind() + 1'],
  ['an object of what is abstract now', 'shade.Maker()'],
  [
    'a class below an abstract one that leaves more',
    'class A(shade.Frame):\n  def hang(self): ...',
  ],
  ['a member of an enum by its value', 'shade.Colour(2)'],
  ['a member of an enum by a text', 'shade.Colour["BLUE"]'],
])('what no path leads to is not called safe: %s', async (_, code) => {
  const { body } = await ask(`import shade\n${code}\n`, { package: 'shade-kit' })
  expect(body.verdict).toBe('undetermined')
})

test('nor is anything else called unsafe for it', async () => {
  const code = 'import shade\nshade.Plain()\nshade.Colour.RED\n[1].append(2)\n"a".upper()\n'
  const { body } = await ask(code, { package: 'shade-kit' })
  expect(body.verdict).toBe('safe')
})

test('a release whose numbers promise nothing is not called safe, and the answer says why', async () => {
  const question = { package: 'shade-kit', to_version: '2.0' }
  const { body } = await ask('import shade\nshade.Plain()\n', question)
  expect(body).toMatchObject({ verdict: 'undetermined', counts: { undetermined: 0 } })
  expect(body.caveat).toMatch(/by its numbers/)
})

test('npm: a call by a compiler’s count, and an export that is gone', async () => {
  const files = [{ path: 'a.ts', content: "import { top, turn } from 'knob'\nturn(1)\n" }]
  const npm = { ecosystem: 'npm', package: 'knob', from_version: '1.0.0', to_version: '1.1.0' }
  const { body } = await ask('', { ...npm, files })
  expect(body.verdict).toBe('affected')
  expect(shown(body)).toEqual([
    'removed knob.top affects 1:breaks',
    'changed knob.turn affects 1:holds 2:breaks',
  ])
})

test.each([
  ['a key of an object', 'a.mjs', "import { open } from 'hatch'\nopen({ slow: true })"],
  ['a key that is taken out', 'a.ts', "import { open } from 'hatch'\nconst { slow } = f(open)"],
  [
    'a member of a parameter',
    'a.mjs',
    "import { open } from 'hatch'\nopen({})\nf((x) => x.slam())",
  ],
])('npm: what no path leads to is not called safe: %s', async (_, path, content) => {
  const npm = { ecosystem: 'npm', package: 'hatch', from_version: '1.0.0', to_version: '1.1.0' }
  const { body } = await ask('', { ...npm, files: [{ path, content }] })
  expect(body.verdict).toBe('undetermined')
})

test('npm: a key of an object that nothing takes any more is named where a compiler looks', async () => {
  const files = [{ path: 'a.ts', content: "import { open } from 'hatch'\nopen({ slow: true })" }]
  const npm = { ecosystem: 'npm', package: 'hatch', from_version: '1.0.0', to_version: '1.1.0' }
  const { body } = await ask('', { ...npm, files })
  expect(body.verdict).toBe('affected')
})

const DIAL = { ecosystem: 'npm', package: 'dial', from_version: '1.0.0', to_version: '1.1.0' }
const IMPORTED = "import { set } from 'dial'\nset('x')\n"

test.each<readonly [string, Readonly<Record<string, string>>, string, readonly string[]]>([
  [
    'require of what only import loads now',
    { 'a.js': "const { set } = require('dial')\nset(1)\n" },
    'affected',
    ['changed dial affects 1:open', 'changed dial.set does not 1:holds 2:holds'],
  ],
  [
    'the same where the code expects an error',
    { 'a.js': "try { require('dial') } catch {}\n" },
    'undetermined',
    ['changed dial does not 1:open'],
  ],
  [
    'types, without a compiler',
    { 'a.mjs': IMPORTED },
    'safe',
    ['changed dial.set does not 1:holds 2:holds'],
  ],
  [
    'types, with one',
    { 'a.ts': IMPORTED },
    'affected',
    ['changed dial.set affects 1:holds 2:holds'],
  ],
  [
    'types, with one that a comment asks for',
    { 'a.mjs': `// @ts-check\n${IMPORTED}` },
    'affected',
    ['changed dial.set affects 2:holds 3:holds'],
  ],
  [
    'a folder of the same name beside it',
    { 'a.ts': IMPORTED, 'dial/index.js': '', 'dial/package.json': '{"name": "dial"}' },
    'affected',
    ['changed dial.set affects 1:holds 2:holds'],
  ],
  [
    'a project that is called like what it needs',
    { 'a.ts': IMPORTED, 'package.json': '{"name": "dial", "dependencies": {"dial": "^1.0.0"}}' },
    'affected',
    ['changed dial.set affects 1:holds 2:holds'],
  ],
])('npm: %s', async (_, given, verdict, changes) => {
  const files = Object.entries(given).map(([path, content]) => ({ path, content }))
  const { body } = await ask('', { ...DIAL, files })
  expect({ verdict: body.verdict, changes: shown(body) }).toEqual({ verdict, changes })
})

test.each([
  ['with a compiler', 'a.ts', 'undetermined', 1],
  ['without one', 'a.mjs', 'safe', 0],
])('npm: a type of which nobody can tell, %s', async (_, path, verdict, undetermined) => {
  const files = [{ path, content: "import { move } from 'slide'\nmove(1)\n" }]
  const npm = { ecosystem: 'npm', package: 'slide', from_version: '1.0.0', to_version: '1.1.0' }
  const { body } = await ask('', { ...npm, files })
  expect(shown(body)).toEqual(['changed slide.move does not 1:holds 2:holds'])
  expect(body).toMatchObject({ verdict, counts: { undetermined } })
})

test.each<readonly [string, Readonly<Record<string, string>>, object]>([
  [
    'a module of Python beside it',
    { 'app.py': 'import lamp\nlamp.glow(1)\n', 'lamp/__init__.py': '' },
    {},
  ],
  [
    'a package of the workspace',
    {
      'a.ts': IMPORTED,
      'package.json': '{"workspaces": ["packages/*"]}',
      'packages/dial/package.json': '{"name": "dial"}',
    },
    DIAL,
  ],
  [
    'an alias',
    { 'a.ts': IMPORTED, 'tsconfig.json': '{"compilerOptions": {"paths": {"dial": ["./d"]}}}' },
    DIAL,
  ],
  [
    'another source than the registry',
    { 'a.ts': IMPORTED, 'package.json': '{"dependencies": {"dial": "file:../dial"}}' },
    DIAL,
  ],
  ['the package itself', { 'a.ts': IMPORTED, 'package.json': '{"name": "dial"}' }, DIAL],
])('what hides the package is said: %s', async (_, given, more) => {
  const files = Object.entries(given).map(([path, content]) => ({ path, content }))
  const { body } = await ask('', { ...more, files })
  expect(body.verdict).toBe('undetermined')
  expect(body.counts.undetermined).toBeGreaterThan(1)
  // biome-ignore lint/suspicious/noExplicitAny: the body is whatever the service sent.
  const reasons = new Set(body.undetermined.map(({ reason }: any) => reason))
  expect([...reasons]).toEqual([expect.stringContaining('hides the package')])
})

test('the answer is signed over the digest of the files, with the whole diff in short', async () => {
  const { body, text } = await ask('import lamp\nlamp.glow(1)\n')
  expect(body).toMatchObject({
    package: 'lamp-kit',
    changes: [{ from_sig: '(strength)', to_sig: '(strength, colour)', severity: 'breaking' }],
    findings: [{ code: 'call_does_not_fit', line: 2, evidence: { version: '1.1' } }],
    counts: { references: 2, determined: 2, undetermined: 0, changed: 1, affecting: 1 },
    release: { classification: 'breaking', published_bump: 'minor' },
    attestation: {
      type: 'assay.upgrade/1',
      verdict: 'affected',
      question: {
        ecosystem: 'pypi',
        package: 'lamp-kit',
        from_version: '1.0',
        to_version: '1.1',
        files_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    },
  })
  const verifiers = [body.attestation.verifier]
  expect(verifyReceipt(text, { verifiers })).toMatchObject({ valid: true, answer_matches: true })
})

describe('what is not charged', () => {
  const balance = async () =>
    Number((await service.get('/credits', { 'x-api-key': key })).body.balance_usd)

  test.each([
    ['a version that there is not', { to_version: '9.9' }, 'version_not_found'],
    ['the wrong order', { from_version: '1.1', to_version: '1.0' }, 'version_order'],
    ['a package that there is not', { package: 'no-such-lamp' }, 'package_not_found'],
    ['no file', { files: [] }, 'too_short'],
  ])('%s: a 422', async (_, more, type) => {
    const before = await balance()
    const { status, body } = await ask('import lamp\n', more)
    expect({ status, type: body.detail[0].type }).toEqual({ status: 422, type })
    expect(await balance()).toBe(before)
  })

  test('an answer that determined nothing', async () => {
    const before = await balance()
    expect((await ask('import os\n')).status).toBe(200)
    expect(await balance()).toBe(before)
    await ask('import lamp\nlamp.glow(1)\n')
    expect(before - (await balance())).toBeCloseTo(0.02)
  })
})
