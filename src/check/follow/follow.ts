// Follows the path of a reference through a table, as far as every step is certain.

import type { Chain, Step } from '../../references/reference.ts'
import { splitTop } from '../../signatures/splitTop.ts'
import { insideOf, meaningOf, pythonReturn, returnTexts } from '../../signatures/typeTexts.ts'
import { givenTypeOf } from '../../table/format/givenType.ts'
import { itemOf } from './items.ts'
import { memberOf } from './members.ts'
import {
  argumentOf,
  calledAs,
  handedTo,
  isOfOtherHalf,
  NOT_KNOWN,
  parameterOf,
} from './npmCalls.ts'
import { keyOf, propsOf } from './npmKeys.ts'
import { memberOfLanguage } from './npmLanguage.ts'
import { together } from './npmMembers.ts'
import { heldByThenable } from './npmThenables.ts'
import { besideText, declaredAs, memberText } from './npmTypes.ts'
import { madeByName } from './services.ts'
import { givenByStub } from './stubs.ts'
import {
  type Arrival,
  arrivedAt,
  type NodeOf,
  type PackageView,
  type TableNode,
  unknown,
  viewOf,
} from './tableNode.ts'
import { commonType, counts, resolveType, typeOf } from './types.ts'

const AWAITED: ReadonlySet<string> = new Set(['Awaitable', 'Coroutine', 'Promise', 'PromiseLike'])
const ENTERED: ReadonlySet<string> = new Set(
  'Iterator Generator AsyncIterator AsyncGenerator AbstractContextManager ContextManager AbstractAsyncContextManager AsyncContextManager Iterable AsyncIterable'.split(
    ' ',
  ),
)
const LOOPED: ReadonlySet<string> = new Set(
  'list List set Set frozenset FrozenSet tuple Tuple Sequence MutableSequence Iterable Iterator Generator Collection deque Array ReadonlyArray IterableIterator AsyncIterator AsyncIterable AsyncGenerator'.split(
    ' ',
  ),
)

/** Missing: the last name is. */
type Followed =
  | Readonly<{ state: 'found'; node: TableNode; before: TableNode | null }>
  | Exclude<Arrival, { state: 'at' }>

/** `start`: where the module of the chain stands. */
export function follow(view: PackageView, start: TableNode, { steps }: Chain): Followed {
  let node = start
  let before: TableNode | null = null
  for (const [index, step] of steps.entries()) {
    const isLast = index === steps.length - 1
    const next = isLast ? take(view, node, step) : through(view, node, step)
    if (next.state === 'unknown') return isLast ? next : unknown(next.reason)
    if (next.state === 'missing') {
      return isLast ? next : unknown('what leads to it is not there')
    }
    before = node
    node = next.node
  }
  return { state: 'found', node, before }
}

/** On the way to something else methods of the language lead on as well. */
function through(asked: PackageView, node: TableNode, step: Step): Arrival {
  const found = take(asked, node, step)
  if (found.state !== 'unknown' || step.kind !== 'member') return found
  const view = viewOf(asked, node)
  const written = isNpm(view) ? writtenType(view, node) : null
  const method = written === null ? null : memberOfLanguage(view, written, step.name)
  return method === null ? found : arrivedAt(method)
}

function take(asked: PackageView, node: TableNode, step: Step): Arrival {
  const view = viewOf(asked, node)
  switch (step.kind) {
    case 'member':
      if (isNpm(view) && isOfOtherHalf(asked, node)) return unknown(NOT_KNOWN)
      return notAdded(asked, view, memberOf(view, node, step.name))
    case 'call':
      if (isNpm(view) && isOfOtherHalf(asked, node)) return unknown(NOT_KNOWN)
      return (
        (isNpm(view) ? calledAs(view, node, step) : madeByName(asked, node, step.text)) ??
        calledNode(view, defaultOf(view, node))
      )
    case 'handed':
      return isNpm(view) ? handedTo(view, node, step) : unknown('it is handed over')
    case 'argument':
      return argumentOf(view, node, step)
    case 'parameter':
      return parameterOf(view, node, step.parameter)
    case 'props':
      return propsOf(view, node)
    case 'key':
      return keyOf(view, node, step.name)
    default:
      // What is one of several, or several at once, is gone on with one by one.
      if (node.kind !== 'parts') return takeOne(view, node, step)
      return together(node, (part) => takeOne(view, part, step))
  }
}

