// The lists of test/extract/python/runTimeCases.ts, as CPython 3.11 sees them.

import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CASES, type Case } from '../extract/python/runTimeCases.ts'

const SCRIPT = `
import importlib, json, sys
assert sys.version_info[:2] == (3, 11)
sys.path.insert(0, sys.argv[1])

def is_there(path):
    at, reached = importlib.import_module("pkg"), "pkg"
    for part in path.split("."):
        reached += "." + part
        try:
            at = getattr(at, part)
        except AttributeError:
            try:
                at = importlib.import_module(reached)
            except ImportError:
                return False
    return True

print(json.dumps([name for name in sys.argv[2:] if is_there(name)]))
`

function thereIn({ files, there, hedged, gone }: Case): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), 'assay-run-time-'))
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const names = [...there, ...hedged, ...gone]
    const given = ['-c', SCRIPT, folder, ...names]
    return JSON.parse(execFileSync('python3', given, { encoding: 'utf8' }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

describe('what CPython 3.11 has', () => {
  const cases = CASES.flatMap(([, all]) => all.map((one) => [one.title, one] as const))
  test.each(cases)('%s', (_title, one) => {
    expect(thereIn(one)).toEqual([...one.there, ...one.hedged])
  })
})
