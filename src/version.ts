// Which release of the program this is, for everything that names itself.

import { createRequire } from 'node:module'

export const VERSION: string = createRequire(import.meta.url)('../package.json').version
