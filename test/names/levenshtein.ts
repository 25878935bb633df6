// Levenshtein distance by the textbook's full table, over UTF-16 code units. Slow on purpose and
// written apart from src/domain/names/nearest.ts: it is what the fast one is judged by.

export function levenshtein(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : i)),
  )
  const cell = (i: number, j: number) => rows[i]?.[j] ?? Number.NaN
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const substitution = cell(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1)
      const row = rows[i]
      if (row) row[j] = Math.min(substitution, cell(i - 1, j) + 1, cell(i, j - 1) + 1)
    }
  }
  return cell(a.length, b.length)
}
