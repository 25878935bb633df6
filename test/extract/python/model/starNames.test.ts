// What star imports bring.

import { describe, expect, test } from 'vitest'
import { publicNames } from '../packageOf.ts'

describe('star imports of packages', () => {
  test('in a circle of imports bring what stood there by then', () => {
    const files = {
      'pkg/__init__.py': 'from .state import State\n',
      'pkg/state.py': 'EARLY = 1\nfrom .move import Move\nclass State: pass\n',
      'pkg/move.py': 'class Move: pass\nclass Far(Move): pass\nfrom .state import *\n',
    }
    expect(publicNames(files, 'pkg.move')).toEqual(['EARLY', 'Far', 'Move'])
  })

  test('bring submodules that were loaded on the way', () => {
    const files = {
      'pkg/__init__.py': 'from pkg.sub import *\n',
      'pkg/sub/__init__.py': 'from .a import x\n',
      'pkg/sub/a.py': 'from .b import y\nx = y\n',
      'pkg/sub/b.py': 'y = 1\n',
      'pkg/sub/c.py': 'z = 1\n',
    }
    expect(publicNames(files)).toEqual(['a', 'b', 'sub', 'x'])
  })
})
