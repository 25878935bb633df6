// Downloads a month of a name of which only its place in a list is known.

import type { Ecosystem } from '../../domain/names/packageName.ts'

// Of the n-th most popular name: log10(d) = top - bend x log10(n)^2. For PyPI the curve was fitted
// to the counts behind the bundled list (boto3 1.9 billion, the 15,000th 57 thousand) and is
// nowhere off by more than a quarter of a power of ten. For npm it goes through the two points that
// are known: some 2.5 billion for the first, 4.3 million (a million a week) for the 15,916th.
const CURVES: Readonly<Record<Ecosystem, Readonly<{ top: number; bend: number }>>> = {
  pypi: { top: 9.35, bend: 0.25 },
  npm: { top: 9.4, bend: 0.155 },
}

/** Power of ten of the downloads of the name at this place, from 1. */
export function log10DownloadsAt(ecosystem: Ecosystem, place: number): number {
  const { top, bend } = CURVES[ecosystem]
  return top - bend * Math.log10(place) ** 2
}

/** The same as a number of downloads a month. */
export function downloadsAt(ecosystem: Ecosystem, place: number): number {
  return Math.round(10 ** log10DownloadsAt(ecosystem, place))
}
