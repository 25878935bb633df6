// References in one line each, so that tables of tests can be read.

import { findReferences } from '../../src/references/findReferences.ts'
import type { Reference, Step } from '../../src/references/reference.ts'

const MARKS: Readonly<Record<Exclude<Step['kind'], 'member' | 'key'>, string>> = {
  call: '()',
  new: '!',
  instance: '~',
  await: '<await>',
  enter: '<with>',
  item: '[…]',
  part: '<part>',
  element: '<each>',
  handed: '<handed>',
  argument: '<argument>',
  parameter: '<parameter>',
  props: '<props>',
}

/** `requests.Session().get`, with the arguments in brackets where it is called. */
export function showReference(reference: Reference): string {
  const path = reference.steps
    .map((step) => ('name' in step ? `.${step.name}` : MARKS[step.kind]))
    .join('')
  const isDoubted = reference.softBecause !== null || reference.inherited !== undefined
  return `${reference.module}${path}${callText(reference)}${isDoubted ? ' ?' : ''}`
}

function callText({ call }: Reference): string {
  if (call === null) return ''
  const { positional, keywords, hasSpread, hasKeywordSpread } = call
  const parts = [
    String(positional),
    ...keywords.map(({ name }) => `${name}=`),
    ...(hasSpread ? ['*'] : []),
    ...(hasKeywordSpread ? ['**'] : []),
  ]
  return `[${parts.join(' ')}]`
}

/** What a file refers to, imports aside. */
export function usesIn(path: string, text: string): readonly string[] {
  const report = findReferences(path, text)
  return (report?.references ?? []).filter(({ isImport }) => !isImport).map(showReference)
}

export function importsIn(path: string, text: string): readonly string[] {
  const report = findReferences(path, text)
  return (report?.references ?? []).filter(({ isImport }) => isImport).map(showReference)
}
