// The process that starts the children. Started by the pool and by nothing else.

import { runNursery } from './runNursery.ts'

runNursery()
