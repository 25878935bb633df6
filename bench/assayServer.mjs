// The service as it is shipped, in a process of its own, on a registry that the parent serves.
// argv: [cached | anew]. Prints its address, then its CPU time whenever it is asked over IPC.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp } from '../dist/app.js'
import { loadConfig } from '../dist/config.js'
import { reportCpu } from './reportCpu.mjs'

const folder = mkdtempSync(join(tmpdir(), 'assay-bench-'))
process.on('SIGTERM', () => process.exit(0))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))

const config = loadConfig({
  ...process.env,
  ASSAY_PORT: '0',
  ASSAY_DATA_DIR: folder,
  // The quota writes to the store; what is measured here is the answer.
  ASSAY_DEMO_DAILY_LIMIT: '0',
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_NAMES: 'off',
  ASSAY_LATEST_WINDOW_S: '86400',
})
const app = await createApp(config, { cacheSignatures: process.argv[2] !== 'anew' })
const { url } = await app.serve()
reportCpu(url)
