// Ways in which code of JavaScript may come to a name of a package: every one of them runs where it is there.

import type { Asked, Shape } from './asked.ts'

const USE = 'const use = (it) => it.toString()'
const script = (write: (asked: Asked) => string): Shape => ({
  write: (asked) => ({ 'a.js': `${write(asked)}\n` }),
})
const module = (write: (asked: Asked) => string): Shape => ({
  write: (asked) => ({ 'a.mjs': `${write(asked)}\n` }),
})
const half = (name: string) => `'${name.slice(0, 2)}' + '${name.slice(2)}'`

const OF_MODULES: Readonly<Record<string, Shape>> = {
  'taken apart': script(
    ({ module, name }) => `${USE}\nconst { ${name} } = require('${module}')\nuse(${name})`,
  ),
  'taken apart, renamed': script(
    ({ module, name }) =>
      `${USE}\nconst { ${name}: other, ...rest } = require('${module}')\nuse(other, rest)`,
  ),
  'taken apart, the rest': script(
    ({ module, name }) =>
      `${USE}\nconst { nothing, ...rest } = require('${module}')\nuse(rest.${name})`,
  ),
  'taken apart, later': script(
    ({ module, name }) =>
      `${USE}\nconst kit = require('${module}')\nfunction go() {\n  const { ${name}: it } = kit\n  use(it)\n}\ngo()`,
  ),
  'taken apart, by a made name': script(
    ({ module, name }) =>
      `${USE}\nconst kit = require('${module}')\nconst { [${half(name)}]: it } = kit\nuse(it)`,
  ),
  assigned: script(
    ({ module, name }) => `${USE}\nlet it\n;({ ${name}: it } = require('${module}'))\nuse(it)`,
  ),
  member: script(
    ({ module, name }) => `${USE}\nconst kit = require('${module}')\nuse(kit.${name})`,
  ),
  'at once': script(({ module, name }) => `${USE}\nuse(require('${module}').${name})`),
  'in brackets': script(
    ({ module, name }) => `${USE}\nconst kit = require('${module}')\nuse(kit['${name}'])`,
  ),
  'by a made name': script(
    ({ module, name }) => `${USE}\nconst kit = require('${module}')\nuse(kit[${half(name)}])`,
  ),
  'by names of a list': script(
    ({ module, name }) =>
      `${USE}\nconst kit = require('${module}')\nfor (const name of ['${name}']) use(kit[name])`,
  ),
  'within a function': script(
    ({ module, name }) =>
      `${USE}\nfunction go() {\n  return require('${module}').${name}\n}\nuse(go())`,
  ),
  'module given by a function': script(
    ({ module, name }) => `${USE}\nconst get = () => require('${module}')\nuse(get().${name})`,
  ),
  'module handed to a function': script(
    ({ module, name }) =>
      `${USE}\nfunction go(kit) {\n  use(kit.${name})\n}\ngo(require('${module}'))`,
  ),
  'module as a default': script(
    ({ module, name }) =>
      `${USE}\nfunction go(kit = require('${module}')) {\n  use(kit.${name})\n}\ngo()`,
  ),
  'spread into an object': script(
    ({ module, name }) =>
      `${USE}\nconst all = { ...require('${module}'), more: 1 }\nuse(all.${name})`,
  ),
  'Object.assign': script(
    ({ module, name }) =>
      `${USE}\nconst all = Object.assign({}, require('${module}'))\nuse(all.${name})`,
  ),
  'Object.entries': script(
    ({ module, name }) =>
      `${USE}\nconst all = new Map(Object.entries(require('${module}')))\nuse(all.get('${name}'))`,
  ),
  'in a table': script(
    ({ module, name }) =>
      `${USE}\nconst kits = { one: require('${module}') }\nuse(kits.one.${name})`,
  ),
  'in a list': script(
    ({ module, name }) => `${USE}\nconst [kit] = [require('${module}')]\nuse(kit.${name})`,
  ),
  'in a class': script(
    ({ module, name }) =>
      `${USE}\nconst kit = require('${module}')\nclass Own {\n  #kit = kit\n  go() {\n    use(this.#kit.${name})\n  }\n}\nnew Own().go()`,
  ),
  'in a class, by its constructor': script(
    ({ module, name }) =>
      `${USE}\nconst kit = require('${module}')\nclass Own {\n  constructor(it) {\n    this.kit = it\n  }\n  go() {\n    use(this.kit.${name})\n  }\n}\nnew Own(kit).go()`,
  ),
  'Reflect.get': script(
    ({ module, name }) => `${USE}\nuse(Reflect.get(require('${module}'), '${name}'))`,
  ),
  'behind a question': script(
    ({ module, name }) =>
      `const kit = require('${module}')\nif (kit.${name}) console.log(kit.${name}.toString())`,
  ),
  'optional chain': script(
    ({ module, name }) => `console.log(require('${module}').${name}?.toString())`,
  ),
  'asked first': script(
    ({ module, name }) =>
      `const kit = require('${module}')\nif ('${name}' in kit) console.log(String(kit.${name}))`,
  ),
  'optional package': script(
    ({ module, name }) =>
      `${USE}\nlet kit\ntry {\n  kit = require('${module}')\n} catch {\n  kit = {}\n}\nuse(kit.${name})`,
  ),
  createRequire: module(
    ({ module, name }) =>
      `import { createRequire } from 'node:module'\n${USE}\nconst load = createRequire(import.meta.url)\nuse(load('${module}').${name})`,
  ),
  default: module(({ module, name }) => `import kit from '${module}'\n${USE}\nuse(kit.${name})`),
  named: module(({ module, name }) => `import { ${name} } from '${module}'\n${USE}\nuse(${name})`),
  'named, renamed': module(
    ({ module, name }) => `import { ${name} as other } from '${module}'\n${USE}\nuse(other)`,
  ),
  'default and named': module(
    ({ module, name }) =>
      `import kit, { ${name} } from '${module}'\n${USE}\nuse(kit ?? ${name})\nuse(${name})`,
  ),
  namespace: module(
    ({ module, name }) => `import * as kit from '${module}'\n${USE}\nuse(kit.${name})`,
  ),
  'namespace, its default': module(
    ({ module, name }) => `import * as kit from '${module}'\n${USE}\nuse(kit.default.${name})`,
  ),
  'named default': module(
    ({ module, name }) => `import { default as kit } from '${module}'\n${USE}\nuse(kit.${name})`,
  ),
  'import()': module(
    ({ module, name }) =>
      `${USE}\nconst { default: kit } = await import('${module}')\nuse(kit.${name})`,
  ),
  'import(), then': module(
    ({ module, name }) => `${USE}\nawait import('${module}').then((it) => use(it.default.${name}))`,
  ),
  'import(), of several': module(
    ({ module, name }) =>
      `${USE}\nconst [it] = await Promise.all([import('${module}')])\nuse(it.default.${name})`,
  ),
  'handed on by a file': {
    write: ({ module, name }) => ({
      'a.js': `${USE}\nconst { thing } = require('./beside')\nuse(thing)\n`,
      'beside.js': `exports.thing = require('${module}').${name}\n`,
    }),
  },
  'module by a file': {
    write: ({ module, name }) => ({
      'a.js': `${USE}\nconst beside = require('./beside')\nuse(beside.kit.${name})\n`,
      'beside.js': `const kit = require('${module}')\nmodule.exports = { kit }\n`,
    }),
  },
  'module is the file': {
    write: ({ module, name }) => ({
      'a.js': `${USE}\nconst { ${name} } = require('./beside')\nuse(${name})\n`,
      'beside.js': `module.exports = require('${module}')\n`,
    }),
  },
  'spread by a file': {
    write: ({ module, name }) => ({
      'a.js': `${USE}\nuse(require('./beside').${name})\n`,
      'beside.js': `module.exports = { ...require('${module}'), more: 1 }\n`,
    }),
  },
  'star of a file': {
    write: ({ module, name }) => ({
      'a.mjs': `import * as kit from './beside.mjs'\n${USE}\nuse(kit.${name})\n`,
      'beside.mjs': `export * from '${module}'\n`,
    }),
  },
  'namespace of a file': {
    write: ({ module, name }) => ({
      'a.mjs': `import { kit } from './beside.mjs'\n${USE}\nuse(kit.default.${name})\n`,
      'beside.mjs': `export * as kit from '${module}'\n`,
    }),
  },
  'class below': {
    of: 'class',
    ...script(
      ({ module, name }) =>
        `const kit = require('${module}')\nclass Own extends kit.${name} {}\nconsole.log(Own)`,
    ),
  },
  instanceof: {
    of: 'class',
    ...script(
      ({ module, name }) =>
        `const kit = require('${module}')\nconsole.log({} instanceof kit.${name})`,
    ),
  },
}

