import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { logStore } from '../../src/store/logStore.ts'
import { migrate } from '../../src/store/migrate.ts'
import { openSqlite } from '../../src/store/sqlite.ts'

test('the tiles of a proof are read at once', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'assay-tiles-'))
  const database = await openSqlite({ dataDir })
  try {
    await migrate(database)
    let queries = 0
    const log = logStore({
      ...database,
      query(sql, params) {
        queries += 1
        return database.query(sql, params)
      },
    })
    const places = Array.from({ length: 10 }, (_, level) => ({ level, index: 0 }))
    expect(await log.tiles(places)).toEqual(places.map(() => null))
    expect(queries).toBe(1)
  } finally {
    await database.close()
    await rm(dataDir, { recursive: true, force: true })
  }
})
