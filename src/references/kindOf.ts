// What is asked of the references of all files together: two of one kind are alike in all of it.

import type { Reference } from './reference.ts'

/** `dayjs.extend(utc)`, `chai.use(promised)`: what packages call it when they are given a plugin. */
const GIVEN = new Set(['extend', 'use', 'plugin', 'mixin'])
/** Code that calls these has loggers with more methods than `Logger`. */
const LEVELS: ReadonlySet<string> = new Set(['setLoggerClass', 'addLevelName'])

export function isModuleImport({ isImport, steps }: Reference): boolean {
  return isImport && steps.length === 0
}

export function givesPlugin({ call, steps }: Reference): boolean {
  if (call === null || !steps.every(({ kind }) => kind === 'member')) return false
  const last = steps.at(-1)
  return last?.kind === 'member' && GIVEN.has(last.name)
}

/**
 * `chai.should()`: the name of a function that is called for what it does, with nothing handed over.
 * Some give every object what they are called.
 */
export function begunName({ call, steps }: Reference): string | null {
  const [step] = steps
  const isBare =
    call !== null && call.positional + call.keywords.length === 0 && !call.hasKeywordSpread
  return steps.length === 1 && step?.kind === 'member' && isBare ? step.name : null
}

/** Whether it makes something by a name that is written out: `client("s3")`. */
export function makesByText({ call, steps }: Reference): boolean {
  return (
    call?.text !== undefined ||
    steps.some((step) => step.kind === 'call' && step.text !== undefined)
  )
}

/** Only values lead to other packages. */
export function mayLeadOn({ steps, call }: Reference): boolean {
  return steps.length > 1 || (steps.length > 0 && call !== null)
}

/** Whether it asks something of what a package gives. */
export function asksOfValue({ steps }: Reference): boolean {
  return steps.length >= 2
}

export function addsLevels({ name }: Reference): boolean {
  return LEVELS.has(name)
}

const ASKED = [
  ({ isImport }: Reference) => isImport,
  isModuleImport,
  givesPlugin,
  makesByText,
  mayLeadOn,
  asksOfValue,
  addsLevels,
]

export function kindOf(reference: Reference): string {
  let text = `${reference.module}\0`
  for (const asks of ASKED) text += asks(reference) ? '1' : '0'
  return `${text}\0${begunName(reference) ?? ''}`
}
