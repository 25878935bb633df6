// RFC 9535 over a JSON value. Every step counts: `$..*..*` has no end of nodes.

import { keptIn } from '../../../domain/maps.ts'
import { isMembers } from '../../../domain/texts/jsonValue.ts'
import { JSON_PATH_STEPS_MAX, PATTERN_STEPS_MAX } from '../../../limits.ts'
import { Budget } from '../budget.ts'
import { fromIRegexp } from '../ecmaPattern.ts'
import { stableText } from '../jsonText.ts'
import { type LinearPattern, linearPattern } from '../linearPattern.ts'
import { parsePath } from './parsePath.ts'
import type { Logical, MatchCall, Query, Selector, Value } from './query.ts'

export type PathNode = Readonly<{ value: unknown; path: readonly (string | number)[] }>

/** The result of a path that leads nowhere, which is no JSON value. */
const NOTHING = Symbol('nothing')

/** Throws `Beyond` for what is no JSONPath, or takes too long. */
export function findByPath(
  source: string,
  root: unknown,
  stepsMax = JSON_PATH_STEPS_MAX,
): readonly PathNode[] {
  return new Walk(root, stepsMax).nodes(parsePath(source), root)
}

class Walk {
  readonly #root: unknown
  readonly #budget: Budget
  readonly #patternBudget = new Budget(PATTERN_STEPS_MAX)
  readonly #patterns = new Map<string, LinearPattern | null>()

  constructor(root: unknown, stepsMax: number) {
    this.#root = root
    this.#budget = new Budget(stepsMax)
  }

  nodes({ isAbsolute, segments }: Query, current: unknown): readonly PathNode[] {
    let nodes: PathNode[] = [{ value: isAbsolute ? this.#root : current, path: [] }]
    for (const { isDescendant, selectors } of segments) {
      const next: PathNode[] = []
      for (const node of nodes) {
        for (const one of isDescendant ? this.#below(node) : [node]) {
          for (const selector of selectors) this.#select(selector, one, next)
        }
      }
      nodes = next
    }
    return nodes
  }

  /** The node and everything below it, in the order of the document. */
  *#below(node: PathNode): Generator<PathNode> {
    yield node
    for (const child of this.#children(node)) yield* this.#below(child)
  }

  *#children({ value, path }: PathNode): Generator<PathNode> {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) yield this.#node(item, path, index)
    } else if (isMembers(value)) {
      for (const key of Object.keys(value)) yield this.#node(value[key], path, key)
    }
  }