/** Names that code of boto3 puts on clients of botocore. */
function notAdded(asked: PackageView, view: PackageView, found: Arrival): Arrival {
  if (found.state !== 'missing' || isNpm(view) || asked.table === view.table) return found
  const isThere = asked.table.columns.names.find(found.name) >= 0
  return isThere ? unknown(`code of ${asked.of.packageName} may add it`) : found
}

function isNpm({ of }: PackageView): boolean {
  return of.ecosystem === 'npm'
}

type OneStep = Extract<
  Step,
  { kind: 'new' | 'instance' | 'await' | 'element' | 'enter' | 'item' | 'part' }
>

function takeOne(asked: PackageView, node: TableNode, step: OneStep): Arrival {
  const view = viewOf(asked, node)
  switch (step.kind) {
    case 'new':
      return constructed(view, node)
    case 'instance':
      return instance(view, node, step.isPlain === true)
    case 'await':
      return isNpm(view) ? awaited(view, node) : inside(view, node, AWAITED, 'last')
    case 'element':
      return inside(view, node, LOOPED, 'first')
    case 'enter':
      return entered(view, node)
    case 'item':
      return itemOf(view, node, step.key)
    case 'part':
      return partOf(view, node, step)
  }
}

function instance(view: PackageView, node: TableNode, isPlain: boolean): Arrival {
  // `T = TypeVar('T')` is an object that stands for a class.
  if (node.kind !== 'definition' || node.isInstance) return unknown('it is no class')
  if (isNpm(view)) {
    const declared = declaredAs(view, node, isPlain)
    return declared === null ? unknown('it is no class') : arrivedAt(declared)
  }
  const { kind, signature } = view.table.definition(node.definition)
  if (kind === 'class' || kind === 'interface') return arrivedAt({ ...node, isInstance: true })
  if (kind === 'type' && signature !== null) {
    const text = meaningOf(view.of.ecosystem, signature)
    const type = resolveType(view, { text, home: node.definition, owner: null })
    if (type.kind === 'definition') return arrivedAt(type)
    return unknown('the type is not followed')
  }
  return unknown('it is no class')
}

/** A module of npm that is called is what it gives by default. */
function defaultOf(view: PackageView, node: TableNode): TableNode {
  if (node.kind !== 'module' || !isNpm(view)) return node
  const found = memberOf(view, node, 'default')
  return found.state === 'at' ? found.node : node
}

