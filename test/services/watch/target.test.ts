import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseTargets, TargetFileError } from '../../../src/services/watch/target.ts'
import { addTarget, loadTargets } from '../../../src/services/watch/targetFile.ts'

const GOOD = { id: 'search', name: 'Search API', url: 'https://search.example/health' }

function mistakesOf(document: unknown): readonly string[] {
  try {
    parseTargets(document)
    return []
  } catch (error) {
    if (error instanceof TargetFileError) return error.mistakes
    throw error
  }
}

describe('a target file', () => {
  test('has defaults for all that is left out', () => {
    expect(parseTargets({ targets: [GOOD] })).toEqual({
      watchSelf: true,
      targets: [
        {
          ...GOOD,
          method: 'GET',
          body: null,
          intervalMs: 60_000,
          timeoutMs: 10_000,
          expect: {
            status: null,
            latencyMaxMs: null,
            bodyContains: null,
            bodyJson: null,
            tlsDaysMin: 14,
            x402: false,
          },
          isOwn: false,
        },
      ],
    })
    expect(parseTargets({ watch_self: false })).toEqual({ targets: [], watchSelf: false })
  })

  test('takes all settings', () => {
    const [target] = parseTargets({
      targets: [
        {
          ...GOOD,
          method: 'POST',
          body: { q: 'x' },
          interval_s: 300,
          timeout_ms: 5_000,
          expect: {
            status: [200, 204],
            max_latency_ms: 800,
            body_contains: 'fine',
            body_json: { path: '$.items[0].ok', equals: true },
            tls_days_min: 0,
            x402: false,
          },
        },
      ],
    }).targets
    expect(target).toMatchObject({
      method: 'POST',
      body: '{"q":"x"}',
      intervalMs: 300_000,
      timeoutMs: 5_000,
      expect: { status: [200, 204], bodyJson: { path: '$.items[0].ok', equals: true } },
    })
  })

  const ROWS: readonly (readonly [string, unknown, readonly string[]])[] = [
    ['a list', [], ['the file must be a table']],
    [
      'an unknown setting',
      { target: [] },
      ['target is not known here; known are targets, watch_self'],
    ],
    ['targets that are none', { targets: {} }, ['targets must be a list']],
    [
      'a row that is none',
      { targets: [5] },
      [
        'targets[0] must be a table',
        'targets[0].id is missing',
        'targets[0].name is missing',
        'targets[0].url is missing',
      ],
    ],
    ['a switch', { watch_self: 'no' }, ['watch_self must be true or false']],
    [
      'too many',
      {
        targets: Array.from({ length: 101 }, (_, n) => ({ ...GOOD, id: `a${n}`, name: `A ${n}` })),
      },
      ['targets must be at most 100'],
    ],
  ]
  test.each(ROWS)('%s', (_what, document, mistakes) => {
    expect(mistakesOf(document)).toEqual(mistakes)
  })

  const FIELDS: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ id: 'Search' }, 'targets[0].id must be made of a to z, 0 to 9 and -'],
    [{ id: 'self' }, 'targets[0].id must not be self: that is this service'],
    [{ id: 'x'.repeat(65) }, 'targets[0].id must be a text of 1 to 64 characters on one line'],
    [{ name: '' }, 'targets[0].name must be a text of 1 to 200 characters on one line'],
    [{ name: 'a\nb' }, 'targets[0].name must be a text of 1 to 200 characters on one line'],
    [
      { url: 'ftp://a.example' },
      'targets[0].url must be a URL that begins with http:// or https://',
    ],
    [
      { url: 'https://me:pass@a.example' },
      'targets[0].url must be without credentials and fragment',
    ],
    [{ method: 'DELETE' }, 'targets[0].method must be one of GET, HEAD, POST'],
    [{ body: {} }, 'targets[0].body needs method = "POST"'],
    [{ interval_s: 29 }, 'targets[0].interval_s must be a whole number from 30 to 3600'],
    [{ interval_s: '60' }, 'targets[0].interval_s must be a whole number from 30 to 3600'],
    [{ timeout_ms: 20_001 }, 'targets[0].timeout_ms must be a whole number from 100 to 20000'],
    [
      { intervals: 60 },
      'targets[0].intervals is not known here; known are id, name, url, method, body, interval_s, timeout_ms, expect',
    ],
    [
      { expect: { status: 99 } },
      'targets[0].expect.status must be a status from 100 to 599, or a list of up to 20',
    ],
    [
      { expect: { status: [] } },
      'targets[0].expect.status must be a status from 100 to 599, or a list of up to 20',
    ],
    [
      { expect: { status: 429 } },
      'targets[0].expect.status must not be 429, which is never measured',
    ],
    [
      { expect: { statuss: 200 } },
      'targets[0].expect.statuss is not known here; known are status, max_latency_ms, body_contains, body_json, tls_days_min, x402',
    ],
    [
      { expect: { body_json: { path: '$[' } } },
      'targets[0].expect.body_json.path must be a JSONPath (RFC 9535) such as $.status',
    ],
    [
      { expect: { body_json: { path: '$[?search(@.a)]' } } },
      'targets[0].expect.body_json.path must be a JSONPath (RFC 9535) such as $.status',
    ],
    [{ expect: { body_json: {} } }, 'targets[0].expect.body_json.path is missing'],
    [
      { expect: { body_json: { path: '$', equals: {} } } },
      'targets[0].expect.body_json.equals must be a text, a number, true, false or null',
    ],
    [
      { method: 'HEAD', expect: { body_contains: 'x' } },
      'targets[0].expect.body_contains has nothing to look at with HEAD',
    ],
    [{ expect: { x402: 'yes' } }, 'targets[0].expect.x402 must be true or false'],
    [{ expect: [] }, 'targets[0].expect must be a table'],
  ]
  test.each(FIELDS)('%j', (change, mistake) => {
    expect(mistakesOf({ targets: [{ ...GOOD, ...change }] })).toEqual([mistake])
  })

  test('names every mistake at once, and who is there twice', () => {
    const document = { targets: [GOOD, { ...GOOD, url: 'x' }, { ...GOOD, id: 'other' }] }
    expect(mistakesOf(document)).toEqual([
      'targets[1].url must be a URL that begins with http:// or https://',
      'targets[1].id is that of targets[0]',
      'targets[1].name is that of targets[0]',
      'targets[2].name is that of targets[0]',
    ])
  })
})

