// What authors of libraries do to declarations: every place of a file where one of these changes could
// be made, as an edit of its text.

import ts from 'typescript-6'

export type Edit = Readonly<{ kind: string; start: number; end: number; text: string }>

export function editsOf(path: string, source: string): readonly Edit[] {
  const file = ts.createSourceFile(path, source, ts.ScriptTarget.ESNext, true)
  const edits: Edit[] = []
  const textOf = (node: ts.Node) => node.getText(file)
  const put = (kind: string, node: ts.Node, text: string) =>
    edits.push({ kind, start: node.getStart(file), end: node.getEnd(), text })
  const insert = (kind: string, at: number, text: string) =>
    edits.push({ kind, start: at, end: at, text })
  const cut = (kind: string, start: number, end: number) =>
    edits.push({ kind, start, end, text: '' })

  /** One of a list that commas or bars divide. */
  function leaveOut(kind: string, list: ts.NodeArray<ts.Node>): void {
    for (const [i, one] of list.entries()) {
      const [before, after] = [list[i - 1], list[i + 1]]
      if (after !== undefined) cut(kind, one.getStart(file), after.getStart(file))
      else if (before !== undefined) cut(kind, before.getEnd(), one.getEnd())
    }
  }

  const hasModifier = (node: ts.Node, kind: ts.SyntaxKind) =>
    ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some((one) => one.kind === kind)

  /** Before the name of a member, behind the modifiers that it has. */
  function withWord(kind: string, node: ts.Node & { name?: ts.Node | undefined }, word: string) {
    if (node.name !== undefined) insert(kind, node.name.getStart(file), `${word} `)
  }

  function members(node: ts.InterfaceDeclaration | ts.TypeLiteralNode | ts.ClassDeclaration): void {
    const place = node.members.pos
    if (node.members.length > 0 && node.members.some((one) => one.name !== undefined)) {
      insert('member: a required one is new', place, ' zNew: string;')
      insert('member: an optional one is new', place, ' zNew?: string;')
      insert('member: a method is new', place, ' zNew(): void;')
    }
    if (!ts.isClassDeclaration(node)) {
      insert('member: keys of any name are new', place, ' [key: string]: any;')
      return
    }
    insert('class: a private member is new', place, ' private zNew;')
    const made = node.members.find(ts.isConstructorDeclaration)
    if (made === undefined) {
      insert('class: a constructor that is private is new', place, ' private constructor();')
      insert('class: a constructor with a parameter is new', place, ' constructor(zNew: string);')
    } else {
      insert('class: the constructor is private', made.getStart(file), 'private ')
      insert('class: the constructor is protected', made.getStart(file), 'protected ')
    }
    if (!hasModifier(node, ts.SyntaxKind.AbstractKeyword)) {
      const word = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword)
      if (word !== undefined) {
        insert('class: it is abstract', word.getStart(file), 'abstract ')
        insert('class: an abstract member', place, ' abstract zNew(): void;')
      }
    }
  }

  function member(node: ts.TypeElement | ts.ClassElement): void {
    const isHidden = hasModifier(node, ts.SyntaxKind.PrivateKeyword)
    if (isHidden || node.name === undefined) return
    cut('member: removed', node.getStart(file), node.getEnd())
    const isOfClass = ts.isClassElement(node) && ts.isClassLike(node.parent)
    if (isOfClass && !hasModifier(node, ts.SyntaxKind.ProtectedKeyword)) {
      insert('member: protected', node.getStart(file), 'protected ')
      insert('member: private', node.getStart(file), 'private ')
      if (!hasModifier(node, ts.SyntaxKind.StaticKeyword))
        withWord('member: static', node, 'static')
    }
    for (const word of ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []) {
      if (word.kind === ts.SyntaxKind.StaticKeyword)
        cut('member: static no more', word.getStart(file), word.getEnd())
      if (word.kind === ts.SyntaxKind.ReadonlyKeyword)
        cut('member: readonly no more', word.getStart(file), word.getEnd())
    }
    if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node)) {
      if (!hasModifier(node, ts.SyntaxKind.ReadonlyKeyword))
        withWord('member: readonly', node, 'readonly')
      const { questionToken, type } = node
      if (questionToken !== undefined) put('member: required', questionToken, '')
      else insert('member: optional', node.name.getEnd(), '?')
      if (type !== undefined && ts.isFunctionTypeNode(type) && questionToken === undefined) {
        put('member: a method now', node, `${textOf(node.name)}${callOf(type)};`)
      }
      if (isOfClass && type !== undefined && questionToken === undefined) {
        const head = hasModifier(node, ts.SyntaxKind.StaticKeyword) ? 'static ' : ''
        put('member: a getter now', node, `${head}get ${textOf(node.name)}(): ${textOf(type)};`)
      }
    }
    if (ts.isMethodSignature(node) && node.type !== undefined && node.questionToken === undefined) {
      put('member: a function now', node, `${textOf(node.name)}: ${arrowOf(node)};`)
    }
    if (ts.isMethodSignature(node) && node.questionToken === undefined)
      insert('member: a method may be missing', node.name.getEnd(), '?')
  }

  function headOf(node: ts.SignatureDeclaration): string {
    const generics = node.typeParameters?.map(textOf).join(', ')
    const given = node.parameters.map(textOf).join(', ')
    return `${generics === undefined ? '' : `<${generics}>`}(${given})`
  }
  const callOf = (node: ts.SignatureDeclaration) =>
    `${headOf(node)}${node.type === undefined ? '' : `: ${textOf(node.type)}`}`
  const arrowOf = (node: ts.SignatureDeclaration) =>
    `${headOf(node)} => ${node.type === undefined ? 'any' : textOf(node.type)}`

  function called(node: ts.SignatureDeclaration): void {
    const { parameters, type, typeParameters } = node
    const last = parameters.at(-1)
    const isSetter = ts.isSetAccessor(node) || ts.isGetAccessor(node)
    if (isSetter) return
    const open = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.OpenParenToken)
    if (last === undefined && open !== undefined) {
      insert('parameter: a required one is new', open.getEnd(), 'zNew: string')
      insert('parameter: an optional one is new', open.getEnd(), 'zNew?: string')
    } else if (last !== undefined && last.dotDotDotToken === undefined) {
      insert('parameter: an optional one is new', last.getEnd(), ', zNew?: string')
      if (last.questionToken === undefined)
        insert('parameter: a required one is new', last.getEnd(), ', zNew: string')
    }
    leaveOut('parameter: removed', parameters)
    for (const one of parameters) {
      if (one.questionToken !== undefined) put('parameter: required', one.questionToken, '')
      else if (one === last && one.dotDotDotToken === undefined)
        insert('parameter: optional', one.name.getEnd(), '?')
    }
    if (last !== undefined && last.dotDotDotToken !== undefined) {
      put('parameter: a list no more', last.dotDotDotToken, '')
    }
    if (type !== undefined && !ts.isConstructorTypeNode(node)) {
      if (!ts.isTypePredicateNode(type)) {
        put('result: a promise', type, `Promise<${textOf(type)}>`)
        put('result: nothing', type, 'void')
      }
      if (
        textOf(type) === 'boolean' &&
        parameters[0] !== undefined &&
        ts.isIdentifier(parameters[0].name)
      )
        put('result: a guard', type, `${textOf(parameters[0].name)} is string`)
      if (ts.isTypePredicateNode(type)) put('result: no guard', type, 'boolean')
    }
    if (typeParameters === undefined) {
      const at =
        ts.isFunctionTypeNode(node) || ts.isMethodSignature(node) ? open?.getStart(file) : undefined
      const place = ts.isFunctionDeclaration(node) ? node.name?.getEnd() : at
      if (place !== undefined)
        insert('type parameter: one with a default is new', place, '<ZNew = any>')
      if (place !== undefined) insert('type parameter: one is new', place, '<ZNew>')
    }
  }

  function generic(node: ts.TypeParameterDeclaration): void {
    if (ts.isInferTypeNode(node.parent) || ts.isMappedTypeNode(node.parent)) return
    const { constraint, default: fallback } = node
    if (constraint === undefined) {
      insert('type parameter: bound to objects', node.name.getEnd(), ' extends object')
      insert('type parameter: bound to texts', node.name.getEnd(), ' extends string')
    } else {
      cut('type parameter: bound no more', node.name.getEnd(), constraint.getEnd())
      put('type parameter: bound to less', constraint, `(${textOf(constraint)}) & { zNew: string }`)
    }
    if (fallback !== undefined) {
      cut('type parameter: its default is gone', (constraint ?? node.name).getEnd(), node.getEnd())
      put('type parameter: another default', fallback, 'never')
      put('type parameter: default unknown', fallback, 'unknown')
      put('type parameter: default any', fallback, 'any')
    }
    const list = (node.parent as ts.SignatureDeclaration).typeParameters
    if (list !== undefined && list.at(-1) === node) {
      insert('type parameter: one more with a default', node.getEnd(), ', ZNew = unknown')
      insert('type parameter: one more', node.getEnd(), ', ZNew')
    }
  }

  function type(node: ts.TypeNode): void {
    const text = textOf(node)
    if (text === 'void' || text === 'any' || text === 'never' || text === 'this') {
      if (text === 'any') {
        put('type: any is unknown', node, 'unknown')
        put('type: any is a text', node, 'string')
        put('type: any is an object', node, 'object')
      }
      if (text === 'void') put('type: nothing is a promise', node, 'Promise<void>')
      if (text === 'this') put('type: this is something else', node, 'object')
      return
    }
    const whole = /=>|\bextends\b|\binfer\b|^(?:keyof|typeof|readonly)\b/.test(text)
      ? `(${text})`
      : text
    // In another type it stands in brackets.
    const more = (part: string) =>
      ts.isTypeNode(node.parent) && !ts.isTypeReferenceNode(node.parent)
        ? `(${whole} | ${part})`
        : `${whole} | ${part}`
    put('type: or undefined', node, more('undefined'))
    put('type: or null', node, more('null'))
    put('type: or a number', node, more('number'))
    put('type: any', node, 'any')
    put('type: unknown', node, 'unknown')
    put('type: a list of it', node, `Array<${text}>`)
    if (text === 'unknown') put('type: unknown is any', node, 'any')
    if (text === 'string') {
      put('type: a text of few', node, '"a" | "b"')
      put('type: a text of few or any', node, '"a" | "b" | (string & {})')
      put('type: a number', node, 'number')
      put('type: a template', node, ['`a-', '{string}`'].join('$'))
    }
    if (text === 'number') put('type: a text', node, 'string')
    if (text === 'object') put('type: Record', node, 'Record<string, unknown>')
    if (text === 'Function') put('type: a function', node, '(...args: any[]) => any')
    if (ts.isUnionTypeNode(node)) {
      leaveOut('union: a part is gone', node.types)
      insert('union: a text is new', node.getEnd(), ' | "zNew"')
    }
    if (ts.isIntersectionTypeNode(node)) leaveOut('intersection: a part is gone', node.types)
    if (ts.isTupleTypeNode(node)) {
      leaveOut('tuple: an item is gone', node.elements)
      if (node.elements.length > 0) insert('tuple: an item is new', node.getEnd() - 1, ', string')
      put('tuple: readonly', node, `readonly ${text}`)
    }
    if (ts.isArrayTypeNode(node)) {
      const isMarked = ts.isTypeOperatorNode(node.parent)
      if (!isMarked) put('list: readonly', node, `ReadonlyArray<${textOf(node.elementType)}>`)
      put('list: one of it', node, `(${textOf(node.elementType)})`)
      put('list: or one', node, `${text} | ${textOf(node.elementType)}`)
      put('list: at least one', node, `[${textOf(node.elementType)}, ...${text}]`)
      put('list: an iterable', node, `Iterable<${textOf(node.elementType)}>`)
    }
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword)
      put('list: readonly no more', node, textOf(node.type))
    if (ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.KeyOfKeyword)
      put('keys: any text', node, 'string')
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) {
      put('literal: another', node, '"zNew"')
      put('literal: any text', node, 'string')
    }
    if (ts.isTypeReferenceNode(node)) {
      for (const name of ['Partial', 'Required', 'Readonly', 'NonNullable', 'Promise'])
        put(`reference: ${name}`, node, `${name}<${text}>`)
      if (text.startsWith('Partial<') || text.startsWith('Readonly<')) {
        const [given] = node.typeArguments ?? []
        if (given !== undefined) put('reference: unwrapped', node, textOf(given))
      }
      for (const one of node.typeArguments ?? []) {
        put('argument: unknown', one, 'unknown')
        put('argument: any', one, 'any')
      }
      if (textOf(node.typeName) === 'Record' && node.typeArguments?.[0] !== undefined)
        put('reference: Partial', node, `Partial<${text}>`)
    }
    if (ts.isConditionalTypeNode(node)) {
      const [yes, no] = [textOf(node.trueType), textOf(node.falseType)]
      put('condition: no is never', node.falseType, 'never')
      put('condition: yes is unknown', node.trueType, 'unknown')
      put('condition: asked of one', node.checkType, `[${textOf(node.checkType)}]`)
      if (yes !== no)
        put(
          'condition: turned round',
          node,
          `${textOf(node.checkType)} extends ${textOf(node.extendsType)} ? ${no} : ${yes}`,
        )
    }
    if (ts.isMappedTypeNode(node)) {
      const close = node
        .getChildren(file)
        .find(({ kind }) => kind === ts.SyntaxKind.CloseBracketToken)
      if (close !== undefined && node.questionToken === undefined)
        insert('mapped: optional', close.getEnd(), '?')
      if (node.questionToken !== undefined) put('mapped: as it was', node.questionToken, '')
      if (node.readonlyToken === undefined)
        insert('mapped: readonly', node.getStart(file) + 1, ' readonly ')
      else put('mapped: readonly no more', node.readonlyToken, '')
    }
    if (ts.isTemplateLiteralTypeNode(node)) {
      put('template: any text', node, 'string')
      put('template: another', node, text.replace('`', '`z'))
    }
    if (ts.isIndexedAccessTypeNode(node)) put('access: unknown', node, 'unknown')
    if (ts.isTypeQueryNode(node)) put('query: object', node, 'object')
  }

  function heritage(node: ts.ClassDeclaration | ts.InterfaceDeclaration): void {
    for (const clause of node.heritageClauses ?? []) {
      const word = clause.token === ts.SyntaxKind.ExtendsKeyword ? 'extends' : 'implements'
      if (clause.types.length === 1)
        cut(`heritage: ${word} no more`, clause.getStart(file), clause.getEnd())
      leaveOut(`heritage: ${word} no more`, clause.types)
      if (word === 'extends' && ts.isInterfaceDeclaration(node)) {
        for (const one of clause.types) {
          put('heritage: Partial', one, `Partial<${textOf(one)}>`)
          put('heritage: Readonly', one, `Readonly<${textOf(one)}>`)
        }
      }
    }
    if (node.heritageClauses === undefined && ts.isInterfaceDeclaration(node)) {
      const at = (node.typeParameters?.end ?? node.name.getEnd() - 1) + 1
      insert('heritage: extends Iterable', at, ' extends Iterable<string>')
      insert('heritage: extends a record', at, ' extends Record<string, unknown>')
    }
  }

  function declared(node: ts.Statement): void {
    const modifiers = ts.canHaveModifiers(node) ? (ts.getModifiers(node) ?? []) : []
    for (const one of modifiers) {
      if (one.kind !== ts.SyntaxKind.ExportKeyword) continue
      cut('export: hidden', one.getStart(file), one.getEnd())
    }
    if (ts.isFunctionDeclaration(node)) {
      cut('function: removed', node.getStart(file), node.getEnd())
      if (
        node.name !== undefined &&
        modifiers.every(({ kind }) => kind !== ts.SyntaxKind.DefaultKeyword)
      ) {
        put(
          'function: a constant',
          node,
          `export declare const ${textOf(node.name)}: ${arrowOf(node)};`,
        )
      }
    }
    if (ts.isInterfaceDeclaration(node)) {
      const [base, ...more] = node.heritageClauses?.[0]?.types ?? []
      const body = source.slice(node.members.pos - 1, node.getEnd())
      const generics =
        node.typeParameters === undefined ? '' : `<${node.typeParameters.map(textOf).join(', ')}>`
      const head = modifiers.map(textOf).join(' ')
      if (more.length === 0 && !head.includes('default')) {
        const parts = base === undefined ? body : `${textOf(base)} & ${body}`
        put('interface: an alias', node, `${head} type ${textOf(node.name)}${generics} = ${parts};`)
      }
      if (base === undefined && !head.includes('default'))
        put(
          'interface: a class',
          node,
          `${head.includes('declare') ? head : `${head} declare`} class ${textOf(node.name)}${generics} ${body}`,
        )
    }
    if (ts.isTypeAliasDeclaration(node) && ts.isTypeLiteralNode(node.type)) {
      const head = modifiers
        .map(textOf)
        .filter((one) => one !== 'declare')
        .join(' ')
      const generics =
        node.typeParameters === undefined ? '' : `<${node.typeParameters.map(textOf).join(', ')}>`
      put(
        'alias: an interface',
        node,
        `${head} interface ${textOf(node.name)}${generics} ${textOf(node.type)}`,
      )
    }
    if (
      ts.isClassDeclaration(node) &&
      node.name !== undefined &&
      node.heritageClauses === undefined
    ) {
      const body = node.members.filter(
        (one) =>
          !ts.isConstructorDeclaration(one) &&
          !hasModifier(one, ts.SyntaxKind.StaticKeyword) &&
          !hasModifier(one, ts.SyntaxKind.PrivateKeyword) &&
          !hasModifier(one, ts.SyntaxKind.ProtectedKeyword) &&
          !hasModifier(one, ts.SyntaxKind.AbstractKeyword),
      )
      const generics =
        node.typeParameters === undefined ? '' : `<${node.typeParameters.map(textOf).join(', ')}>`
      put(
        'class: an interface',
        node,
        `export interface ${textOf(node.name)}${generics} { ${body.map(textOf).join(' ')} }`,
      )
    }
    if (ts.isEnumDeclaration(node)) {
      leaveOut('enum: a member is gone', node.members)
      if (node.members.length > 0)
        insert(
          'enum: a member is new',
          node.members.end,
          `${node.members.hasTrailingComma ? '' : ','} ZNew = "zNew"`,
        )
      if (modifiers.every(({ kind }) => kind !== ts.SyntaxKind.ConstKeyword)) {
        const word = node.getChildren(file).find(({ kind }) => kind === ts.SyntaxKind.EnumKeyword)
        if (word !== undefined) insert('enum: const', word.getStart(file), 'const ')
      }
      for (const one of node.members)
        if (one.initializer !== undefined) put('enum: another value', one.initializer, '"zNew"')
    }
    if (ts.isExportAssignment(node)) {
      if (node.isExportEquals === true)
        put('export: a default now', node, `export default ${textOf(node.expression)};`)
      else cut('export: no default', node.getStart(file), node.getEnd())
    }
    if (ts.isExportDeclaration(node)) {
      if (node.exportClause !== undefined && ts.isNamedExports(node.exportClause)) {
        leaveOut('export: a name is gone', node.exportClause.elements)
        for (const one of node.exportClause.elements)
          if (!node.isTypeOnly && !one.isTypeOnly)
            insert('export: a type alone', one.getStart(file), 'type ')
      } else cut('export: all of a module no more', node.getStart(file), node.getEnd())
    }
    if (ts.isVariableStatement(node)) {
      for (const { name, type: own } of node.declarationList.declarations)
        if (own !== undefined && ts.isIdentifier(name) && modifiers.length > 0)
          put('constant: a type alone', node, `export type ${textOf(name)} = ${textOf(own)};`)
    }
  }

  const calls = new Set<ts.SyntaxKind>([
    ts.SyntaxKind.FunctionDeclaration,
    ts.SyntaxKind.MethodDeclaration,
    ts.SyntaxKind.MethodSignature,
    ts.SyntaxKind.FunctionType,
    ts.SyntaxKind.CallSignature,
    ts.SyntaxKind.Constructor,
    ts.SyntaxKind.ConstructSignature,
    ts.SyntaxKind.ConstructorType,
  ])

  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node)) return
    if (ts.isClassElement(node) && hasModifier(node, ts.SyntaxKind.PrivateKeyword)) return
    if (ts.isInterfaceDeclaration(node) || ts.isTypeLiteralNode(node)) members(node)
    if (ts.isClassDeclaration(node)) members(node)
    if (ts.isClassDeclaration(node) || ts.isInterfaceDeclaration(node)) heritage(node)
    if (ts.isTypeElement(node) || (ts.isClassElement(node) && !ts.isConstructorDeclaration(node)))
      member(node)
    if (calls.has(node.kind)) called(node as ts.SignatureDeclaration)
    if (ts.isTypeParameterDeclaration(node)) generic(node)
    if (
      ts.isTypeNode(node) &&
      !ts.isExpressionWithTypeArguments(node) &&
      !ts.isTypePredicateNode(node)
    )
      type(node)
    if (ts.isIndexSignatureDeclaration(node))
      cut('index: removed', node.getStart(file), node.getEnd())
    if (ts.isStatement(node)) declared(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return edits
}
