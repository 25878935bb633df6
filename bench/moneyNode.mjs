// One node of the service, to be killed. Everything about it is in its environment.

import { createApp } from '../dist/app.js'
import { loadConfig } from '../dist/config.js'

const app = await createApp(loadConfig())
const { url } = await app.serve()
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
