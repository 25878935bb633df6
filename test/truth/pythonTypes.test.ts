// The Python of the package, judged by the two type checkers that people use.

import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { python } from '../../scripts/truth/venv.ts'
import { ROOT } from '../support/compiled.ts'

const JUDGES = [
  ['mypy', 'mypy==2.4.1'],
  ['pyright', 'pyright==1.1.414'],
] as const

test.each(JUDGES)('%s has nothing to say, in its strict mode', async (judge, requirement) => {
  const interpreter = await python([requirement])
  const cwd = join(ROOT, 'python')
  const { status, stdout } = spawnSync(interpreter, ['-m', judge], { cwd, encoding: 'utf8' })
  expect({ status, stdout }).toMatchObject({ status: 0 })
})
