// npm run bench [-- --quick]: every benchmark, quick or at the size that we quote.

import { parseArgs } from 'node:util'
import { benchPackageExists } from './packageExists.bench.ts'

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
await benchPackageExists(values.quick)
