// Lists that are read page by page: one page at a time keeps the event loop free.

/** At most `limit` rows after the last one, or from the beginning. */
type LoadPage<Row> = (last: Row | undefined, limit: number) => Promise<readonly Row[]>

/** Every row; a page that is not full is the last. */
export async function* rowsOf<Row>(
  limit: number,
  load: LoadPage<Row>,
): AsyncGenerator<Row, void, undefined> {
  let last: Row | undefined
  for (;;) {
    const page = await load(last, limit)
    yield* page
    if (page.length < limit) return
    last = page.at(-1)
  }
}

export async function allRows<Row>(limit: number, load: LoadPage<Row>): Promise<readonly Row[]> {
  const rows: Row[] = []
  for await (const row of rowsOf(limit, load)) rows.push(row)
  return rows
}
