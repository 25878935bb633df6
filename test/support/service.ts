// The whole service on loopback, on a registry that the test controls: real HTTP, real store.

import { mkdtemp, rm } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import { loadConfig } from '../../src/config.ts'

export type Reply = Readonly<{
  status: number
  headers: Readonly<Record<string, string | undefined>>
  text: string
  // Tests read what they expect; a wrong shape fails the expectation.
  // biome-ignore lint/suspicious/noExplicitAny: the body of a reply can be anything
  body: any
}>

export type Service = Readonly<{
  url: string
  app: App
  dataDir: string
  get(path: string, headers?: Record<string, string>): Promise<Reply>
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply>
  /** Moves the service's clock; it stands still between moves once it was moved. */
  setTime(at: Date): void
  close(): Promise<void>
}>

export async function startService(
  env: Readonly<Record<string, string>>,
  options: AppOptions & { dataDir?: string } = {},
): Promise<Service> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'assay-test-')))
  let fixed: Date | null = null
  const config = loadConfig(
    {
      ASSAY_PORT: '0',
      ASSAY_LOG_LEVEL: 'silent',
      ASSAY_DATA_DIR: dataDir,
      // A test that wants the names of its registry fetched says so.
      ASSAY_NAMES: 'off',
      // Nor is anything probed that a test does not ask for.
      ASSAY_WATCH: 'off',
      // A busy machine takes long to start a child: a test that wants a deadline says so.
      ASSAY_REQUEST_DEADLINE_MS: '600000',
      ...env,
    },
    dataDir,
    dataDir,
  )
  const app = await createApp(config, { now: () => fixed ?? new Date(), ...options })
  const { url } = await app.serve()
  return {
    url,
    app,
    dataDir,
    get: (path, headers) => served(() => send(url, 'GET', path, undefined, headers)),
    post: (path, body, headers) => served(() => send(url, 'POST', path, body, headers)),
    setTime(at) {
      fixed = at
    },
    async close() {
      await app.close()
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

const OVERLOAD_PAUSE_MS = 100

/** A machine that is busy with other things makes a service refuse for a moment; it is asked again. */
export async function served(ask: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await ask()
    const isRefused = reply.status === 503 && /[">]overloaded["<]/.test(reply.text)
    if (!isRefused) return reply
    await sleep(OVERLOAD_PAUSE_MS)
  }
}

export function send(
  url: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> {
  const bytes =
    body === undefined
      ? undefined
      : typeof body === 'string' || Buffer.isBuffer(body)
        ? Buffer.from(body)
        : Buffer.from(JSON.stringify(body))
  const type = bytes === undefined ? {} : { 'content-type': 'application/json' }
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${url}${path}`, { method, headers: { ...type, ...headers } })
    request.on('error', reject)
    request.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8')
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers as Record<string, string | undefined>,
          text,
          body: parse(text),
        })
      })
    })
    request.end(bytes)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