describe('the file itself', () => {
  let dir: string
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'assay-watch-'))
  })
  afterAll(() => rm(dir, { recursive: true }))

  test.each(['new.toml', 'new.json'])('%s is made, added to and read back', async (name) => {
    const path = join(dir, name)
    const other = {
      ...GOOD,
      id: 'other',
      name: 'Other',
      expect: { status: [200], body_json: { path: '$.ok', equals: true } },
    }
    await addTarget(path, GOOD)
    await addTarget(path, other)
    const { targets } = await loadTargets(path)
    expect(targets.map(({ id }) => id)).toEqual(['search', 'other'])
    expect(targets[1]?.expect.bodyJson).toEqual({ path: '$.ok', equals: true })
    const before = await readFile(path, 'utf8')
    await expect(addTarget(path, GOOD)).rejects.toThrow('targets[2].id is that of targets[0]')
    expect(await readFile(path, 'utf8')).toBe(before)
    expect((await readdir(dir)).filter((file) => file.endsWith('.tmp'))).toEqual([])
  })

  test('comments stay', async () => {
    const path = join(dir, 'kept.toml')
    await writeFile(path, '# ours\nwatch_self = false')
    await addTarget(path, GOOD)
    expect(await readFile(path, 'utf8')).toMatch(/^# ours\nwatch_self = false\n\n\[\[targets\]\]\n/)
    expect((await loadTargets(path)).watchSelf).toBe(false)
  })

  test('what TOML cannot hold is not written otherwise', async () => {
    const target = { ...GOOD, expect: { body_json: { path: '$.error', equals: null } } }
    await expect(addTarget(join(dir, 'null.toml'), target)).rejects.toThrow('use a file in JSON')
    expect(await readdir(dir)).not.toContain('null.toml')
    await addTarget(join(dir, 'null.json'), target)
    const { targets } = await loadTargets(join(dir, 'null.json'))
    expect(targets[0]?.expect.bodyJson).toEqual({ path: '$.error', equals: null })
  })

  test.each([
    ['bad.toml', 'a = 1\n[[targets]\n', 'line 2, column'],
    ['bad.json', '{', 'the file is not JSON'],
    ['large.json', ' '.repeat(1024 * 1024 + 1), 'over 1048576 bytes'],
    ['none.json', null, 'none.json: no such file or folder'],
  ])('%s is refused', async (name, text, mistake) => {
    const path = join(dir, name)
    if (text !== null) await writeFile(path, text)
    await expect(loadTargets(path)).rejects.toThrow(mistake)
    if (text !== null) await expect(addTarget(path, GOOD)).rejects.toThrow(mistake)
  })
})
