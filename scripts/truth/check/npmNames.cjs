// What an installed package gives to `require`: its names, their members, and the files that load.
//
//   node npmNames.cjs <package>     one line of JSON for each of them, in the folder that it is installed in
const { readdirSync } = require('node:fs')
const { join } = require('node:path')

const [name] = process.argv.slice(2)
const FILES_MAX = 150
const MEMBERS_MAX = 200
const found = []
const tell = (owner, key, kind) => found.push({ module: name, owner, name: key, kind })
const isName = (key) => /^[a-zA-Z]\w*$/.test(key) && key !== 'default'
const OF_FUNCTIONS = new Set(['length', 'name', 'prototype', 'arguments', 'caller', 'constructor'])

function namesIn(value) {
  const all = Object.getOwnPropertyNames(value)
  return all.filter((key) => isName(key) && !OF_FUNCTIONS.has(key)).slice(0, MEMBERS_MAX)
}

function read(value, key) {
  try {
    return value[key]
  } catch {
    return undefined
  }
}

const kit = require(require.resolve(name, { paths: [process.cwd()] }))
if ((typeof kit === 'object' || typeof kit === 'function') && kit !== null) {
  for (const key of namesIn(kit)) {
    const value = read(kit, key)
    if (value === undefined) continue
    const prototype = typeof value === 'function' ? value.prototype : null
    const members = prototype ? namesIn(prototype) : []
    tell(
      null,
      key,
      members.length > 0 ? 'class' : typeof value === 'function' ? 'function' : 'value',
    )
    for (const member of members) tell(key, member, 'member')
  }
}

function filesIn(folder, below) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (entry.isDirectory()) {
      return /^(node_modules|tests?|__tests__|docs?|examples?|bin)$/.test(entry.name)
        ? []
        : filesIn(join(folder, entry.name), path)
    }
    return /\.(?:c?js|json|css)$/.test(entry.name) ? [path] : []
  })
}

for (const path of filesIn(join(process.cwd(), 'node_modules', name), '').slice(0, FILES_MAX)) {
  tell(null, path, 'file')
}
for (const row of found) console.log(JSON.stringify(row))
process.exit(0)
