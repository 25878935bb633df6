// The attributes that Python gives by itself, against the Python of tables.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BUILTIN_MEMBERS } from '../../src/symbols/builtinMembers.ts'
import { attributesOf, type Holder } from '../../src/symbols/pythonAttributes.ts'

const SCRIPT = `
import json, sys, types
sys.path.insert(0, sys.argv[1])
import pk, pk.m, ns.x, ns, math
class C: pass
def f(): pass
objects = dict(module=pk.m, package=pk, namespace=ns, compiled=math, type=int, function=f, object=object())
objects["class"] = C
asked = set(sys.argv[2].split())
for one in (*objects.values(), type, types.ModuleType):
    asked.update(name for name in dir(one) if name.startswith("__"))
asked.add("mro")
asked -= set(dir(int)) - set(dir(object)) - set(dir(type))
print(json.dumps([list(sys.version_info[:2]), {
    kind: sorted(name for name in asked if hasattr(one, name)) for kind, one in objects.items()
}]))
`

const HOLDERS: readonly Holder[] = [
  'module',
  'package',
  'namespace',
  'compiled',
  'class',
  'type',
  'function',
  'object',
]

describe('what CPython 3.11 gives to', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-attributes-'))
  let given: Readonly<Record<string, readonly string[]>> = {}

  beforeAll(() => {
    for (const path of ['pk', 'ns']) mkdirSync(join(folder, path))
    for (const path of ['pk/__init__.py', 'pk/m.py', 'ns/x.py'])
      writeFileSync(join(folder, path), '')
    const ours = [...new Set(HOLDERS.flatMap((holder) => [...attributesOf(holder)]))].join(' ')
    const text = execFileSync('python3', ['-c', SCRIPT, folder, ours], { encoding: 'utf8' })
    const [version, found] = JSON.parse(text)
    expect(version).toEqual([3, 11])
    given = found
  })

  afterAll(() => rmSync(folder, { recursive: true }))

  test('objects of its own classes', () => {
    const names = [...BUILTIN_MEMBERS.keys()]
    const script =
      'import builtins, json, sys\nown = set(dir(object))\nprint(json.dumps({n: sorted(set(dir(getattr(builtins, n))) - own) for n in sys.argv[1:]}))'
    const text = execFileSync('python3', ['-c', script, ...names], { encoding: 'utf8' })
    const ours = names.map((name) => [name, [...(BUILTIN_MEMBERS.get(name) ?? [])].sort()])
    expect(Object.fromEntries(ours)).toEqual(JSON.parse(text))
  })

  test.each(HOLDERS)('%s', (holder) => {
    const missing = new Set(given[holder])
    for (const name of attributesOf(holder))
      expect([name, missing.delete(name)]).toEqual([name, true])
    // What some have and others do not is never said to be absent.
    const isModule = /module|package|namespace|compiled/.test(holder)
    for (const name of missing)
      expect([name, !isModule && /^__\w+__$/.test(name)]).toEqual([name, true])
  })
})
