// A real Chromium for tests of pages: the one of the machine, or Debian's, installed where it is
// missing and may be. Without one these tests fail; they are never skipped. The shell without windows
// comes first: the whole browser starts its own panels, too, which takes twice the time.

import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Browser, chromium, type Route } from 'playwright-core'
import { PATIENCE_MS } from './patience.ts'

const run = promisify(execFile)

const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

export async function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: findChromium() ?? (await installChromium()),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
    timeout: PATIENCE_MS,
  })
}

/** On a machine that is too busy the server refuses for a moment, which is not what is tested here. */
export async function untilServed(route: Route): Promise<void> {
  for (;;) {
    const response = await route.fetch({ timeout: PATIENCE_MS })
    const isRefused = response.status() === 503 && /[">]overloaded["<]/.test(await response.text())
    if (!isRefused) return route.fulfill({ response })
    await sleep(250)
  }
}

function findChromium(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function installChromium(): Promise<string> {
  const missing =
    'the tests of the page need Chromium on the PATH (Debian: apt-get install chromium-headless-shell)'
  if (process.getuid?.() !== 0)
    throw new Error(`${missing}; it is missing, and only root may install it`)
  // Not synchronously: the test runner takes a process that does not answer for dead.
  const apt = (...argv: string[]) =>
    run('apt-get', ['-o', 'DPkg::Lock::Timeout=300', ...argv], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      maxBuffer: 64 * 1024 * 1024,
      timeout: PATIENCE_MS,
    })
  try {
    await apt('update')
    await apt('install', '--yes', '--no-install-recommends', 'chromium-headless-shell')
  } catch (cause) {
    throw new Error(`${missing}; it is missing, and installing it failed`, { cause })
  }
  const installed = findChromium()
  if (installed === null) throw new Error(`${missing}; it was installed and is not there`)
  return installed
}
