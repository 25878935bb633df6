// What a check leaves for the next one of another process: of each file where its references belong and
// what was judged of it, with the facts that it rests on. A file that is as it was is gone through again
// only where one of them is another by now.

import { keptIn, keptOnce } from '../../../domain/maps.ts'
import { type Ecosystem, parsePackageName } from '../../../domain/names/packageName.ts'
import type { SourceLanguage } from '../../../references/languageOf.ts'
import type { Reference, SourceReport } from '../../../references/reference.ts'
import type { ReadSource } from '../../read/readInput.ts'
import { type PlanGround, placedReferences } from '../planGround.ts'
import type { NeededPackage, PlacedFile, PlannedReference } from '../planned.ts'
import { CheckMemory, type Judged, type Stage } from './checkMemory.ts'
import type { Fact } from './facts.ts'

type Row = readonly [Ecosystem, string, string | null, string | null]
type FactRow = readonly [Fact['kind'], string, Fact['answer']]

/** Of one file; numbers are places in the lists that all files share. */
type KeptFile = Readonly<{
  path: string
  digest: string
  language: SourceLanguage
  added: readonly string[]
  declared: readonly string[]
  problem: SourceReport['problem']
  placing: string
  needed: readonly number[]
  count: number
  unresolvable: readonly (readonly [Reference, string])[]
  examples: readonly KeptExample[]
  standard: readonly Reference[]
  ofNode: readonly Reference[]
  judged: readonly KeptJudged[]
}>

type KeptExample = Readonly<
  Pick<PlannedReference, 'isSure' | 'isDeclared' | 'isBrought' | 'others' | 'reference'> & {
    needed: number
    instead: number | null
  }
>

/** `placing`: null where it is that of the file. */
type KeptJudged = Readonly<{
  stage: Stage
  placing: string | null
  facts: readonly number[]
  value: unknown
}>

type Head = Readonly<{ ground: string; packages: readonly Row[]; facts: readonly FactRow[] }>

/** A memory in lines of text: the first has what all files share, and each of the others is of a file. */
export type KeptLines = Readonly<{ head: string; files: ReadonlyMap<string, string> }>

/** Past so many times what was needed when it was written whole, it is written whole again. */
const WASTE_MAX = 3

type Restored = Readonly<{ source: ReadSource; kept: KeptFile; line: string }>

/** A memory that can be kept. `groundText`: tells the ground of a plan from every other. */
export class KeptMemory extends CheckMemory {
  readonly #groundText: (ground: PlanGround) => string
  readonly #restored = new Map<ReadSource, Restored>()
  readonly #packages: Row[] = []
  readonly #facts: Fact[] = []
  /** What must be written again. */
  readonly #changed = new WeakSet<ReadSource>()
  /** What was asked for in this check: what was not is of no use to the next one. */
  readonly #asked = new WeakMap<ReadSource, Set<Stage>>()
  readonly #digests = new WeakMap<ReadSource, string>()
  readonly #lines = new Map<string, Readonly<{ kept: KeptFile; line: string }>>()
  #groundBefore = ''

  constructor(groundText: (ground: PlanGround) => string) {
    super()
    this.#groundText = groundText
  }

  /** What was kept. Throws for what has not been written by `lines`. */
  load({ head, files }: KeptLines): void {
    const { ground, packages, facts } = JSON.parse(head) as Head
    this.#groundBefore = ground
    for (const row of packages) this.#packages.push(row)
    for (const [kind, key, answer] of facts) this.#facts.push(this.facts.intern(kind, key, answer))
    for (const [path, line] of files) this.#lines.set(path, { kept: JSON.parse(line), line })
  }

