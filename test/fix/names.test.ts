// Which edits are proven, and what they leave as it was.

import { expect, test } from 'vitest'
import { fixed } from './fixed.ts'

const KIT = {
  'kit/__init__.py': `
from .parts import Colour, paint_over, render, Brush
def convert(value, target="red", *, tolerance=1): ...
def gather(items): ...
def gathers(items): ...
`,
  'kit/parts.py': `
from warnings import deprecated
class Colour:
    """A colour."""
    def __init__(self, name): ...
    def blended(self, other): ...
class Brush:
    def __init__(self, *, wide=1): ...
def paint_over(surface, colour): ...
def render(text): ...
@deprecated("Use paint_over instead")
def overpaint(surface, colour): ...
@deprecated("Use render instead")
def draw(text, size): ...
def render_all(texts, *, quick=False): ...
@deprecated("Use render_all instead")
def draw_all(texts): ...
@deprecated("Use render_quickly instead")
def draw_quickly(texts, quick=True): ...
def render_quickly(texts, quick=False): ...
async def arender(text): ...
@deprecated("Use arender instead")
def draw_later(text): ...
def each(texts: list[str]) -> Iterator[str]: ...
@deprecated("Use each instead")
def every(texts: list[str]) -> list[str]: ...
class Page:
    width = 1
    @property
    @deprecated("Use width instead")
    def breadth(self): ...
`,
}

const rows: readonly Readonly<{ rule: string; code: string; becomes?: string; left?: string }>[] = [
  {
    rule: 'an attribute that is one slip away is changed where it stands',
    code: 'import kit\nkit.convrt(1)  # kit.convrt\ns = "kit.convrt"\n',
    becomes: 'import kit\nkit.convert(1)  # kit.convrt\ns = "kit.convrt"\n',
  },
  {
    rule: 'what an import binds stays bound',
    code: 'from kit import rendr\nrendr("a")\n__all__ = ["rendr"]\n',
    becomes: 'from kit import render as rendr\nrendr("a")\n__all__ = ["rendr"]\n',
  },
  {
    rule: 'a name that the file says nowhere else is only changed',
    code: 'from kit import rendr\nrender("a")\n',
    becomes: 'from kit import render\nrender("a")\n',
  },
  {
    rule: 'an alias stays',
    code: 'from kit import rendr as r, convert\nr("a")\n',
    becomes: 'from kit import render as r, convert\nr("a")\n',
  },
  {
    rule: 'ends of lines stay',
    code: 'import kit\r\nkit.convrt(1)\r\nx = 1\r',
    becomes: 'import kit\r\nkit.convert(1)\r\nx = 1\r',
  },
  {
    rule: 'a member of what a call gives is changed as well',
    code: 'import kit\nkit.Colour("a").blendd(2)\n',
    becomes: 'import kit\nkit.Colour("a").blended(2)\n',
  },
  {
    rule: 'a keyword that is one slip away is changed',
    code: 'import kit\nkit.convert(1, tolerence=2)\n',
    becomes: 'import kit\nkit.convert(1, tolerance=2)\n',
  },
  {
    rule: 'two names that are equally near leave the choice to a person',
    code: 'import kit\nkit.gatherr(1)\n',
    left: '2 kit.gatherr: gather and gathers are equally near.',
  },
  {
    rule: 'what a note names and takes the same stands for it',
    code: 'from kit.parts import overpaint\noverpaint(1, colour=2)\n',
    becomes: 'from kit.parts import paint_over as overpaint\noverpaint(1, colour=2)\n',
  },
  {
    rule: 'what a note names and takes something else does not',
    code: 'import kit.parts\nkit.parts.draw("a", 1)\n',
    left: '2 kit.parts.draw: Its note names render, which takes other arguments.',
  },
  {
    rule: 'what a note names may take more, as long as that may be left out',
    code: 'import kit.parts\nkit.parts.draw_all([1])\n',
    becomes: 'import kit.parts\nkit.parts.render_all([1])\n',
  },
  {
    rule: 'what a note names and is something else where nothing is given does not',
    code: 'import kit.parts\nkit.parts.draw_quickly([1])\n',
    left: '2 kit.parts.draw_quickly: Its note names render_quickly, which takes other arguments.',
  },
  {
    rule: 'what a note names and has to be waited for does not',
    code: 'import kit.parts\nkit.parts.draw_later("a")\n',
    left: '2 kit.parts.draw_later: Its note names arender, which takes other arguments.',
  },
  {
    rule: 'what a note names and gives another type does not',
    code: 'import kit.parts\nkit.parts.every(["a"])[0]\n',
    left: '2 kit.parts.every: Its note names each, which gives something else.',
  },
  {
    rule: 'a value that a note names stands for a value',
    code: 'from kit.parts import Page\nprint(Page().breadth)\n',
    becomes: 'from kit.parts import Page\nprint(Page().width)\n',
  },
  {
    rule: 'a value that is called may be anything',
    code: 'from kit.parts import Page\nPage().breadth()\n',
    left: '2 kit.parts.Page.breadth: Its note names width, which takes other arguments.',
  },
  {
    rule: 'a name of the code that hides the package is left alone',
    code: 'import kit\nclass A:\n    def convrt(self): ...\ndef f(kit):\n    kit.convrt(1)\nA().convrt()\n',
    becomes:
      'import kit\nclass A:\n    def convrt(self): ...\ndef f(kit):\n    kit.convrt(1)\nA().convrt()\n',
  },
  {
    rule: 'a name that the code itself sets is left alone',
    code: 'import kit\nkit.convrt = 1\nkit.convrt\n',
    becomes: 'import kit\nkit.convrt = 1\nkit.convrt\n',
  },
  {
    rule: 'an edit after which the call would not fit is taken back',
    code: 'import kit\nkit.convrt()\n',
    left: '2 kit.convrt: A check of the changed text finds something else.',
  },
]