  #node(value: unknown, path: PathNode['path'], step: string | number): PathNode {
    this.#budget.spend(1 + path.length)
    return { value, path: [...path, step] }
  }

  #select(selector: Selector, from: PathNode, found: PathNode[]): void {
    this.#budget.spend()
    const { value, path } = from
    switch (selector.kind) {
      case 'wildcard':
        for (const child of this.#children(from)) found.push(child)
        return
      case 'name':
        if (isMembers(value) && Object.hasOwn(value, selector.name)) {
          found.push(this.#node(value[selector.name], path, selector.name))
        }
        return
      case 'index': {
        if (!Array.isArray(value)) return
        const at = placeOf(selector.index, value.length)
        if (at !== null) found.push(this.#node(value[at], path, at))
        return
      }
      case 'slice':
        if (!Array.isArray(value)) return
        for (const at of sliceOf(selector, value.length))
          found.push(this.#node(value[at], path, at))
        return
      case 'filter':
        for (const child of this.#children(from)) {
          if (this.#holds(selector.test, child.value)) found.push(child)
        }
    }
  }

  #holds(test: Logical, current: unknown): boolean {
    this.#budget.spend()
    switch (test.kind) {
      case 'or':
        return test.all.some((one) => this.#holds(one, current))
      case 'and':
        return test.all.every((one) => this.#holds(one, current))
      case 'not':
        return !this.#holds(test.of, current)
      case 'exists':
        return this.nodes(test.query, current).length > 0
      case 'matches':
        return this.#matches(test.call, current)
      case 'compare':
        return this.#compares(test, current)
    }
  }

  #compares({ left, right, op }: Extract<Logical, { kind: 'compare' }>, current: unknown): boolean {
    const one = this.#weighed(this.#valueOf(left, current))
    const other = this.#weighed(this.#valueOf(right, current))
    switch (op) {
      case '==':
        return this.#equal(one, other)
      case '!=':
        return !this.#equal(one, other)
      case '<':
        return isLess(one, other)
      case '>':
        return isLess(other, one)
      case '<=':
        return isLess(one, other) || this.#equal(one, other)
      case '>=':
        return isLess(other, one) || this.#equal(one, other)
    }
  }

  /** A long text takes as many steps as it is looked at. */
  #weighed(value: unknown): unknown {
    if (typeof value === 'string') this.#budget.spend(Math.ceil(value.length / 8))
    return value
  }

  #equal(one: unknown, other: unknown): boolean {
    if (one === null || other === null) return one === other
    if (typeof one !== 'object' || typeof other !== 'object') return one === other
    const [text, there] = [stableText(one), stableText(other)]
    this.#budget.spend(Math.ceil((text.length + there.length) / 8))
    return text === there
  }

  #valueOf(value: Value, current: unknown): unknown {
    switch (value.kind) {
      case 'literal':
        return value.value
      case 'singular':
      case 'value': {
        const [only, ...more] = this.nodes(value.of, current)
        return only === undefined || more.length > 0 ? NOTHING : only.value
      }
      case 'count':
        return this.nodes(value.of, current).length
      case 'length':
        return lengthOf(this.#weighed(this.#valueOf(value.of, current)))
    }
  }

  #matches({ name, text, pattern }: MatchCall, current: unknown): boolean {
    const subject = this.#valueOf(text, current)
    const source = this.#valueOf(pattern, current)
    if (typeof subject !== 'string' || typeof source !== 'string') return false
    const compiled = this.#pattern(source)
    if (compiled === null) return false
    return name === 'match'
      ? compiled.fits(subject, this.#patternBudget)
      : compiled.find(subject, this.#patternBudget) !== null
  }

  #pattern(source: string): LinearPattern | null {
    return keptIn(this.#patterns, source, () => {
      const translated = fromIRegexp(source)
      return translated === null ? null : linearPattern(translated, {}, this.#patternBudget)
    })
  }
}

/** Where an index leads in a list of that length; null where it leads out of it. */
function placeOf(index: number, length: number): number | null {
  const at = index < 0 ? length + index : index
  return at >= 0 && at < length ? at : null
}

function* sliceOf(
  { start, end, step }: Extract<Selector, { kind: 'slice' }>,
  length: number,
): Generator<number> {
  if (step === 0) return
  const bound = (index: number, least: number, most: number) =>
    Math.min(Math.max(index < 0 ? length + index : index, least), most)
  if (step > 0) {
    const upper = bound(end ?? length, 0, length)
    for (let at = bound(start ?? 0, 0, length); at < upper; at += step) yield at
  } else {
    const lower = bound(end ?? -length - 1, -1, length - 1)
    for (let at = bound(start ?? length - 1, -1, length - 1); at > lower; at += step) yield at
  }
}

function lengthOf(value: unknown): unknown {
  if (typeof value === 'string') return [...value].length
  if (Array.isArray(value)) return value.length
  return isMembers(value) ? Object.keys(value).length : NOTHING
}

function isLess(one: unknown, other: unknown): boolean {
  if (typeof one === 'number' && typeof other === 'number') return one < other
  return typeof one === 'string' && typeof other === 'string' && isBefore(one, other)
}

/** By code points, where UTF-16 units would put the astral ones before the last of the others. */
function isBefore(one: string, other: string): boolean {
  const [a, b] = [[...one], [...other]]
  const at = a.findIndex((point, index) => point !== b[index])
  if (at === -1) return a.length < b.length
  const there = b[at]
  return there !== undefined && (a[at]?.codePointAt(0) ?? 0) < (there.codePointAt(0) ?? 0)
}
