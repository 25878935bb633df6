// How something is called, as a table says it: overloads beside each other, keywords of a TypedDict
// written out, as much of it as fits.

import type { FunctionStatement, Parameter, Span } from '../../../syntax/python/syntax.ts'
import type { Resolution } from '../model/resolution.ts'
import type { ClassItem, Item } from '../modules/items.ts'
import type { BindingOf } from '../scope/bindings.ts'
import type { Source } from '../scope/source.ts'
import {
  Annotations,
  type Detail,
  fittingText,
  functionSignature,
  type Spelling,
} from './signature.ts'
import { UnpackedKeys } from './unpackedKeys.ts'

type FunctionBinding = BindingOf<'def'>

export class CallSignatures {
  private readonly resolver: Resolution
  private readonly annotations = new Annotations()
  private readonly unpacked: UnpackedKeys

  constructor(resolver: Resolution) {
    this.resolver = resolver
    this.unpacked = new UnpackedKeys(resolver, this.annotations)
  }

  annotationText(source: Source, span: Span): string {
    return this.annotations.textOf(source, span)
  }

  /** That of a function of `item`'s module; without its first parameter when it is bound. */
  ofFunction(item: Item, binding: FunctionBinding, isBound: boolean): string {
    const { source } = binding
    return this.ofWays(item, binding, (statement, spelling) => {
      const isAwaited = statement.isAsync || hasMark(source, statement, 'coroutine')
      const text = functionSignature(source, statement, isBound, spelling)
      // With a mark where a call gives something to wait for.
      return isAwaited ? `async ${text}` : text
    })
  }

  /** That of a class by its `__init__` or `__new__`. */
  ofMaker(cls: ClassItem, binding: FunctionBinding): string {
    return this.ofWays(cls, binding, ({ parameters }, spelling) =>
      functionSignature(binding.source, { parameters, returns: null }, true, spelling),
    )
  }

  ofLambda(source: Source, parameters: readonly Parameter[]): string {
    const spelling = this.spelling('whole', () => null)
    return functionSignature(source, { parameters, returns: null }, false, spelling)
  }

  private ofWays(
    item: Item,
    binding: FunctionBinding,
    textOf: (statement: FunctionStatement, spelling: Spelling) => string,
  ): string {
    const ways = waysToCall(binding)
    const module = this.resolver.modules.moduleOf(item)
    const spell = (parameter: Parameter) => this.unpacked.textOf(module, binding.source, parameter)
    return fittingText((detail) => {
      const spelling = this.spelling(detail, spell)
      return [...new Set(ways.map((one) => textOf(one, spelling)))].join(' ; ')
    }, ways.length)
  }

  private spelling(detail: Detail, spell: Spelling['spell']): Spelling {
    return { detail, annotations: this.annotations, spell }
  }
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