test.each(rows)('$rule', async ({ code, becomes = code, left }) => {
  const { files, refused } = await fixed({ now: KIT }, { 'a.py': code })
  expect(files['a.py']).toBe(becomes)
  expect(refused).toEqual(left === undefined ? [] : [left])
})

test('what another file takes from a local module is there afterwards', async () => {
  const files = {
    'here/__init__.py': 'from kit import rendr\n',
    'b.py': 'from here import rendr\nrendr("a")\n',
  }
  const done = await fixed({ now: KIT }, files)
  expect(done.files['b.py']).toBe(files['b.py'])
  expect(done.files['here/__init__.py']).toBe('from kit import render as rendr\n')
})

test.each([
  {
    rule: 'a slip that two files make leaves neither without the name that it goes on with',
    files: {
      'a.py': 'from kit import rendr\nrender("a")\n',
      'b.py': 'from kit import convert, rendr\nconvert(render("b"))\n',
    },
    becomes: {
      'a.py': 'from kit import render\nrender("a")\n',
      'b.py': 'from kit import convert, render\nconvert(render("b"))\n',
    },
    left: [],
  },
  {
    rule: 'where another file may take the slip from this one, nobody can tell which of both stays',
    files: {
      'a.py': 'from kit import rendr\nrender("a")\n',
      'b.py': 'from a import rendr\nrendr("b")\n',
    },
    becomes: {},
    left: ['1 kit.rendr: This file goes on with render, and another may take rendr from it.'],
  },
])('$rule', async ({ files, becomes, left }) => {
  const done = await fixed({ now: KIT }, files)
  expect(done.files).toEqual({ ...files, ...becomes })
  expect(done.refused).toEqual(left)
})

