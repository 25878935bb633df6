// The comment on a pull request, against a platform that is scripted on loopback; and the texts around it.

import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckReport } from '../../../src/check/checkCode.ts'
import { type Finding, newFinding } from '../../../src/check/report/finding.ts'
import { formatted } from '../../../src/cli/review/formats.ts'
import { keepComment, type PullRequest } from '../../../src/cli/review/platform.ts'
import { NO_RECEIPTS, type Receipts, runAddress } from '../../../src/cli/review/receipts.ts'
import { pullRequest, updatesIn } from '../../../src/cli/review/reviewChange.ts'
import { BODY_MAX, MARKER, plain, reviewText } from '../../../src/cli/review/reviewText.ts'
import { type UpdateRow, worstFirst } from '../../../src/cli/review/upgradeRows.ts'

type Comment = { id: number; body: string; user: { type: string; login?: string } }
type Script = (request: { method: string; path: string }) => number | 'lost' | undefined

let server: Server
let comments: Comment[]
let asked: string[]
let waited: number[]
/** What the platform does instead of answering well; `lost`: it does it, and says nothing. */
let script: Script
/** Of answers that are no success. */
let headers: Record<string, string>
let pull: PullRequest
/** Whose the token is; null for one of a workflow. */
let owner: string | null

beforeEach(async () => {
  comments = []
  asked = []
  waited = []
  script = () => undefined
  headers = {}
  owner = null
  let next = 100
  const answer = async (request: IncomingMessage) => {
    const { method = '', url = '' } = request
    const path = url.replace('/repos/o/r/', '')
    if (path === '/user') return { status: owner === null ? 403 : 200, value: { login: owner } }
    asked.push(`${method} ${path}`)
    expect(request.headers.authorization).toBe('Bearer secret')
    const body = await text(request)
    const does = script({ method, path })
    if (typeof does === 'number') return { status: does, value: {} }
    const done = () => {
      const id = Number(/comments\/(\d+)$/.exec(path)?.[1])
      const found = comments.find((one) => one.id === id)
      if (method === 'GET') {
        const page = Number(/[?&]page=(\d+)/.exec(path)?.[1])
        return { status: 200, value: comments.slice((page - 1) * 100, page * 100) }
      }
      if (method === 'POST') {
        next += 1
        comments.push({
          id: next,
          body: JSON.parse(body).body,
          user: owner === null ? { type: 'Bot' } : { type: 'User', login: owner },
        })
        return { status: 201, value: {} }
      }
      if (found === undefined) return { status: 404, value: {} }
      if (method === 'PATCH') found.body = JSON.parse(body).body
      else comments = comments.filter((one) => one !== found)
      return { status: method === 'PATCH' ? 200 : 204, value: {} }
    }
    const made = done()
    return does === 'lost' ? null : made
  }
  server = createServer((request, response) => {
    void answer(request).then((made) => {
      if (made === null) return request.socket.destroy()
      const isScripted = made.status >= 400 && request.url !== '/user'
      const more = made.status === 429 ? { 'retry-after': '3' } : isScripted ? headers : {}
      response.writeHead(made.status, more)
      return response.end(made.status === 204 ? '' : JSON.stringify(made.value))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  pull = { api: `http://127.0.0.1:${port}`, repository: 'o/r', number: 7, token: 'secret' }
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const keep = (body: string) =>
  keepComment(pull, `${MARKER}\n${body}`, {
    wait: async (ms) => void waited.push(ms),
    signal: new AbortController().signal,
  })
const bodies = () => comments.map(({ body }) => body.replace(`${MARKER}\n`, ''))

describe('the comment', () => {
  test('is opened, updated, and left as it is', async () => {
    expect(await keep('two findings')).toEqual({ state: 'opened' })
    expect(await keep('one finding')).toEqual({ state: 'updated' })
    expect(await keep('one finding')).toEqual({ state: 'same' })
    expect(bodies()).toEqual(['one finding'])
  })

  test('says once that there is nothing to say', async () => {
    const nothing = reviewText({ findings: [], updates: [], updatesLeft: 0, open: [] })
    for (const state of ['opened', 'same', 'same']) {
      expect(await keep(nothing.replace(`${MARKER}\n`, ''))).toEqual({ state })
    }
    expect(bodies()).toHaveLength(1)
    expect(asked.filter((one) => !one.startsWith('GET'))).toHaveLength(1)
  })

  test.each([500, 502, 429])('is tried again after %i, and is there once', async (status) => {
    let left = 2
    script = ({ method }) => {
      left -= method === 'POST' ? 1 : 0
      return method === 'POST' && left >= 0 ? status : undefined
    }
    expect(await keep('a')).toEqual({ state: 'opened' })
    expect(bodies()).toEqual(['a'])
    expect(waited).toEqual(status === 429 ? [3_000, 3_000] : [1_000, 2_000])
  })

  test('is there once where it was made and the answer was lost', async () => {
    let isLost = true
    script = ({ method }) => {
      if (method !== 'POST' || !isLost) return undefined
      isLost = false
      return 'lost'
    }
    expect(await keep('a')).toEqual({ state: 'same' })
    expect(bodies()).toEqual(['a'])
  })

  test('is one again where two runs at once have made two', async () => {
    const user = { type: 'Bot' }
    comments = [1, 2, 3].map((id) => ({ id, body: `${MARKER}\n${id}`, user }))
    expect(await keep('a')).toEqual({ state: 'updated' })
    expect(bodies()).toEqual(['a'])
  })

  test('of another program is not taken away, whatever the token may do', async () => {
    const bot = (login: string) => ({ type: 'Bot', login })
    comments = [
      { id: 1, body: `${MARKER}\n1`, user: bot('workflow[bot]') },
      { id: 2, body: `${MARKER}\n2`, user: bot('other[bot]') },
      { id: 3, body: `${MARKER}\n3`, user: bot('workflow[bot]') },
    ]
    expect(await keep('a')).toEqual({ state: 'updated' })
    expect(bodies()).toEqual(['a', '2'])
  })

  test('is found again where the token is that of a person, and not in what another wrote', async () => {
    owner = 'me'
    comments = [{ id: 1, body: `${MARKER}\nof another`, user: { type: 'Bot', login: 'other' } }]
    expect(await keep('a')).toEqual({ state: 'opened' })
    expect(await keep('b')).toEqual({ state: 'updated' })
    expect(bodies()).toEqual(['of another', 'b'])
  })

  test('is found on a later page, and never in what a person or another program wrote', async () => {
    comments = Array.from({ length: 150 }, (_, id) => ({
      id: id + 1,
      body: id === 3 ? `${MARKER} copied` : 'words',
      user: { type: id === 3 ? 'User' : 'Bot' },
    }))
    comments.push({ id: 999, body: `${MARKER}\nold`, user: { type: 'Bot' } })
    expect(await keep('new')).toEqual({ state: 'updated' })
    expect(comments.at(-1)?.body).toBe(`${MARKER}\nnew`)
    expect(comments[3]?.body).toBe(`${MARKER} copied`)
    expect(comments).toHaveLength(151)
  })

  test('is made beside one of another program that begins alike, and stays the only one', async () => {
    comments = [{ id: 1, body: `${MARKER}\nof another`, user: { type: 'Bot' } }]
    const isForeign = (path: string) => path.endsWith('/comments/1')
    script = ({ path }) => (isForeign(path) ? 403 : undefined)
    expect(await keep('a')).toEqual({ state: 'opened' })
    expect(await keep('b')).toEqual({ state: 'updated' })
    expect(await keep('of another')).toEqual({ state: 'updated' })
    expect(bodies()).toEqual(['of another', 'of another'])
    expect(asked.filter((one) => one.startsWith('DELETE'))).toEqual([])
  })

  test('is made anew where somebody has taken it away meanwhile', async () => {
    comments = [{ id: 1, body: `${MARKER}\nold`, user: { type: 'Bot' } }]
    script = ({ method }) => {
      if (method === 'PATCH') comments = []
      return undefined
    }
    expect(await keep('a')).toEqual({ state: 'opened' })
    expect(bodies()).toEqual(['a'])
  })

  test.each([
    ['soon', { 'retry-after': '9' }, { state: 'opened' }, [9_000]],
    [
      'in an hour',
      { 'retry-after': '3600' },
      { problem: expect.stringContaining('60 minutes') },
      [],
    ],
    ['soon, by its clock', { 'x-ratelimit-remaining': '0' }, { state: 'opened' }, [20_000]],
  ])('of a platform that wants to be asked again %s', async (_, more, expected, waits) => {
    const now = Math.floor(Date.now() / 1_000)
    headers = { 'x-ratelimit-reset': String(now + 20), date: new Date(now * 1_000).toUTCString() }
    headers = { ...headers, ...more }
    let left = 1
    script = ({ method }) => {
      if (method !== 'POST' || left === 0) return undefined
      left -= 1
      return 403
    }
    expect(await keep('a')).toEqual(expected)
    expect(waited).toEqual(waits)
    expect(asked.filter((one) => one.startsWith('POST'))).toHaveLength(waits.length + 1)
  })

  test.each([401, 403, 404])('is given up where nobody may write it: %i', async (status) => {
    script = ({ method }) => (method === 'POST' ? status : undefined)
    expect(await keep('a')).toEqual({ problem: `it answers ${status}` })
    expect(asked).toHaveLength(2)
  })

  test('is given up after four tries', async () => {
    script = () => 503
    expect(await keep('a')).toEqual({ problem: 'it answers 503' })
    expect(asked).toHaveLength(4)
  })

  test.each([
    [{}, 'GITHUB_API_URL names no address'],
    [{ GITHUB_API_URL: 'http://h.example' }, 'GITHUB_API_URL names no address'],
    [{ GITHUB_API_URL: 'https://h.example', GITHUB_REPOSITORY: 'o/r/../x' }, 'no repository'],
    [{ GITHUB_API_URL: 'https://h.example', GITHUB_REPOSITORY: 'o/r' }, 'no GITHUB_TOKEN'],
    [
      { GITHUB_API_URL: 'https://h.example', GITHUB_REPOSITORY: 'o/r', GITHUB_TOKEN: 't' },
      'this is no pull request',
    ],
  ])('is not made without knowing where: %j', (environment, problem) => {
    expect(pullRequest(environment)).toContain(problem)
  })
})

const finding = (more: Partial<Finding> = {}): Finding => ({
  ...newFinding({
    path: 'a.py',
    line: 3,
    column: 5,
    ecosystem: 'pypi',
    code: 'symbol_not_found',
    message: 'web has no gett.',
  }),
  ...more,
})

const row = (more: Partial<UpdateRow>): UpdateRow => ({
  key: { ecosystem: 'npm', name: 'paint' as UpdateRow['key']['name'] },
  ...{ from: '1.0.0', to: '2.0.0', verdict: 'safe', bump: 'major', changes: 0, first: null },
  ...{ uses: 2, undetermined: 0, caveat: null, reason: null, receipt: '0xabc' },
  ...more,
})

describe('its words', () => {
  test('findings, updates, and what is open', () => {
    const first = { symbol: 'paint.red', path: 'a.ts', line: 2, column: 1 }
    const updates = [row({ verdict: 'affected', changes: 1, first }), row({})]
    const body = reviewText({ findings: [finding()], updates, updatesLeft: 2, open: ['Not read.'] })
    expect(body.startsWith(MARKER)).toBe(true)
    expect(body).toContain('**1 new finding in this change.**')
    expect(body).toContain('**error** symbol&#95;not&#95;found')
    expect(body).toContain('1 change of what the code uses, first at a.ts')
    expect(body).toContain('and 2 updates that were not looked at')
    expect(body).toContain('- Not read.')
  })

  test('what is signed has a link where there is an address, and how to verify it', () => {
    const odd = finding({ code: 'package_confusable' })
    const answers = new Map([['0xabc', { text: '{}', isOpen: true }]])
    const review = { findings: [odd], signed: new Map([[odd, '0xdef']]), updatesLeft: 0, open: [] }
    const said = (receipts: Partial<Receipts>) =>
      reviewText({
        ...{ ...review, updates: [row({})] },
        receipts: { ...NO_RECEIPTS, answers, signer: '0x12', ...receipts },
      })
    const linked = said({ areFiles: true, linkTo: () => 'https://h.example/1' })
    expect(linked).toContain('signed: [`0xabc`](https://h.example/1)')
    expect(linked).toContain('signed: [`0xdef`](https://h.example/1)')
    expect(linked).toContain('`assay verify <hash>.json --verifier 0x12` verifies it')
    const plainly = said({})
    expect(plainly).toContain('signed: `0xabc`')
    expect(plainly).toContain('With `--receipts <folder>`')
  })

  test.each([
    [{}, null],
    [{ GITHUB_SERVER_URL: 'https://h.example' }, null],
    [{ GITHUB_RUN_ID: '1) [x](https://x.example' }, null],
    [{ GITHUB_RUN_ID: '12' }, 'https://h.example/o/r/actions/runs/12#artifacts'],
  ])('the address of a run: %j', (more, expected) => {
    const rest = { GITHUB_SERVER_URL: 'https://h.example', GITHUB_REPOSITORY: 'o/r' }
    expect(runAddress({ ...rest, ...more })).toBe(expected)
  })

  test('what a project wrote is no Markdown, no link and nobody’s name', () => {
    const path = '](https://x.example) @somebody <img src=x> | `a`\n# b'
    const body = reviewText({
      findings: [finding({ path })],
      updates: [],
      updatesLeft: 0,
      open: [],
    })
    expect(body).not.toMatch(/@|<img|https:|\]\(/)
    // What is rendered is searched again for names, numbers of issues and addresses.
    const rendered = body.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    expect(rendered).toContain('@\u200bsomebody')
    expect(plain('o/r#12 @a www.x.example')).not.toMatch(/(?:&#35;|&#64;|www)(?!&#8203;)/)
    expect(plain('a|b\n*c*')).toBe('a&#124;b &#42;c&#42;')
  })

  test('very many findings stay within what platforms take', () => {
    const findings = Array.from({ length: 500 }, (_, line) =>
      finding({ line, message: '<'.repeat(5_000) }),
    )
    const body = reviewText({ findings, updates: [], updatesLeft: 0, open: [] })
    expect(body.length).toBeLessThanOrEqual(BODY_MAX + 2)
  })

  test('the worst update comes first', () => {
    const rows = [
      row({}),
      row({ verdict: 'unread' }),
      row({ verdict: 'affected' }),
      row({ verdict: 'not used' }),
      row({ verdict: 'undetermined' }),
    ]
    expect(worstFirst(rows).map(({ verdict }) => verdict)).toEqual([
      'affected',
      'undetermined',
      'unread',
      'safe',
      'not used',
    ])
  })

  test('updates are the packages of which another release counts', () => {
    const report = (versions: Record<string, string | null>) =>
      ({
        packages: Object.entries(versions).map(([name, version]) => ({
          ...{ ecosystem: 'npm', name, evidence: version === null ? null : { version } },
        })),
      }) as unknown as CheckReport
    const before = report({ a: '1.0.0', b: '1.0.0', c: '1.0.0', d: null })
    const after = report({ a: '2.0.0', b: '1.0.0', d: '1.0.0', e: '1.0.0' })
    expect(updatesIn(before, after)).toEqual([
      { key: { ecosystem: 'npm', name: 'a' }, from: '1.0.0', to: '2.0.0' },
    ])
  })
})

describe('findings in the words of other tools', () => {
  const odd = finding({ path: 'a,b:c.py', severity: 'warning', message: '100 %\n<b> "x"\u0001' })
  const none = () => null

  test('annotations of a workflow', () => {
    expect(formatted('github', [odd], none)).toBe(
      '::warning file=a%2Cb%3Ac.py,line=3,col=5,title=symbol_not_found::100 %25%0A<b> "x"\u0001',
    )
    expect(formatted('github', [], none)).toBe('')
  })

  test('code quality of GitLab: two of a kind have two fingerprints, which outlive lines', () => {
    const read = (all: readonly Finding[]) => JSON.parse(formatted('gitlab', all, none))
    const [one, other] = read([finding(), finding({ line: 9 })])
    expect(one).toMatchObject({
      severity: 'major',
      location: { path: 'a.py', lines: { begin: 3 } },
    })
    expect(one.fingerprint).not.toBe(other.fingerprint)
    expect(read([finding({ line: 80 })])[0].fingerprint).toBe(one.fingerprint)
  })

  test('reviewdog', () => {
    const { diagnostics } = JSON.parse(
      formatted('rdjson', [odd], (code) => `https://x.example/${code}`),
    )
    expect(diagnostics).toEqual([
      {
        message: odd.message,
        location: { path: 'a,b:c.py', range: { start: { line: 3, column: 5 } } },
        severity: 'WARNING',
        code: { value: 'symbol_not_found', url: 'https://x.example/symbol_not_found' },
      },
    ])
  })

  test('JUnit: notes are no failures, and nothing to say is a test that passed', () => {
    const xml = formatted('junit', [odd, finding({ severity: 'note' })], none)
    expect(xml).toContain('tests="1" failures="1"')
    expect(xml).toContain('message="100 % &lt;b&gt; &quot;x&quot; "')
    expect(formatted('junit', [], none)).toContain('tests="1" failures="0"')
  })
})