const made = (owner: string | null) => `Object.create(${owner}.prototype)`
const has = (asked: Asked) => `${USE}\nconst { ${asked.owner} } = require('${asked.module}')`
/** A getter may fail on an object that no constructor ran for; that it is there is what is asked. */
const OF_CLASSES: Readonly<Record<string, Shape>> = {
  prototype: script((it) => `${has(it)}\nuse(${it.owner}.prototype.${it.name})`),
  'class below, super': script(
    (it) =>
      `${has(it)}\nclass Own extends ${it.owner} {\n  go() {\n    use(super.${it.name})\n  }\n}\nOwn.prototype.go.call(Object.create(Own.prototype))`,
  ),
  'class below, this': script(
    (it) =>
      `${has(it)}\nclass Own extends ${it.owner} {\n  goOn() {\n    use(this.${it.name})\n  }\n}\nObject.create(Own.prototype).goOn()`,
  ),
  'class below, in its place': script(
    (it) =>
      `${has(it)}\nclass Own extends ${it.owner} {\n  ${it.name}() {\n    return super.${it.name}.toString()\n  }\n}\nObject.create(Own.prototype).${it.name}()`,
  ),
  'method borrowed': script(
    (it) => `${has(it)}\nconst { ${it.name}: it } = ${it.owner}.prototype\nuse(it)`,
  ),
  patched: script(
    (it) =>
      `${has(it)}\nconst before = ${it.owner}.prototype.${it.name}\n${it.owner}.prototype.${it.name} = function (...all) {\n  return before.apply(this, all)\n}\nuse(before)`,
  ),
  'handed to a function': script(
    (it) => `${has(it)}\nfunction go(it) {\n  use(it.${it.name})\n}\ngo(${made(it.owner)})`,
  ),
  'declared by a comment': script(
    (it) =>
      `${has(it)}\n/** @param {${it.owner}} it */\nfunction go(it) {\n  use(it.${it.name})\n}\ngo(${made(it.owner)})`,
  ),
  'behind instanceof': script(
    (it) =>
      `${has(it)}\nfunction go(it) {\n  if (it instanceof ${it.owner}) use(it.${it.name})\n}\ngo(${made(it.owner)})`,
  ),
  'in a list': script(
    (it) => `${has(it)}\nfor (const it of [${made(it.owner)}]) use(it.${it.name})`,
  ),
  'by a name of a list': script(
    (it) => `${has(it)}\nfor (const name of ['${it.name}']) use(${it.owner}.prototype[name])`,
  ),
}