function calledNode(view: PackageView, node: TableNode): Arrival {
  if (node.kind !== 'definition') return unknown(NOT_KNOWN)
  const { kind, signature } = view.table.definition(node.definition)
  if (kind === 'class') {
    if (view.of.ecosystem === 'npm') return unknown(NOT_KNOWN)
    if (node.isInstance) return calledObject(view, node)
    return arrivedAt({ ...node, isInstance: true, isExact: true })
  }
  if (kind === 'function' || kind === 'method') return given(view, node, memberText(view, node))
  const isValue = kind === 'property' || kind === 'constant' || kind === 'attribute'
  const beside = view.of.ecosystem === 'npm' ? besideText(view, node) : null
  if (view.of.ecosystem === 'npm' && (isValue || kind === 'namespace' || beside !== null)) {
    const text = (beside ?? signature)?.replace(/^(?:protected |static |readonly )+/, '') ?? null
    if (text !== null && /^[<(]/.test(text) && text.includes(' => ')) return given(view, node, text)
    const type = typeOf(view, node)
    if (type?.kind === 'definition' && type.isInstance) return calledInstance(view, type)
    if (type?.kind === 'definition') return calledNode(view, type)
    const whole = signature === null && kind === 'namespace' ? wholeOf(view, node) : null
    return whole === null ? calledAncestor(view, node) : calledNode(view, whole)
  }
  if (kind === 'interface' && node.isInstance) return calledInstance(view, node)
  if (kind === 'type' && node.isInstance && signature !== null) {
    return given(view, node, meaningOf(view.of.ecosystem, signature))
  }
  if (!isValue || view.of.ecosystem !== 'pypi') return unknown(NOT_KNOWN)
  const type = typeOf(view, node)
  // What a value is made as lists its members below the value.
  return calledObject(view, type?.kind === 'definition' && type.isInstance ? type : node)
}

/** An object of Python that is called: what its `__call__` gives. */
function calledObject(asked: PackageView, object: NodeOf<'definition'>): Arrival {
  const view = viewOf(asked, object)
  const found = memberOf(view, object, '__call__')
  if (found.state !== 'at' || found.node.kind !== 'definition') {
    return unknown(NOT_KNOWN)
  }
  const { kind, signature } = view.table.definition(found.node.definition)
  if (kind !== 'method') return unknown(NOT_KNOWN)
  return given(view, { ...found.node, owner: object }, signature)
}

/** What `export = debug` says of a namespace that is called: what stands in it as its default. */
function wholeOf(view: PackageView, node: NodeOf<'definition'>) {
  const found = memberOf(view, node, 'default')
  if (found.state !== 'at' || found.node.kind !== 'definition') return null
  return view.table.definition(found.node.definition).kind === 'namespace' ? null : found.node
}

/** `Debug & { default: Debug }`: the part of a type that can be called is among the ancestors. */
function calledAncestor(view: PackageView, node: NodeOf<'definition'>): Arrival {
  for (const definition of view.table.ancestorsOf(node.definition)) {
    const part: TableNode = { kind: 'definition', definition, isInstance: true, owner: null }
    const found = calledInstance(view, part)
    if (found.state === 'at') return found
  }
  return unknown(NOT_KNOWN)
}

/** An interface with one way to be called: `{ (...Array<unknown>) => string }`. */
function calledInstance(view: PackageView, node: NodeOf<'definition'>): Arrival {
  const { signature } = view.table.definition(node.definition)
  const call = /\{ ([<(].*) \}$/s.exec(signature ?? '')?.[1]
  return call === undefined ? unknown(NOT_KNOWN) : given(view, node, call)
}

function given(view: PackageView, node: NodeOf<'definition'>, signature: string | null): Arrival {
  const further = furtherResult(view, node)
  const told = signature === null ? [] : returnTexts(view.of.ecosystem, signature)
  const texts = further === null ? told : [further]
  if (texts.length === 0) {
    const type = view.of.ecosystem === 'pypi' ? givenByStub(view, node) : null
    return type === null ? unknown('what it gives is not written down') : arrivedAt(type)
  }
  const { definition: home, owner, bound } = node
  const type = commonType(
    view,
    texts.map((text) => ({ text, home, owner, ...(bound && { bound }) })),
  )
  return type === null ? unknown('its overloads give different things') : arrivedAt(type)
}

/** What a function of Python gives where its signature does not say it; null where it does. */
function furtherResult(
  { table, of }: PackageView,
  { definition, owner }: NodeOf<'definition'>,
): string | null {
  if (of.ecosystem !== 'pypi') return null
  const given = givenTypeOf(table.definition(definition).bases)
  return given !== null && counts(given, owner) ? given.text : null
}

function constructed(view: PackageView, node: TableNode): Arrival {
  const target = defaultOf(view, node)
  if (target.kind !== 'definition') return unknown(NOT_KNOWN)
  const { kind, signature } = view.table.definition(target.definition)
  if (kind === 'class') return arrivedAt({ ...target, isInstance: true, isExact: true })
  const made = /^new [<(].* => ([^;]+)$/s.exec(signature ?? '')?.[1]
  if (made === undefined) return unknown(NOT_KNOWN)
  const type = resolveType(view, { text: made, home: target.definition, owner: null })
  return type.kind === 'definition' ? arrivedAt(type) : unknown(NOT_KNOWN)
}

function inside(
  view: PackageView,
  node: TableNode,
  wrappers: ReadonlySet<string>,
  place: 'first' | 'last',
): Arrival {
  const written = writtenType(view, node)
  const text = written === null ? null : insideOf(written.text, wrappers, place)
  if (text === null || written === null) return unknown('its type is not followed')
  return arrivedAt(resolveType(view, { ...written, text }))
}

/** `tuple[A, B]` by its place, and what any other list of things has in it. */
function partOf(
  view: PackageView,
  node: TableNode,
  { at, of }: Readonly<{ at: number; of: number }>,
): Arrival {
  const written = writtenType(view, node)
  const [, inner] = /^(?:[\w.]+\.)?[Tt]uple\[(.*)\]$/s.exec(written?.text ?? '') ?? []
  if (written === null || inner === undefined) return inside(view, node, LOOPED, 'first')
  const parts = splitTop(inner, ', ')
  const isAny = parts.length === 2 && parts[1] === '...'
  const text = isAny ? parts[0] : parts.length === of ? parts[at] : undefined
  if (text === undefined) return unknown('what is in it is not written down')
  return arrivedAt(resolveType(view, { ...written, text }))
}

/** What `await` gives: what a promise holds, or what hands it to `then`; what is no such thing itself. */
function awaited(view: PackageView, node: TableNode): Arrival {
  const written = inside(view, node, AWAITED, 'last')
  if (written.state === 'at' || node.kind !== 'definition') return written
  const type = node.isInstance ? node : typeOf(view, node)
  if (type === null) return written
  if (type.kind === 'parts') return together(type, (part) => takeOne(view, part, { kind: 'await' }))
  if (type.kind !== 'definition') return written
  return heldByThenable(viewOf(view, type), type) ?? written
}

function writtenType(view: PackageView, node: TableNode): NodeOf<'type'> | null {
  if (node.kind === 'type') return node
  if (node.kind === 'definition' && node.isInstance) {
    // An alias whose members are listed is a text all the same: `type Reply = Promise<Body>`.
    const { kind, signature } = view.table.definition(node.definition)
    if (kind !== 'type' || signature === null) return null
    const text = meaningOf(view.of.ecosystem, signature)
    const { bound } = node
    return { kind: 'type', text, home: node.definition, owner: null, ...(bound && { bound }), view }
  }
  const type = node.kind === 'definition' && !node.isInstance ? typeOf(view, node) : null
  return type?.kind === 'type' ? type : null
}

function entered(view: PackageView, node: TableNode): Arrival {
  if (node.kind !== 'definition' || !node.isInstance) return inside(view, node, ENTERED, 'first')
  for (const name of ['__enter__', '__aenter__']) {
    const found = memberOf(view, node, name)
    if (found.state !== 'at' || found.node.kind !== 'definition') continue
    const { kind, signature } = view.table.definition(found.node.definition)
    if (kind !== 'method' || signature === null) continue
    const further = furtherResult(view, found.node)
    const text =
      further === null
        ? pythonReturn(signature.replace(/^async /, ''))
        : (insideOf(further, AWAITED, 'last') ?? further)
    if (text === null) return unknown('what it is entered as is not written down')
    // One that gives nothing is there to tell that it has to be entered by the other.
    if (text === 'None') continue
    // `(self: T) -> T` is how `Self` was written before there was one.
    if (/^(?:async )?\(self: (\w+)/.exec(signature)?.[1] === text) return arrivedAt(node)
    const home = found.node.definition
    const type = resolveType(view, { text, home, owner: node })
    // What gives something of its own class gives itself.
    const isItself = type.kind === 'definition' && type.definition === node.definition
    return arrivedAt(isItself ? node : type)
  }
  return unknown('what it is entered as is not known')
}
