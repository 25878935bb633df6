// A file's statements as short lines, for tables that a reader can check by eye.

import { expressionText } from '../../../src/syntax/python/expressionText.ts'
import { parsePython } from '../../../src/syntax/python/parsePython.ts'
import type { Parameter, Span, Statement } from '../../../src/syntax/python/syntax.ts'

const SIGNS: Readonly<Record<Parameter['kind'], string>> = {
  positional: '/',
  normal: '',
  varargs: '*',
  keyword: '=',
  varkeywords: '**',
}

/** Lines of `source`, two blanks per level: `1 def f(a, *b: int) -> str`. */
export function outline(source: string): string[] {
  const file = parsePython(source)
  return outlineOf(file.text, file.body, '')
}

export function outlineOf(text: string, body: readonly Statement[], margin: string): string[] {
  const say = (span: Span | null): string => (span === null ? '' : expressionText(text, span))
  const inner = (statements: readonly Statement[]): string[] =>
    outlineOf(text, statements, `${margin}  `)

  function parameter({ name, kind, annotation, default: value }: Parameter): string {
    const type = annotation === null ? '' : `: ${say(annotation)}`
    return `${SIGNS[kind]}${name}${type}${value === null ? '' : ` = ${say(value)}`}`
  }

  function tell(statement: Statement): string[] {
    switch (statement.kind) {
      case 'import':
        return [`import ${statement.names.map(({ path, alias }) => aliased(path, alias))}`]
      case 'from': {
        const names = statement.names?.map(({ name, alias }) => aliased(name, alias)) ?? '*'
        return [`from ${'.'.repeat(statement.level)}${statement.module} import ${names}`]
      }
      case 'assign': {
        const sign = statement.isTypeAlias ? 'type ' : ''
        const type = statement.annotation === null ? '' : `: ${say(statement.annotation)}`
        const value = statement.value === null ? '' : ` = ${say(statement.value)}`
        const operator = statement.operator === null ? '' : ` [${statement.operator}]`
        const targets = statement.targets.map(say).join(' = ')
        return [`${sign}${targets}${type}${operator}${value}`]
      }
      case 'def': {
        const decorators = statement.decorators.map((span) => `@${say(span)} `).join('')
        const word = statement.isAsync ? 'async def' : 'def'
        const returns = statement.returns === null ? '' : ` -> ${say(statement.returns)}`
        const parameters = statement.parameters.map(parameter).join(', ')
        return [`${decorators}${word} ${statement.name}(${parameters})${returns}`]
      }
      case 'class': {
        const decorators = statement.decorators.map((span) => `@${say(span)} `).join('')
        const bases = statement.arguments.map(
          ({ name, stars, value }) =>
            `${'*'.repeat(stars)}${name === null ? '' : `${name}=`}${say(value)}`,
        )
        return [
          `${decorators}class ${statement.name}(${bases.join(', ')})`,
          ...inner(statement.body),
        ]
      }
      case 'if':
        return statement.branches.flatMap(({ test, body }) => [
          test === null ? 'else' : `if ${say(test)}`,
          ...inner(body),
        ])
      case 'try':
        return [
          'try',
          ...inner(statement.body),
          ...statement.handlers.flatMap(({ type, name, body }) => [
            `except ${say(type)}${name === null ? '' : ` as ${name}`}`.trimEnd(),
            ...inner(body),
          ]),
          ...(statement.orElse.length > 0 ? ['else', ...inner(statement.orElse)] : []),
          ...(statement.finally.length > 0 ? ['finally', ...inner(statement.finally)] : []),
        ]
      case 'loop':
        return [
          `loop ${statement.target === null ? '' : `${say(statement.target)} in `}${say(statement.over)}`,
          ...inner(statement.body),
          ...(statement.orElse.length > 0 ? ['else', ...inner(statement.orElse)] : []),
        ]
      case 'with': {
        const items = statement.items.map(
          ({ value, target }) => `${say(value)}${target === null ? '' : ` as ${say(target)}`}`,
        )
        return [`with ${items.join(', ')}`, ...inner(statement.body)]
      }
      case 'match':
        return [
          `match ${say(statement.subject)}`,
          ...statement.cases.flatMap(({ pattern, body }) => [
            `case ${text.slice(pattern.start, pattern.end)}`,
            ...inner(body),
          ]),
        ]
      case 'del':
        return [`del ${statement.targets.map(say).join(' & ')}`]
      case 'expression':
        return [`do ${say(statement.value)}`]
      case 'global':
        return [`global ${statement.names}`]
      case 'other':
        return [`${statement.word} ${say(statement.value)}`.trimEnd()]
    }
  }

  return body.flatMap((statement) => {
    const [first = '', ...rest] = tell(statement)
    // What is nested has its margin and number already; clauses have none of their own.
    const indented = rest.map((line) => (/^\s|^\d/.test(line) ? line : `${margin}${line}`))
    return [`${margin}${statement.line} ${first}`, ...indented]
  })
}

function aliased(name: string, alias: string | null): string {
  return alias === null ? name : `${name} as ${alias}`
}
