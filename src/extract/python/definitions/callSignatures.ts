// How something is called, as a table says it: overloads beside each other, keywords of a TypedDict
// written out, as much of it as fits.

import type { FunctionStatement, Parameter } from '../../../syntax/python/syntax.ts'
import type { Resolution } from '../model/resolution.ts'
import type { ClassItem, Item } from '../modules/items.ts'
import type { BindingOf } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import { annotationTexts, fittingText, functionSignature, type Spelling } from './signature.ts'
import { unpackedKeys } from './unpackedKeys.ts'

type FunctionBinding = BindingOf<'def'>

export type CallSignatures = ReturnType<typeof makeCallSignatures>

export function makeCallSignatures(resolver: Resolution) {
  const annotationText = annotationTexts()
  const unpackedText = unpackedKeys(resolver, annotationText)

  /** That of a function of `item`'s module; without its first parameter when it is bound. */
  function ofFunction(item: Item, binding: FunctionBinding, isBound: boolean): string {
    const { source } = binding
    return ofWays(item, binding, (statement, spelling) => {
      const isAwaited = statement.isAsync || hasMark(source, statement, 'coroutine')
      const text = functionSignature(source, statement, isBound, spelling)
      // With a mark where a call gives something to wait for.
      return isAwaited ? `async ${text}` : text
    })
  }

  /** That of a class by its `__init__` or `__new__`. */
  function ofMaker(cls: ClassItem, binding: FunctionBinding): string {
    return ofWays(cls, binding, ({ parameters }, spelling) =>
      functionSignature(binding.source, { parameters, returns: null }, true, spelling),
    )
  }

  function ofLambda(source: Source, parameters: readonly Parameter[]): string {
    const spelling: Spelling = { detail: 'whole', annotationText, spell: () => null }
    return functionSignature(source, { parameters, returns: null }, false, spelling)
  }

  function ofWays(
    item: Item,
    binding: FunctionBinding,
    textOf: (statement: FunctionStatement, spelling: Spelling) => string,
  ): string {
    const ways = waysToCall(binding)
    const module = resolver.modules.moduleOf(item)
    const spell = (parameter: Parameter) => unpackedText(module, binding.source, parameter)
    return fittingText((detail) => {
      const spelling = { detail, annotationText, spell }
      return [...new Set(ways.map((one) => textOf(one, spelling)))].join(' ; ')
    }, ways.length)
  }

  return { annotationText, ofFunction, ofMaker, ofLambda }
}

/** The implementation takes whatever its overloads do; in a stub they are all there is. */
function waysToCall({
  source,
  statement,
  overloads,
}: FunctionBinding): readonly FunctionStatement[] {
  return hasMark(source, statement, 'overload') ? [...overloads, statement] : [statement]
}

function hasMark(source: Source, statement: FunctionStatement, mark: string): boolean {
  return statement.decorators.some((span) => source.slice(span).endsWith(mark))
}
