// Names that are kept only to say that they are gone.

import { expect, test } from 'vitest'
import { definitionOf } from '../packageOf.ts'

const CODE = `class RemovedInV2(Exception): pass
class Gone:
    def __init__(self, name): self.name = name
    def __call__(self, *args): raise RemovedInV2(self.name)
NAMES = ["Old", "Older"]
space = locals()
for name in NAMES:
    space[name] = Gone(name)
`

test.each([
  ['to use one raises', CODE, ['-> Never']],
  [
    'an object that can be called is one',
    CODE.replace('raise RemovedInV2(self.name)', 'return 1'),
    [],
  ],
  ['an error that is meant is no removal', CODE.replaceAll('RemovedInV2', 'Abort'), []],
])('%s', (_what, code, expected) => {
  expect(definitionOf({ 'pkg/__init__.py': code }, 'Older').bases).toEqual(expected)
})