const OLDER = {
  'kit/__init__.py': `
from .old import Frame, hann, dumpAll
def sort(items, base_key=None, deep=False): ...
def put(first, second, third=1): ...
def gone(a): ...
def narrow(a, b): ...
from kit.parts import *
`,
  'kit/parts.py': `
from need import dumps
from simplejson import loads
class RenderGroup:
    """Some that are rendered."""
    def __init__(self, *items): ...
    def fit(self): ...
def draw_group(size):
    """A group."""
def paint_group(size):
    """A group."""
def measure_width(text):
    """How wide it is."""
def blend(one, other):
    """Both as one."""
`,
  'kit/old.py': `
from warnings import deprecated
class Frame:
    """A frame."""
    def __init__(self, rows): ...
def hann(size, sym=True):
    """Return a Hann window."""
def dumpAll(what):
    """Writes all."""
def other(): ...
@deprecated("Use kit.fresh instead")
def noted(x, y): ...
`,
  'kit/windows.py': 'from .old import hann\n__all__ = ["hann"]\n',
  'kit/lru.py': 'from .windows import hann\nfrom .old import Frame, other\ndef lost(): ...\n',
}
const NEWER = {
  'kit/writer.py': 'from need import dumps\nfrom simplejson import loads\n',
  'kit/inner/__init__.py': '',
  'kit/inner/all.py': 'from .mixed import blend\n__all__ = ["blend"]\n',
  'kit/inner/mixed.py': 'def blend(one, other):\n    """Both as one."""\n',
  'kit/parts.py': `
class Group:
    """Some that are rendered."""
    def __init__(self, *items): ...
    def fit(self): ...
def group(size):
    """A group."""
def extent(text):
    """How wide it is."""
`,
  'kit/__init__.py': `
from . import windows
def sort(items, key=None, deep=False): ...
def put(first, *, second, third=1): ...
def fresh(x, y): ...
def dump_all(what): ...
_dumpall = None
def narrow(a, *, c): ...
`,
  'kit/old.py': 'def other(): ...\n',
  'kit/frames.py': 'class Frame:\n    """A frame."""\n    def __init__(self, rows): ...\n',
  'kit/windows.py': 'def hann(size, sym=True):\n    """Return a Hann window."""\n',
}

const upgrades: typeof rows = [
  {
    rule: 'the older release had it under a path that is still there',
    code: 'from kit import hann\nhann(3)\n',
    becomes: 'from kit.windows import hann\nhann(3)\n',
  },
  {
    rule: 'a path that goes on below what it is asked of is written out',
    code: 'import kit\nkit.hann(3)\n',
    becomes: 'import kit\nkit.windows.hann(3)\n',
  },
  {
    rule: 'what moved is taken from where it is defined, not from a module that takes it from there',
    code: 'from kit import parts\nfrom kit.parts import blend\n',
    becomes: 'from kit import parts\nfrom kit.inner.mixed import blend\n',
  },
  {
    rule: 'what is imported from a module that is gone is taken from where it stands',
    code: 'from kit.lru import hann as h  # a window\nh(1)\n',
    becomes: 'from kit.windows import hann as h  # a window\nh(1)\n',
  },
  {
    rule: 'where it stands in several modules the import is left',
    code: 'from kit.lru import hann, Frame\n',
    left: '1 kit.lru: What it imports does not stand in one module now.',
  },
  {
    rule: 'where something of it is gone the import is left',
    code: 'from kit.lru import hann, lost\n',
    left: '1 kit.lru: Neither release says what stands for it.',
  },
  {
    rule: 'one of several names gets an import of its own',
    code: 'def f():\n    from kit.old import other, Frame as F\n    return F(1), other\n',
    becomes:
      'def f():\n    from kit.old import other\n    from kit.frames import Frame as F\n    return F(1), other\n',
  },
  {
    rule: 'the same words spelt otherwise, where one went and the other came',
    code: 'import kit\nkit.dumpAll(1)\n',
    becomes: 'import kit\nkit.dump_all(1)\n',
  },
  {
    rule: 'the note of the older release names it',
    code: 'from kit.old import noted\nnoted(1, 2)\n',
    becomes: 'from kit import fresh as noted\nnoted(1, 2)\n',
  },
  {
    rule: 'an argument that was renamed',
    code: 'import kit\nkit.sort([1], base_key=len)\n',
    becomes: 'import kit\nkit.sort([1], key=len)\n',
  },
  {
    rule: 'arguments that may only be named now',
    code: 'import kit\nkit.put(1, ("a, )", {2: 3}), third=2)\nkit.put(1,\n    2, 3)\n',
    becomes:
      'import kit\nkit.put(1, second=("a, )", {2: 3}), third=2)\nkit.put(1,\n    second=2, third=3)\n',
  },
  {
    rule: 'what both releases take from another package is taken from there',
    code: 'from kit.parts import dumps\ndumps(1)\n',
    becomes: 'from need import dumps\ndumps(1)\n',
  },
  {
    rule: 'where it is asked of a module its new path is written out, with one import for all',
    code: 'import os\nimport kit.parts\nfrom kit import parts\nx = [kit.parts.dumps(1),\n    parts.dumps(2)]\n',
    becomes:
      'import os\nimport kit.parts\nimport need\nfrom kit import parts\nx = [need.dumps(1),\n    need.dumps(2)]\n',
  },
  {
    rule: 'a file that calls something else so is left',
    code: 'import kit.parts\nneed = 1\nkit.parts.dumps(1)\n',
    left: '3 kit.parts.dumps: The file has something else that is called need.',
  },
  {
    rule: 'what is imported over several lines or below a condition is left',
    code: 'try:\n    import kit.parts\nexcept ValueError:\n    pass\nkit.parts.dumps(1)\n',
    left: '5 kit.parts.dumps: Its import is written in a way that is not taken apart.',
  },
  {
    rule: 'what they may take from a package that is not required is left',
    code: 'from kit.parts import loads\n',
    left: '1 kit.parts.loads: Neither release says what stands for it.',
  },
  {
    rule: 'a class that came as one with its words, its members and a word of its name went',
    code: 'from kit.parts import RenderGroup\nRenderGroup(1).fit()\n',
    becomes: 'from kit.parts import Group as RenderGroup\nRenderGroup(1).fit()\n',
  },
  {
    rule: 'what came in the place of one of two is left',
    code: 'import kit.parts\nkit.parts.draw_group(1)\n',
    left: '2 kit.parts.draw_group: Neither release says what stands for it.',
  },
  {
    rule: 'what came and shares no word is left',
    code: 'import kit.parts\nkit.parts.measure_width("a")\n',
    left: '2 kit.parts.measure_width: Neither release says what stands for it.',
  },
  {
    rule: 'a name of which nothing tells what became is left',
    code: 'import kit\nkit.gone(1)\n',
    left: '2 kit.gone: Neither release says what stands for it.',
  },
  {
    rule: 'an argument in whose place another stands is left',
    code: 'import kit\nkit.narrow(1, b=2)\n',
    left: '2 kit.narrow: Which argument came in its place is not certain.',
  },
]

