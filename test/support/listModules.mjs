// `node --import tsx --import <this file>`: every module that the process loads becomes a line of the
// file that MODULES_FILE names. It runs twice: in the process, and in the thread that resolves its
// imports.

import { appendFileSync } from 'node:fs'
import { createRequire, register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { isMainThread } from 'node:worker_threads'

const file = process.env['MODULES_FILE'] ?? ''

if (isMainThread) {
  register(import.meta.url)
  const { cache } = createRequire(import.meta.url)
  process.on('exit', () => {
    for (const path of Object.keys(cache)) list(pathToFileURL(path).href)
  })
}

export async function resolve(specifier, context, next) {
  const resolved = await next(specifier, context)
  list(resolved.url)
  return resolved
}

function list(url) {
  appendFileSync(file, `${url}\n`)
}
