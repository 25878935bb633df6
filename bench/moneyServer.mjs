// The service as it is shipped, with the demo quota and a prepaid key that do not end, in a process
// of its own. The first word to the parent also carries the key.

import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../dist/app.js'
import { loadConfig } from '../dist/config.js'
import { reportCpu } from './reportCpu.mjs'

const config = loadConfig({
  ...process.env,
  ASSAY_PORT: '0',
  ASSAY_DATA_DIR: mkdtempSync(join(tmpdir(), 'assay-bench-')),
  ASSAY_DEMO_DAILY_LIMIT: '1000000000',
  ASSAY_KEY_CALLS_PER_MINUTE: '0',
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_NAMES: 'off',
  ASSAY_LATEST_WINDOW_S: '86400',
})
const app = await createApp(config)
const { url } = await app.serve()
const key = await app.creditKeys.issue('bench', 1_000_000_000_000)
reportCpu(`${url}#${key}`)
