// Which distribution a module is looked for in, where the likeliest one could not be had.

import { expect, test } from 'vitest'
import type { Dependencies, FoundDependency } from '../../../src/extract/extractor.ts'
import { extractFollowing, extractPython } from '../../../src/extract/python/extractPython.ts'
import type { PythonArtifact } from '../../../src/extract/python/files/moduleFiles.ts'
import { followPython } from '../../../src/extract/python/followPython.ts'

function artifact(files: Readonly<Record<string, string>>): PythonArtifact {
  const read = (path: string) => {
    const text = files[path]
    return text === undefined ? null : Buffer.from(text)
  }
  return { kind: 'wheel', entries: Object.keys(files), read }
}

/** A wheel with a METADATA that says what it requires. */
function wheelOf(
  name: string,
  files: Readonly<Record<string, string>>,
  ...requires: readonly string[]
): PythonArtifact {
  const required = requires.map((one) => `Requires-Dist: ${one}\n`).join('')
  const metadata = `Metadata-Version: 2.1\nName: ${name}\nVersion: 1.0\n${required}`
  return artifact({ ...files, [`${name.replace('-', '_')}-1.0.dist-info/METADATA`]: metadata })
}

const OWN = wheelOf('own', { 'own.py': 'from shape import *\n' }, 'shape', 'shape-of-others')

/** Each that is asked for is told as `answer` says. */
async function askedFor(answer: (name: string) => FoundDependency): Promise<readonly string[]> {
  const asked: string[] = []
  const dependencies: Dependencies = {
    fixed: null,
    async find(wanted) {
      asked.push(...wanted.map(({ name }) => name))
      return wanted.map(({ name }) => answer(name))
    },
    follow: () => {},
    leaveOut: () => {},
  }
  const table = await followPython(OWN, dependencies)
  expect(table.modules.find(({ name }) => name === 'own')?.state).toBe('dynamic')
  return asked
}

test('what does not exist gives way to the next that may hold the module', async () => {
  expect(await askedFor(() => null)).toEqual(['shape', 'shape-of-others'])
})

test('what could not be had does not: the next may hold another module of that name', async () => {
  expect(await askedFor((name) => (name === 'shape' ? 'gap' : null))).toEqual(['shape'])
})

test('a module that another distribution puts into a shared package is told alike without it', () => {
  const own = wheelOf(
    'own',
    {
      'tele/kit.py': 'from tele import context, trace\ndef start(): ...\n',
    },
    'tele-api',
  )
  const api = wheelOf('tele-api', {
    'tele/context/__init__.py': 'def get(): ...\n',
    'tele/trace.py': 'def span(): ...\n',
  })
  const namesOf = (dependencies: readonly PythonArtifact[]) =>
    extractPython(own, dependencies)
      .modules.find(({ name }) => name === 'tele.kit')
      ?.entries.map(({ name, definition, isPublic }) => [name, definition.kind, isPublic])
  const whole = namesOf([api])
  expect(whole).toEqual([
    ['context', 'module', false],
    ['start', 'function', true],
    ['trace', 'module', false],
  ])
  expect(namesOf([])).toEqual(whole)
})

test('a class has what a decorator of another package gives it, and may have more without that', () => {
  const own = wheelOf(
    'own',
    {
      'own.py': 'from web.marks import given\n@given\nclass Rule:\n    def check(self): ...\n',
    },
    'web',
  )
  const web = wheelOf('web', {
    'web/__init__.py': '',
    'web/marks.py':
      'def given(cls):\n    setattr(cls, "rebuild", lambda self: None)\n    return cls\n',
  })
  const ruleOf = (dependencies: readonly PythonArtifact[]) => {
    const { table, wanted } = extractFollowing(own, dependencies)
    const rule = table.modules[0]?.entries.find(({ name }) => name === 'Rule')?.definition
    return {
      names: rule?.members.map(({ name }) => name),
      isOpen: rule?.isOpen,
      wanted: [...wanted],
    }
  }
  expect(ruleOf([web])).toEqual({ names: ['check', 'rebuild'], isOpen: false, wanted: [] })
  expect(ruleOf([])).toEqual({ names: ['check'], isOpen: true, wanted: ['web.marks'] })
})
