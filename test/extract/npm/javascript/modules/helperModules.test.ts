import { describe, expect, test } from 'vitest'
import { moduleOf, namesOf } from '../readPackage.ts'

describe('helpers of compilers that are not at hand', () => {
  const RUNTIME = '@babel/runtime-corejs3'

  test('functions of the language by another path do what they do', () => {
    const source = `var define = require("${RUNTIME}/core-js-stable/object/define-property");
      var interop = require("${RUNTIME}/helpers/interopRequireDefault");
      var each = interop(require("${RUNTIME}/core-js-stable/instance/for-each"));
      define(exports, "__esModule", { value: true });
      define(exports, "defined", { value: 1 });
      each.default(["a", "b"]).call(["a", "b"], function (k) { exports[k] = 1 })`
    expect(namesOf(source)).toEqual(['a', 'b', 'defined'])
    expect(moduleOf(source).state).toBe('complete')
  })

  test('what is done to a module that came through a helper is done', () => {
    const { names, state } = moduleOf({
      'index.js': `var interop = require("${RUNTIME}/helpers/interopRequireDefault");
      var core = interop(require("./core")); var more = interop(require("./more"));
      (0, more.default)(core.default); module.exports = core.default`,
      'core.js': 'module.exports = { own: 1 }',
      'more.js': 'module.exports = function (core) { core.more = 1 }',
    })
    expect(names.map(({ name }) => name)).toEqual(['more', 'own'])
    expect(state).toBe('complete')
  })

  test('a helper that is not known may give names to what it gets', () => {
    const source = `require("${RUNTIME}/helpers/applyDecs")(exports); exports.a = 1`
    expect(moduleOf(source).state).toBe('dynamic')
    expect(namesOf(source)).toEqual(['a'])
    const harmless = `require("${RUNTIME}/helpers/typeof")(exports); exports.a = 1`
    expect(moduleOf(harmless).state).toBe('complete')
  })
})
