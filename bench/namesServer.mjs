// The service as it is shipped, on a data folder with a set of names; looks for newer lists when the
// parent says so, and says when it is done.

import { createApp } from '../dist/app.js'
import { loadConfig } from '../dist/config.js'

const config = loadConfig({
  ...process.env,
  ASSAY_PORT: '0',
  ASSAY_DEMO_DAILY_LIMIT: '0',
  ASSAY_LOG_LEVEL: 'warn',
  ASSAY_NAMES: 'auto',
  ASSAY_LATEST_WINDOW_S: '86400',
})
const app = await createApp(config)
const { url } = await app.serve()
process.on('message', async () => {
  await app.lookAtNames()
  process.send?.({ done: true })
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
