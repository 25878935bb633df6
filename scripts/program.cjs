// Starts a program that was bundled into one file (bundle.ts). The engine takes the code that it
// compiled when the bundle was made; where that is missing, or is of another engine, it compiles what
// it needs.

const { existsSync, readFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { constants, Script } = require('node:vm')

/** The bundle of a program, which is a function of what every CommonJS file is given. */
function bundleOf(program) {
  const bundle = program.replace(/\.cjs$/, '.bundle.cjs')
  const compiled = program.replace(/\.cjs$/, '.compiled')
  // A bundle is made of ASCII alone.
  const script = new Script(readFileSync(bundle, 'latin1'), {
    filename: bundle,
    ...(existsSync(compiled) && { cachedData: readFileSync(compiled) }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  return { script, compiled }
}

function run(script, program) {
  const module = { exports: {} }
  const main = script.runInThisContext()
  main(module.exports, createRequire(program), module, program, dirname(program))
}

const start = (program) => run(bundleOf(program).script, program)

module.exports = { bundleOf, run, start }
