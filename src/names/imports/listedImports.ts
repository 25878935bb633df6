// Who provides a name, searched for in the text of the list: whoever asks needs a handful of names, and to
// take all of them apart costs more than a hundred searches.

import { keptIn } from '../../domain/maps.ts'

/** `place`: of its distribution in the list. */
export type ListedImport = Readonly<{ provides: string; place: number }>

/** A line for each distribution: its name and, behind blanks, its import names, all of them ASCII. */
export function listedImports(text: string) {
  const folded = fold(text)
  const starts = lineStarts(text)
  const known = new Map<string, readonly (ListedImport & Readonly<{ folded: string }>)[]>()

  /** All whose first part it is: code names many paths below one of them. */
  function search(top: string) {
    const found: (ListedImport & Readonly<{ folded: string }>)[] = []
    const wanted = ` ${top}`
    for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + 1)) {
      const behind = folded.charAt(at + wanted.length)
      if (behind !== '' && !'. \n'.includes(behind)) continue
      const place = placeOf(starts, at)
      const blank = text.indexOf(' ', at + 1)
      const line = (starts[place + 1] ?? text.length + 1) - 1
      const provides = text.slice(at + 1, blank < 0 ? line : Math.min(blank, line))
      found.push({ provides, place, folded: fold(provides) })
    }
    return found
  }

  return {
    /** What is provided under a folded path or below it, in the order of the list. */
    below(path: string): readonly ListedImport[] {
      const [top = ''] = path.split('.', 1)
      if (top === '' || /[ \n]/.test(top)) return []
      return keptIn(known, top, () => search(top))
        .filter(({ folded: own }) => own === path || own.startsWith(`${path}.`))
        .map(({ provides, place }) => ({ provides, place }))
    },
    distributionAt(place: number): string {
      const start = starts[place] ?? text.length
      return text.slice(start, text.indexOf(' ', start))
    },
  }
}

function lineStarts(text: string): readonly number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** The last line that begins before. */
function placeOf(starts: readonly number[], offset: number): number {
  let [low, high] = [0, starts.length - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** People write import names as they write projects' names. */
export function fold(path: string): string {
  return path.toLowerCase().replaceAll('-', '_')
}

/** `a.b.c` → `a.b.c`, `a.b`, `a`. */
export function pathsOf(path: string): string[] {
  const parts = path.split('.')
  return parts.map((_, cut) => parts.slice(0, parts.length - cut).join('.'))
}
