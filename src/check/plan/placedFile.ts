// What one file needs, and where its references belong.

import { keptOnce } from '../../domain/maps.ts'
import { kindOf } from '../../references/kindOf.ts'
import type { Reference } from '../../references/reference.ts'
import type { ReadSource } from '../read/readInput.ts'
import { neededText } from './memory/identity.ts'
import type { NeededPackage, PlacedFile, Placings, Plan, PlannedReference } from './planned.ts'

export function placedFile(
  source: ReadSource,
  of: Pick<PlacedFile, 'needed' | 'placing' | 'unresolvable'>,
  all: Placings,
): PlacedFile {
  const examples = keptOnce(() => examplesOf(all))
  return {
    ...of,
    source,
    count: all.references.length,
    get examples() {
      return examples()
    },
    all: () => all,
  }
}

function examplesOf({ references, standard, ofNode }: Placings): Placings {
  return {
    references: firstOfEach(
      references,
      (one) => `${kindOf(one.reference)} ${neededText(one.needed)} ${whyText(one)}`,
    ),
    standard: firstOfEach(standard, kindIn),
    ofNode: firstOfEach(ofNode, kindIn),
  }
}

const kindIn = ({ reference }: Readonly<{ reference: Reference }>) => kindOf(reference)

function whyText({ isSure, isDeclared, isBrought, instead }: PlannedReference): string {
  return `${isSure} ${isDeclared} ${isBrought} ${instead === null ? '' : neededText(instead)}`
}

function firstOfEach<T>(all: readonly T[], kindOfOne: (one: T) => string): readonly T[] {
  const seen = new Set<string>()
  return all.filter((one) => {
    const before = seen.size
    return seen.add(kindOfOne(one)).size > before
  })
}

/** The same with what else some packages may mean, of files in which they may. */
export function withInstead(
  file: PlacedFile,
  instead: ReadonlyMap<NeededPackage, NeededPackage>,
): PlacedFile {
  const meant = [...file.needed].filter((one) => instead.has(one))
  if (meant.length === 0) return file
  const texts = meant.map((one) => {
    const other = instead.get(one)
    return other === undefined ? '' : `${neededText(one)} ${neededText(other)}`
  })
  const change = (placings: Placings): Placings => ({
    ...placings,
    references: placings.references.map((one) => {
      const other = instead.get(one.needed)
      return other === undefined ? one : { ...one, instead: other }
    }),
  })
  const [examples, all] = [
    keptOnce(() => change(file.examples)),
    keptOnce(() => change(file.all())),
  ]
  const { source, needed, count, unresolvable } = file
  return {
    ...{ source, needed, count, unresolvable },
    placing: [file.placing, ...texts].join('\n'),
    get examples() {
      return examples()
    },
    all,
  }
}

/** Of all files. */
export function placingsOf(files: readonly PlacedFile[]): Pick<Plan, 'files' | 'examples'> {
  return {
    files,
    examples: {
      references: files.flatMap(({ examples }) => examples.references),
      standard: files.flatMap(({ examples }) => examples.standard),
      ofNode: files.flatMap(({ examples }) => examples.ofNode),
    },
  }
}
