// The rows of astDefinitions.py, from our own parser.

import { expressionText } from '../../../src/syntax/python/expressionText.ts'
import type {
  FunctionStatement,
  Parameter,
  PythonFile,
  Span,
  Statement,
} from '../../../src/syntax/python/syntax.ts'

export type Row = null | boolean | number | string | readonly Row[] | Readonly<{ text: string }>

/** What CPython calls the statements that are words. */
const WORDS: Readonly<Record<string, string>> = { nonlocal: 'nonlocal' }

export function fileRows(file: PythonFile): { doc: Row; body: Row } {
  const text = (span: Span | null): Row =>
    span === null ? null : { text: expressionText(file.text, span) }

  function parameter({ name, kind, annotation, default: value }: Parameter): Row {
    return [name, kind, text(annotation), text(value)]
  }

  function bodyOf({ body }: FunctionStatement): Row {
    return [
      body.selfAttributes.map((found) => [found.name, found.line, text(found.annotation)]),
      body.globals,
      body.isGenerator,
    ]
  }

  function row(statement: Statement): Row {
    const { kind, line } = statement
    switch (statement.kind) {
      case 'import':
        return [kind, line, statement.names.map(({ path, alias }) => [path, alias])]
      case 'from': {
        const names = statement.names?.map(({ name, alias }) => [name, alias]) ?? null
        return [kind, line, statement.level, statement.module, names]
      }
      case 'assign':
        return [
          kind,
          line,
          statement.targets.map(text),
          text(statement.annotation),
          text(statement.value),
        ]
      case 'def':
        return [
          kind,
          line,
          statement.name,
          statement.isAsync,
          statement.decorators.map(text),
          statement.parameters.map(parameter),
          text(statement.returns),
          statement.doc,
          bodyOf(statement),
        ]
      case 'class': {
        const isKeyword = (name: string | null, stars: number): boolean =>
          name !== null || stars === 2
        const found = statement.arguments
        const ordered = [
          ...found.filter(({ name, stars }) => !isKeyword(name, stars)),
          ...found.filter(({ name, stars }) => isKeyword(name, stars)),
        ]
        return [
          kind,
          line,
          statement.name,
          statement.decorators.map(text),
          ordered.map(({ name, stars, value }) => [stars, name, text(value)]),
          statement.doc,
          rows(statement.body),
        ]
      }
      case 'if':
        return [kind, line, statement.branches.map(({ test, body }) => [text(test), rows(body)])]
      case 'try':
        return [
          kind,
          line,
          rows(statement.body),
          statement.handlers.map(({ type, name, body }) => [text(type), name, rows(body)]),
          rows(statement.orElse),
          rows(statement.finally),
        ]
      case 'loop':
        return [
          kind,
          line,
          text(statement.target),
          text(statement.over),
          rows(statement.body),
          rows(statement.orElse),
        ]
      case 'with':
        return [
          kind,
          line,
          statement.items.map(({ value, target }) => [text(value), text(target)]),
          rows(statement.body),
        ]
      case 'match':
        return [kind, line, text(statement.subject), statement.cases.map(({ body }) => rows(body))]
      case 'del':
        return [kind, line, statement.targets.map(text)]
      case 'expression':
        return [kind, line, text(statement.value)]
      case 'global':
        return [kind, line, statement.names]
      case 'other':
        return [kind, line, WORDS[statement.word] ?? statement.word]
    }
  }

  function rows(statements: readonly Statement[]): Row {
    return statements.map(row)
  }

  return { doc: file.doc, body: rows(file.body) }
}
