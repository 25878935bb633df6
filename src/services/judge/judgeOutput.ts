// A rubric in, a graded rubric out. docs/reference/judge.md has the rules of the score.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JudgeModel } from '../../ports/judgeModel.ts'
import { isUsedUp, NOT_BEGUN } from '../oracle/runOne.ts'
import { askModel, type ModelReport, type SampleVerdict } from './askModel.ts'
import { type Graded, type Method, type RubricItem, settleItem } from './settleItem.ts'
import { open, type Settlement } from './settlement.ts'
import type { JudgeWorld } from './world.ts'

export type GradedItem = Settlement &
  Readonly<{
    criterion: string
    weight: number
    method: Method
    /** What a model said, sample by sample. */
    samples: readonly SampleVerdict[] | null
  }>

export type JudgeReport = Readonly<{
  items: readonly GradedItem[]
  /** The weighted mean over settled items; null where there is none. */
  score: number | null
  /** The settled share of the weight. */
  coverage: number
  passed: boolean
  deterministic: boolean
  model: Omit<ModelReport, 'settlements'> | null
}>

export async function judgeOutput(
  graded: Graded,
  rubric: readonly RubricItem[],
  parts: Readonly<{ world: JudgeWorld; model: JudgeModel | null; signal: AbortSignal }>,
): Promise<JudgeReport> {
  const items: GradedItem[] = []
  for (const item of rubric) {
    // Each may take a fifth of a second of computing: others get their turn in between.
    await nextTurn()
    parts.signal.throwIfAborted()
    const settlement = isUsedUp(items)
      ? { ...open(NOT_BEGUN), method: 'none' as const }
      : await settleItem(item, graded, parts.world)
    const { criterion, weight } = item
    items.push({ criterion, weight: weight ?? 1, samples: null, ...settlement })
  }
  const outside = items.filter(({ method, reason }) => method === 'none' && reason !== NOT_BEGUN)
  if (parts.model === null || outside.length === 0) return reportOf(items, null)
  const criteria = outside.map(({ criterion }) => criterion)
  const { settlements, ...model } = await askModel(parts.model, criteria, graded, parts.signal)
  const settled = items.map((item): GradedItem => {
    const settlement = settlements[outside.indexOf(item)]
    return settlement === undefined ? item : { ...item, ...settlement, method: 'model' }
  })
  return reportOf(settled, model)
}

function reportOf(items: readonly GradedItem[], model: JudgeReport['model']): JudgeReport {
  const settled = items.filter(({ status }) => status !== 'undetermined')
  const met = settled.filter(({ status }) => status === 'met')
  return {
    items,
    // Only what is all of it is 1.
    score: settled.length === 0 ? null : share(met, settled),
    coverage: share(settled, items),
    passed: met.length === items.length,
    deterministic: model === null,
    model,
  }
}

/**
 * By weight. Sums go in parts of the largest, so that no weight is too large or too small to add.
 */
function share(part: readonly GradedItem[], of: readonly GradedItem[]): number {
  if (part.length === of.length) return 1
  const largest = Math.max(...of.map(({ weight }) => weight))
  const sum = (among: readonly GradedItem[]) =>
    among.reduce((total, { weight }) => total + weight / largest, 0)
  return Math.min(Math.floor((sum(part) / sum(of)) * 10_000) / 10_000, 0.9999)
}
