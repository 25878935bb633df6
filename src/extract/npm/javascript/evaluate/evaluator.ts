// The evaluator: expressions, calls and statements, joined in the one place that knows all of them.

import type { MachineParts } from '../values/machine.ts'
import { callValue } from './calls.ts'
import { evaluate } from './expressions.ts'
import { execute } from './statements.ts'

export const EVALUATOR: MachineParts = { evaluate, call: callValue, execute }
