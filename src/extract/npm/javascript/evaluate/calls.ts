// Calls: of functions whose text is at hand, of what Node provides, of what nobody knows.

import type { FunctionSyntax } from '../../../../syntax/javascript/declaredNames.ts'
import { newFrame } from '../values/frame.ts'
import type { Machine } from '../values/machine.ts'
import { isMade, isOldConstructor, ownOfInstance, platformResult } from '../values/platform.ts'
import { prototypeOf } from '../values/slots.ts'
import {
  arrayOf,
  type Call,
  type Either,
  forced,
  join,
  Lazy,
  ObjectValue,
  platform,
  Scope,
  settled,
  UNDEFINED,
  Unknown,
  type Value,
} from '../values/values.ts'
import { setProperty } from '../values/writeProperties.ts'
import { runBlock } from './blocks.ts'
import { initialiseFields } from './classes.ts'
import { cutCall } from './cutCalls.ts'
import { bindPattern } from './patterns.ts'

const CALLBACK_DEPTH_MAX = 12
/** Functions of other packages that call what they are given for each of many things. */
const ITERATES = /[.#](?:forEach|each|map|reduce|forIn|forOwn|eachOf)$/

/** What `call` of a machine is. */
export function callValue(this: Machine, callee: Value, call: Call): Value {
  this.step()
  switch (callee.kind) {
    case 'lazy':
      if (!callee.isExternal || ITERATES.test(callee.label)) return callForced(this, callee, call)
      runCallbacks(this, call)
      return new Lazy(`${callee.label}()`, true, () => callForced(this, callee, call))
    case 'either':
      return callEither(this, callee, call)
    case 'known':
      this.missed += 1
      return new Unknown(`the result of ${call.label}`)
    case 'unknown':
      return callUnknown(this, callee, call)
    case 'object':
      if (callee.native !== null) return this.callNative(callee.native, call)
      if (call.isNew) return construct(this, callee, call)
      return runCode(this, callee, call)
  }
}

/** What is no function ends with an error, and returns nothing. */
function callEither(m: Machine, { options }: Either, call: Call): Value {
  const functions = options.filter((option) => option.kind !== 'known')
  return m.maybe(() =>
    (functions.length === 0 ? options : functions)
      .map((option) => m.call(option, call))
      .reduce(join),
  )
}

/** A method needs the thing that it is a method of. */
function callForced(m: Machine, callee: Lazy, call: Call): Value {
  return m.call(callee.force(), { ...call, self: forced(call.self) })
}

/** What is given to the unknown may get names there, and functions given to it may be called. */
function callUnknown(m: Machine, callee: Unknown, call: Call): Value {
  const { args, label } = call
  m.missed += 1
  const called = callee.isPlatform ? /^(.*)\.(?:call|apply)$/.exec(callee.why)?.[1] : undefined
  // Classes were written like this before there was a word for them.
  if (called !== undefined && isOldConstructor(called))
    initialisePlatform(m, called, args[0] ?? UNDEFINED)
  if (!callee.isPlatform)
    for (const arg of args)
      if (arg.kind === 'object') m.release(arg, `is given to ${label}: ${callee.why}`)
  runCallbacks(m, call)
  if (call.isNew && callee.isPlatform && isMade(callee.why)) return instanceOf(m, callee.why)
  return callee.isPlatform ? platformResult(callee) : new Unknown(`the result of ${label}`)
}

/** A thing of a class of Node's, which may get names as any other. */
function instanceOf(m: Machine, path: string): ObjectValue {
  const proto = platform(`${path}.prototype`, 'object')
  const instance = new ObjectValue(m.site)
  instance.proto = proto
  initialisePlatform(m, path, instance)
  return instance
}

/** Functions that are written as arguments, not such as are handed on. */
function runCallbacks(m: Machine, { args, label }: Call): void {
  for (const arg of args) {
    if (arg.kind !== 'object' || arg.code === null) continue
    const isWrittenHere = arg.site?.anchor === m.anchor && arg.site.module === m.module
    if (!isWrittenHere || m.depth >= CALLBACK_DEPTH_MAX || !m.mayCall) continue
    const given = arg.code.node.params.map(() => new Unknown(`given by ${label}`))
    m.maybe(() => runCode(m, arg, { self: UNDEFINED, args: given, label }))
  }
}

function construct(m: Machine, callee: ObjectValue, call: Call): Value {
  const instance = new ObjectValue(m.site)
  instance.proto = prototypeOf(m, callee)
  const returned = initialise(m, callee, instance, call)
  return returned.kind === 'object' ? returned : instance
}

/** Runs a constructor on an object: for `new`, and for `super()`. */
function initialise(m: Machine, callee: ObjectValue, instance: Value, call: Call): Value {
  const isClass = callee.classNode !== null
  if (callee.code === null) {
    if (isClass) initialiseSuper(m, callee, instance, call)
    return UNDEFINED
  }
  if (isClass && callee.superclass === null) initialiseFields(m, callee, instance)
  return runCode(m, callee, { ...call, self: instance })
}

export function initialiseSuper(m: Machine, home: ObjectValue, instance: Value, call: Call): void {
  const base = home.superclass === null ? null : settled(home.superclass)
  if (base?.kind === 'object' && m.mayCall) initialise(m, base, instance, call)
  if (base?.kind === 'unknown' && base.isPlatform) initialisePlatform(m, base.why, instance)
  initialiseFields(m, home, instance)
}

/** What Node's own constructors give to an instance for all to see. */
function initialisePlatform(m: Machine, base: string, instance: Value): void {
  if (instance.kind !== 'object') return
  const { keys, open } = ownOfInstance(base)
  // The cause of an error is there if it is given.
  for (const name of keys) if (name !== 'cause') setProperty(m, instance, name, platform(name))
  if (open !== null) m.release(instance, open)
}

type CodeCall = Omit<Call, 'isNew'>

function runCode(m: Machine, callee: ObjectValue, call: CodeCall): Value {
  const { code } = callee
  const { label } = call
  if (code === null) return new Unknown(`the result of ${label}`)
  const { node } = code
  if (!m.mayCall || m.isLost(node)) {
    cutCall(m, callee, call)
    return new Unknown(`the result of ${label}, which takes too long to follow`)
  }
  const isLater = node.async || (node.type !== 'ArrowFunctionExpression' && node.generator)
  const { module, anchor } = m
  m.module = code.module
  m.beginCall(node)
  try {
    if (!isLater) return runBody(m, node, functionScope(m, callee, node, call))
    // How much of it runs before the module is there is not known.
    m.maybe(() => runBody(m, node, functionScope(m, callee, node, call)))
    return new Unknown(`the result of ${label}`)
  } finally {
    m.endCall(node)
    m.module = module
    m.anchor = anchor
  }
}

function functionScope(
  m: Machine,
  callee: ObjectValue,
  node: FunctionSyntax,
  { self, args }: CodeCall,
): Scope {
  const scope = new Scope(callee.code?.scope ?? null, true, m.ways)
  if (node.type !== 'ArrowFunctionExpression') {
    scope.self = self
    scope.home = callee.home
    if (node.type === 'FunctionExpression' && node.id !== null) scope.declare(node.id.name, callee)
    scope.declareArguments(args)
  }
  let i = 0
  for (const parameter of node.params) {
    if (parameter.type === 'RestElement')
      bindPattern(m, parameter.argument, arrayOf(args.slice(i)), scope, 'declare')
    else if (parameter.type === 'TSParameterProperty')
      bindPattern(m, parameter.parameter, args[i] ?? UNDEFINED, scope, 'declare')
    else bindPattern(m, parameter, args[i] ?? UNDEFINED, scope, 'declare')
    i += 1
  }
  return scope
}

function runBody(m: Machine, node: FunctionSyntax, scope: Scope): Value {
  if (node.body === null) return UNDEFINED
  if (node.body.type !== 'BlockStatement') return m.evaluate(node.body, scope)
  const frame = newFrame()
  const end = runBlock(m, node.body.body, scope, frame)
  if (end === 'throw') m.missed += 1
  if (frame.returned === null) return UNDEFINED
  // A way through the function that returns nothing is an option too.
  return end === 'normal' ? join(frame.returned, UNDEFINED) : frame.returned
}
