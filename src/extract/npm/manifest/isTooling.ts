// Files at the root of a package without `exports` that stand there for its makers: anybody can load
// them, and nobody is offered them. That one of them no longer ships breaks nothing.

import { fieldOf } from '../package.ts'
import type { EntryPoint } from './entryPoints.ts'

const SCRIPT_MAX = 2_000

const TOOLING = [
  // `.eslintrc.js`
  /^\./,
  // `karma.conf.js`, `rollup.config.mjs`
  /\.conf(?:ig)?(?:\.\w+)*$/,
  // `Gruntfile.js`, `gulpfile.babel.js`
  /^(?:grunt|gulp|jake)file(?:\.\w+)*$/i,
  // `test.js`, `x.test.js`, `index.test-d.ts`, a folder of examples that is a package
  /^(?:tests?|bench(?:marks?)?|examples?|demo)(?:\.[cm]js)?$/,
  /\.(?:test|spec|bench|test-d)(?:\.[cm]js)?$/,
]

const RUN = /(?:^|[\s;&|])(?:babel-node|node|ts-node|tsx)\s+(?:-\S+\s+)*(?:\.\/)?([\w.-]+)/g

export function isTooling({ subpath, via }: EntryPoint, manifest: unknown): boolean {
  if (via !== 'root' && via !== 'folder') return false
  const name = subpath.replace(/^\.\//, '')
  return TOOLING.some((one) => one.test(name)) || (via === 'root' && isRun(name, manifest))
}

/** `node build.js` among the scripts of the manifest. */
function isRun(name: string, manifest: unknown): boolean {
  const scripts = fieldOf(manifest, 'scripts')
  const texts = typeof scripts === 'object' && scripts !== null ? Object.values(scripts) : []
  return texts.some((text) => {
    if (typeof text !== 'string' || text.length > SCRIPT_MAX) return false
    return [...text.matchAll(RUN)].some(([, file = '']) => file.replace(/\.js$/, '') === name)
  })
}
