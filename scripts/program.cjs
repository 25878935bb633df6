// Starts a program that was bundled into one file (bundle.ts). The engine takes the code that it
// compiled when the bundle was made; where that is missing, or is of another engine, it compiles what
// it needs. It runs whatever code it is given, and tells bundles apart by their length alone: so what
// was compiled begins with a digest of both, and counts only where that is right.

const { hash } = require('node:crypto')
const { readFileSync, renameSync, writeFileSync } = require('node:fs')
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
  /** Nothing where the engine has compiled less than that part of the bundle. */
  const keep = (leastPart = 0) => {
    const compiled = script.createCachedData()
    if (compiled.length < bundle.length * leastPart) return
    const kept = Buffer.concat([digestOf(bundle, compiled), compiled])
    const file = fileOf(program, '.compiled')
    // Others may start the program at this moment.
    writeFileSync(`${file}.${process.pid}`, kept)
    renameSync(`${file}.${process.pid}`, file)
  }
  return { script, keep }
}

function run(script, program) {
  const module = { exports: {} }
  const main = script.runInThisContext()
  main(module.exports, createRequire(program), module, program, dirname(program))
  return module.exports
}

/** What a program exports. One that exports `start` does nothing before that is called. */
const load = (program) => run(open(program).script, program)

function start(program) {
  const { script, keep } = open(program)
  const main = run(script, program)
  if (main.start === undefined) return
  // A package comes without: what was compiled is of one engine. The first command that has done some
  // work leaves it for the next, where the folder of the program is its own to write to.
  if (script.cachedDataRejected !== false) process.once('exit', () => keepIfPossible(keep))
  main.start()
}

/** Beside the text, what a question compiles is two fifths in bytes; what `assay help check` does, a quarter. */
const WORTH_KEEPING = 0.33

function keepIfPossible(keep) {
  try {
    keep(WORTH_KEEPING)
  } catch {
    // It is compiled again the next time.
  }
}

module.exports = { open, run, load, start }
