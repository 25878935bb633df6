// Starts a program that was bundled into one file (bundle.ts). The engine takes the code that it
// compiled when the bundle was made; where that is missing, or is of another engine, it compiles what
// it needs. It runs whatever code it is given, and tells bundles apart by their length alone: so what
// was compiled begins with a digest of both, and counts only where that is right.

const { hash } = require('node:crypto')
const { readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname } = require('node:path')
const { constants, Script } = require('node:vm')

const DIGEST_BYTES = 32

const fileOf = (program, ending) => program.replace(/\.cjs$/, ending)

function digestOf(bundle, compiled) {
  const digests = [bundle, compiled].map((bytes) => hash('sha256', bytes, 'buffer'))
  return hash('sha256', Buffer.concat(digests), 'buffer')
}

/** Undefined where there is nothing that counts. */
function compiledOf(program, bundle) {
  try {
    const kept = readFileSync(fileOf(program, '.compiled'))
    const compiled = kept.subarray(DIGEST_BYTES)
    return digestOf(bundle, compiled).equals(kept.subarray(0, DIGEST_BYTES)) ? compiled : undefined
  } catch {
    return undefined
  }
}

/** The bundle of a program, which is a function of what every CommonJS file is given. */
function open(program) {
  const filename = fileOf(program, '.bundle.cjs')
  const bundle = readFileSync(filename)
  // A bundle is made of ASCII alone.
  const script = new Script(bundle.latin1Slice(), {
    filename,
    cachedData: compiledOf(program, bundle),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  })
  const keep = () => {
    const compiled = script.createCachedData()
    const kept = Buffer.concat([digestOf(bundle, compiled), compiled])
    writeFileSync(fileOf(program, '.compiled'), kept)
  }
  return { script, keep }
}

function run(script, program) {
  const module = { exports: {} }
  const main = script.runInThisContext()
  main(module.exports, createRequire(program), module, program, dirname(program))
}

const start = (program) => run(open(program).script, program)

module.exports = { open, run, start }
