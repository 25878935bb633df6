// The process that starts the children. Started by the pool and by nothing else.

import { STEP_BACK } from './childFlags.ts'
import { runNursery } from './runNursery.ts'

runNursery(process.argv.includes(STEP_BACK))
