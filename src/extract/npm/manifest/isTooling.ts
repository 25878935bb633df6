// Files at the root of a package without `exports` that stand there for its makers: anybody can load
// them, and nobody is offered them. That one of them no longer ships breaks nothing.

import type { EntryPoint } from './entryPoints.ts'

const TOOLING = [
  // `.eslintrc.js`
  /^\./,
  // `karma.conf.js`, `rollup.config.mjs`
  /\.conf(?:ig)?(?:\.\w+)*$/,
  // `Gruntfile.js`, `gulpfile.babel.js`
  /^(?:grunt|gulp|jake)file(?:\.\w+)*$/i,
  // `test.js`, `x.test.js`, a folder of examples that is a package
  /^(?:tests?|bench(?:marks?)?|examples?|demo)(?:\.[cm]js)?$/,
  /\.(?:test|spec|bench)(?:\.[cm]js)?$/,
]

export function isTooling({ subpath, via }: EntryPoint): boolean {
  const name = subpath.replace(/^\.\//, '')
  return (via === 'root' || via === 'folder') && TOOLING.some((one) => one.test(name))
}
