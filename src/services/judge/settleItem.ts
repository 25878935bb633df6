// One item of a rubric, settled by the first that applies: its check, the grammar; a model comes later.

import { type Members, memberOf } from '../../domain/texts/jsonValue.ts'
import { Beyond, Spent } from '../oracle/budget.ts'
import { CODE_CHECKS } from '../oracle/checks/code.ts'
import { isCheckType } from '../oracle/checkTypes.ts'
import { type Job, parseLanguage } from '../oracle/job.ts'
import { runOne, sentence } from '../oracle/runOne.ts'
import { parseCriterion } from './parseCriterion.ts'
import { findCode, fromOutcome, settleCode } from './settleCode.ts'
import { open, type Settlement } from './settlement.ts'
import { settleText } from './settleText.ts'
import type { JudgeWorld } from './world.ts'

export type RubricItem = Readonly<{
  criterion: string
  weight: number | null
  check: Members | null
}>

export type Method = 'check' | 'grammar' | 'model' | 'none'

type ItemSettlement = Settlement & Readonly<{ method: Method }>

export type Graded = Readonly<{ output: string; context: string | null }>

/** `method: none` for what is outside of the grammar. */
export async function settleItem(
  { criterion, check }: RubricItem,
  graded: Graded,
  world: JudgeWorld,
): Promise<ItemSettlement> {
  if (check !== null) return { ...(await settleCheck(check, graded, world)), method: 'check' }
  const parsed = parseCriterion(criterion)
  if (parsed === null) {
    return { ...open('The criterion is outside of the grammar'), method: 'none' }
  }
  const { output, context } = graded
  try {
    const settlement =
      parsed.kind === 'code' || parsed.kind === 'parses'
        ? await settleCode(parsed, output, world)
        : settleText(parsed, output, context)
    return { ...settlement, method: 'grammar' }
  } catch (error) {
    if (!(error instanceof Beyond)) throw error
    const isSpent = error instanceof Spent
    return { ...open(sentence(error.message)), method: 'grammar', isSpent }
  }
}

const CODE_TYPES = [...Object.keys(CODE_CHECKS), 'upgrade_safe']

async function settleCheck(
  given: Members,
  { output }: Graded,
  world: JudgeWorld,
): Promise<Settlement> {
  const { language: written, ...check } = given
  const type = memberOf(check, 'type')
  if (!isCheckType(type)) return open('The check is of a type that is not known')
  const text: Job = { kind: 'text', text: output, value: null, files: [], pins: {} }
  if (!CODE_TYPES.includes(type)) {
    if (written !== undefined) return open('The check has a language, which its type does not')
    return fromOutcome(await runOne(check, text, world), output, null)
  }
  const language = parseLanguage(written)
  if (language === 'unknown') return open('The language of the check is not known')
  const code = await findCode(output, language, world)
  if (typeof code === 'string') return open(code)
  const job: Job = { ...text, kind: 'code', text: null, files: code.files }
  return fromOutcome(await runOne(check, job, world), output, code)
}