  /** A file that was known with this content; null for every other. `read`: goes through it. */
  restore(path: string, digest: string, read: () => SourceReport | null): ReadSource | null {
    const { kept, line } = this.#lines.get(path) ?? {}
    if (kept === undefined || line === undefined || kept.digest !== digest) return null
    const source = { path, language: kept.language, report: knownReport(kept, read) }
    this.#restored.set(source, { source, kept, line })
    this.#digests.set(source, digest)
    for (const { stage, placing, facts, value } of kept.judged) {
      super.keep(source, stage, {
        placing: placing ?? kept.placing,
        facts: facts.map((index) => this.#at(this.#facts, index)),
        value: decoded(value),
      })
    }
    return source
  }

  /** A file that was read, by the digest of its content. */
  add(source: ReadSource, digest: string): void {
    this.#digests.set(source, digest)
  }

  override judgedBefore(source: ReadSource, stage: Stage): Judged | undefined {
    keptIn(this.#asked, source, () => new Set<Stage>()).add(stage)
    return super.judgedBefore(source, stage)
  }

  override keep(source: ReadSource, stage: Stage, judged: Judged): void {
    super.keep(source, stage, judged)
    this.#changed.add(source)
  }

  restored(source: ReadSource, ground: PlanGround): PlacedFile | null {
    const { kept } = this.#restored.get(source) ?? {}
    if (kept === undefined || this.#groundText(ground) !== this.#groundBefore) return null
    const packages = new Map<number, NeededPackage>()
    const needed = (index: number): NeededPackage => {
      const known = packages.get(index)
      if (known !== undefined) return known
      const [ecosystem, written, pin, range] = this.#at(this.#packages, index)
      const name = parsePackageName(ecosystem, written)
      if (name === null) throw new Error('a kept name is none')
      const made = ground.needed(ecosystem, name, { pin, range })
      packages.set(index, made)
      return made
    }
    const examples = keptOnce(() => ({
      references: kept.examples.map((one) => ({
        ...one,
        source,
        needed: needed(one.needed),
        instead: one.instead === null ? null : needed(one.instead),
      })),
      standard: kept.standard.map((reference) => ({ source, reference })),
      ofNode: kept.ofNode.map((reference) => ({ source, reference })),
    }))
    const whole = keptOnce(() => {
      const placing = placedReferences(source, ground, () => {})
      let next = placing.next()
      while (next.done !== true) next = placing.next()
      return next.value.all()
    })
    return {
      source,
      needed: new Set(kept.needed.map(needed)),
      placing: kept.placing,
      count: kept.count,
      unresolvable: kept.unresolvable.map(([reference, reason]) => ({ source, reference, reason })),
      get examples() {
        return examples()
      },
      all: whole,
    }
  }

  /** What is to be kept of the last check; null where it judged nothing. */
  lines(all: readonly ReadSource[]): KeptLines | null {
    const { ground } = this
    if (ground === null) return null
    const groundText = this.#groundText(ground)
    const sources = all.filter((one) => this.#digests.has(one))
    const isSame = groundText === this.#groundBefore
    const isUnchanged = (source: ReadSource) =>
      isSame && this.#restored.has(source) && !this.#changed.has(source)
    const known = { packages: [...this.#packages], facts: [...this.#facts] }
    const tables = isSame ? known : { packages: [], facts: [] }
    let writer = newWriter(tables)
    let files = this.#written(sources, writer, isUnchanged)
    if (sources.some(isUnchanged) && writer.facts.length > WASTE_MAX * this.#used(sources)) {
      writer = newWriter({ packages: [], facts: [] })
      files = this.#written(sources, writer, () => false)
    }
    const facts = writer.facts.map(({ kind, key, answer }): FactRow => [kind, key, answer])
    const head: Head = { ground: groundText, packages: writer.packages, facts }
    return { head: JSON.stringify(head), files }
  }

  /** Facts that are rested on. */
  #used(sources: readonly ReadSource[]): number {
    const used = new Set<Fact>()
    for (const source of sources) {
      for (const [, { facts }] of this.judgedOf(source)) for (const one of facts) used.add(one)
    }
    return used.size
  }

  #written(
    sources: readonly ReadSource[],
    writer: Writer,
    isUnchanged: (source: ReadSource) => boolean,
  ): ReadonlyMap<string, string> {
    const files = new Map<string, string>()
    for (const source of sources) {
      const before = isUnchanged(source) ? this.#restored.get(source) : undefined
      const placed = this.placed.get(source)
      const digest = this.#digests.get(source)
      if (before !== undefined) files.set(source.path, before.line)
      else if (placed !== undefined && digest !== undefined) {
        files.set(source.path, JSON.stringify(this.#keptFile(placed, digest, writer)))
      }
    }
    return files
  }

  #keptFile(placed: PlacedFile, digest: string, writer: Writer): KeptFile {
    const { source, placing, count, needed, unresolvable, examples } = placed
    const { path, language, report } = source
    const asked = this.#asked.get(source)
    const judged = [...this.judgedOf(source)].flatMap(([stage, one]): readonly KeptJudged[] =>
      asked?.has(stage) !== true || one.facts.some(isOfProcess)
        ? []
        : [
            {
              stage,
              placing: one.placing === placing ? null : one.placing,
              facts: one.facts.map(writer.fact),
              value: encoded(one.value),
            },
          ],
    )
    return {
      ...{ path, digest, language, placing, count, judged },
      added: [...report.added],
      declared: report.declaredModules,
      problem: report.problem,
      needed: [...needed].map(writer.needed),
      unresolvable: unresolvable.map(({ reference, reason }) => [reference, reason]),
      examples: examples.references.map(({ source: _, ...one }) => ({
        ...one,
        needed: writer.needed(one.needed),
        instead: one.instead === null ? null : writer.needed(one.instead),
      })),
      standard: examples.standard.map(({ reference }) => reference),
      ofNode: examples.ofNode.map(({ reference }) => reference),
    }
  }

  #at<T>(list: readonly T[], index: number): T {
    const found = list[index]
    if (found === undefined) throw new Error('a kept line names what is not there')
    return found
  }
}

/** Another process has other tables under such a text. */
function isOfProcess({ kind, answer }: Fact): boolean {
  if (typeof answer !== 'string') return false
  if (kind === 'below elsewhere') return /(?:^|\0)#/.test(answer)
  return answer.includes('"tableId":"#')
}

type Writer = ReturnType<typeof newWriter>

/** What all files share, with more at the end. */
function newWriter(before: Readonly<{ packages: Row[]; facts: Fact[] }>) {
  const { packages, facts } = before
  const rows = new Map(packages.map((row, index) => [JSON.stringify(row), index]))
  const indexes = new Map(facts.map((fact, index) => [fact, index]))
  return {
    packages,
    facts,
    needed({ key: { ecosystem, name }, wanted: { pin, range } }: NeededPackage): number {
      const row: Row = [ecosystem, name, pin, range]
      const text = JSON.stringify(row)
      const known = rows.get(text)
      if (known !== undefined) return known
      rows.set(text, packages.length)
      return packages.push(row) - 1
    },
    fact(one: Fact): number {
      const known = indexes.get(one)
      if (known !== undefined) return known
      indexes.set(one, facts.length)
      return facts.push(one) - 1
    },
  }
}

/** What was said of it, and all else by going through it. */
function knownReport(
  { added, declared, problem }: KeptFile,
  read: () => SourceReport | null,
): SourceReport {
  const whole = keptOnce(() => {
    const report = read()
    if (report === null) throw new Error('a kept file is no code')
    return report
  })
  return {
    added: new Set(added),
    declaredModules: declared,
    problem,
    get references() {
      return whole().references
    },
    get augmented() {
      return whole().augmented
    },
    get passedOver() {
      return whole().passedOver
    },
    get handedOn() {
      return whole().handedOn ?? []
    },
    get pathTexts() {
      return whole().pathTexts ?? []
    },
  }
}

/** What stages make: a word, names that are counted and places, or a tally. */
type Leading = Readonly<{ wanted: ReadonlyMap<string, number>; leading: ReadonlySet<number> }>

function encoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('wanted' in value) {
    const { wanted, leading } = value as Leading
    return { wanted: [...wanted], leading: [...leading] }
  }
  const tally = value as Readonly<{ uses: ReadonlyMap<string, number> }>
  return { ...tally, uses: [...tally.uses] }
}

function decoded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('wanted' in value) {
    const { wanted, leading } = value as { wanted: [string, number][]; leading: number[] }
    return { wanted: new Map(wanted), leading: new Set(leading) }
  }
  const tally = value as Readonly<{ uses: readonly (readonly [string, number])[] }>
  return { ...tally, uses: new Map(tally.uses) }
}