/** Files of a package: what loads them, and what only asks where they are. */
const OF_FILES: Readonly<Record<string, Shape>> = {
  resolved: script(({ module, name }) => `console.log(require.resolve('${module}/${name}'))`),
  'resolved, beside a use': script(
    ({ module, name }) => `require('${module}')\nconsole.log(require.resolve('${module}/${name}'))`,
  ),
  'resolved by import': module(
    ({ module, name }) =>
      `import { readFileSync } from 'node:fs'\nreadFileSync(new URL(import.meta.resolve('${module}/${name}')))`,
  ),
  required: script(({ module, name }) => `require('${module}/${name.replace(/\.js$/, '')}')`),
  'required, within a function': script(
    ({ module, name }) => `const load = () => require('${module}/${name}')\nload()`,
  ),
  'imported for its effects': module(({ module, name }) => `import '${module}/${name}'`),
  'path is made': script(
    ({ module, name }) => `require('${module}')\nrequire('${module}/' + '${name}')`,
  ),
  'a text names it': script(
    ({ module, name }) =>
      `require('${module}')\nconst files = ['${module}/${name}']\nfiles.forEach((one) => require.resolve(one))`,
  ),
}

/** By their names. */
export function shapesFor({ kind, name }: Asked): readonly (readonly [string, Shape])[] {
  if (kind === 'file') {
    const isCode = /\.c?js$/.test(name)
    return Object.entries(OF_FILES).filter(([shape]) => isCode || shape.startsWith('resolved'))
  }
  const all = Object.entries(kind === 'member' ? OF_CLASSES : OF_MODULES)
  return all.filter(([, { of }]) => of === undefined || of === kind)
}
