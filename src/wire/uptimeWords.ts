// How long something answered, in words: never more than was watched of it.

/** Percent of a window. Of one that was watched less nothing is said, */
const SAID_MIN = 1
/** and of one that was watched less than this nothing is drawn. */
const DRAWN_MIN = 50

/** `percent`: of what was watched, null while that is too little; `observed`: how much of the window was. */
export function uptimeWords(percent: number | null, observed: number): string {
  if (percent === null || observed < SAID_MIN) return 'not enough data yet'
  if (observed >= 100) return `${percent} %`
  return `${percent} % in the ${observed} % of the time that it was watched`
}

/** How much of a bar is full; null where none is drawn. */
export function uptimeDrawn(percent: number | null, observed: number): number | null {
  return observed < DRAWN_MIN ? null : percent
}
