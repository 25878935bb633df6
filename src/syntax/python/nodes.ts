// Statements that carry documentation. `doc` is a getter because decoding is dear and most callers
// want the documentation of few declarations; it looks like any other property.

import { type DocSpan, docAt, firstLine, plainFirstLine } from './docs.ts'
import type {
  Argument,
  AssignStatement,
  ClassStatement,
  Documentation,
  FunctionBody,
  FunctionStatement,
  Parameter,
  PythonFile,
  Span,
  Statement,
  SyntaxProblem,
} from './syntax.ts'

abstract class Documented implements Documentation {
  #text: string
  #at: DocSpan | null
  #doc: string | null = null

  constructor(text: string, doc: DocSpan | null) {
    this.#text = text
    this.#at = doc
  }

  /** For assignments: the string comes after. */
  documentBy(doc: DocSpan): void {
    this.#at = doc
  }

  get doc(): string | null {
    if (this.#at !== null) {
      this.#doc = docAt(this.#text, this.#at)
      this.#at = null
    }
    return this.#doc
  }

  get docLine(): string | null {
    return (this.#at === null ? null : plainFirstLine(this.#text, this.#at)) ?? firstLine(this.doc)
  }

  get mentionsDeprecation(): boolean {
    if (this.#at === null) return this.#doc !== null && DEPRECATION.test(this.#doc)
    return DEPRECATION.test(this.#text.slice(this.#at.start, this.#at.end))
  }
}

const DEPRECATION = /deprecated|versionremoved/i

export class FileNode extends Documented implements PythonFile {
  readonly text: string
  readonly body: readonly Statement[]
  readonly problems: readonly SyntaxProblem[]

  constructor(
    text: string,
    doc: DocSpan | null,
    body: readonly Statement[],
    problems: readonly SyntaxProblem[],
  ) {
    super(text, doc)
    this.text = text
    this.body = body
    this.problems = problems
  }
}

export class FunctionNode extends Documented implements FunctionStatement {
  readonly kind = 'def'
  readonly line: number
  readonly name: string
  readonly isAsync: boolean
  readonly decorators: readonly Span[]
  readonly typeParameters: readonly Parameter[]
  readonly parameters: readonly Parameter[]
  readonly returns: Span | null
  readonly body: FunctionBody

  constructor(
    text: string,
    doc: DocSpan | null,
    fields: Omit<FunctionStatement, 'kind' | keyof Documentation>,
  ) {
    super(text, doc)
    this.line = fields.line
    this.name = fields.name
    this.isAsync = fields.isAsync
    this.decorators = fields.decorators
    this.typeParameters = fields.typeParameters
    this.parameters = fields.parameters
    this.returns = fields.returns
    this.body = fields.body
  }
}

export class ClassNode extends Documented implements ClassStatement {
  readonly kind = 'class'
  readonly line: number
  readonly name: string
  readonly decorators: readonly Span[]
  readonly typeParameters: readonly Parameter[]
  readonly arguments: readonly Argument[]
  readonly body: readonly Statement[]

  constructor(
    text: string,
    doc: DocSpan | null,
    fields: Omit<ClassStatement, 'kind' | keyof Documentation>,
  ) {
    super(text, doc)
    this.line = fields.line
    this.name = fields.name
    this.decorators = fields.decorators
    this.typeParameters = fields.typeParameters
    this.arguments = fields.arguments
    this.body = fields.body
  }
}

export class AssignNode extends Documented implements AssignStatement {
  readonly kind = 'assign'
  readonly line: number
  readonly targets: readonly Span[]
  readonly annotation: Span | null
  readonly value: Span | null
  readonly operator: string | null
  readonly isTypeAlias: boolean
  readonly typeParameters: readonly Parameter[]

  constructor(text: string, fields: Omit<AssignStatement, 'kind' | keyof Documentation>) {
    super(text, null)
    this.line = fields.line
    this.targets = fields.targets
    this.annotation = fields.annotation
    this.value = fields.value
    this.operator = fields.operator
    this.isTypeAlias = fields.isTypeAlias
    this.typeParameters = fields.typeParameters
  }
}