const NEED = { 'need/__init__.py': 'def dumps(what): ...\n' }

test.each(upgrades)('upgrade: $rule', async ({ code, becomes = code, left }) => {
  const releases = { older: OLDER, now: NEWER, need: NEED }
  const { files, refused } = await fixed(releases, { 'a.py': code })
  expect(files['a.py']).toBe(becomes)
  expect(refused).toEqual(left === undefined ? [] : [left])
})

const PAINT = {
  'index.d.ts':
    'export declare function convert(value: number): string\nexport declare function render(text: string): void\n/** @deprecated Use `convert` instead. */\nexport declare function convertOld(value: number): string\n',
}
const scripts: typeof rows = [
  {
    rule: 'a named import keeps what it binds',
    code: 'import { rendr, convert } from "kit"\nrendr("a"); convert(1)\nexport { rendr }\n',
    becomes:
      'import { render as rendr, convert } from "kit"\nrendr("a"); convert(1)\nexport { rendr }\n',
  },
  {
    rule: 'what require gives is taken apart by its new name',
    code: 'const { rendr } = require("kit")\nrendr("a")\n',
    becomes: 'const { render: rendr } = require("kit")\nrendr("a")\n',
  },
  {
    rule: 'a name of a namespace is changed where it stands',
    code: 'import * as kit from "kit"\nkit.convertOld(1)\n',
    becomes: 'import * as kit from "kit"\nkit.convert(1)\n',
  },
]

test.each(scripts)('script: $rule', async ({ code, becomes = code, left }) => {
  const { files, refused } = await fixed({ now: PAINT }, { 'a.ts': code })
  expect(files['a.ts']).toBe(becomes)
  expect(refused).toEqual(left === undefined ? [] : [left])
})

test('an import that is a slip of what the project names is changed, and of what nobody names is not', async () => {
  const done = await fixed(
    { now: KIT },
    { 'a.py': 'import kti\nkit.render("a")\n', 'requirements.txt': 'kit\n' },
  )
  expect(done.files['a.py']).toBe('import kit\nkit.render("a")\n')
  const unnamed = await fixed({ now: KIT }, { 'a.py': 'import kti\n' })
  expect(unnamed.refused.join()).toContain('whoever picks a package decides whom to trust')
})
