// A line of documentation as people read it: what is marked as code in it is shown as code. Nothing of it
// is dropped but the marks, and what it says twice. Where it breaks off, as first lines do, that is seen.

import { cutAt, html, type Markup, type Shown, TEXT_LENGTH_MAX } from './html.ts'

/**
 * Roles that say of the code behind them only what kind of thing it is. Any other word says something:
 * `` :pep:`484` `` without it is a number.
 */
const ROLE =
  '(?:(?:py|c|cpp|js|ts|rst|std):)?(?:any|attr|attribute|class|code|const|data|decorator|doc|enum|exc|exception|func|function|keyword|kwarg|literal|meth|method|mod|module|obj|object|param|paramref|property|ref|term|type|var)'

/** `` ``code`` ``, `` `code` `` and `` :class:`code` ``. */
const MARKED = new RegExp(`((?<!\\w):${ROLE}:)?(\`{1,2})(?!\`)([^\`\\n]{1,300})\\2(?!\`)`, 'g')

/** No sentence ends so: the line that was taken is not the whole of one. */
const BROKEN_OFF =
  /(?:,|\b(?:a|an|and|are|as|at|be|by|can|for|from|in|into|is|its|may|of|on|or|such|than|that|the|their|this|to|was|when|where|which|will|with|your))$/i

export function prose(text: string): Markup {
  const whole = cutAt(text, TEXT_LENGTH_MAX)
  const pieces: Shown[] = []
  let end = 0
  for (const { index, 0: marked, 1: role, 3: inner = '' } of whole.matchAll(MARKED)) {
    // `:class:`~pkg.Name`` means the last name alone; all of it is shown. In code `!` and `~` are signs.
    const shown = role === undefined ? inner : onceNamed(inner.replace(/^[~!]/, ''))
    pieces.push(whole.slice(end, index), html`<code>${shown}</code>`)
    end = index + marked.length
  }
  return html`${pieces}${whole.slice(end)}${BROKEN_OFF.test(whole.trimEnd()) && ' …'}`
}

/** `Name <Name>` is a name and where it leads, which is the same. */
function onceNamed(inner: string): string {
  const [, name, target] = /^([^<>]+?)\s*<[~!]?([^<>]+)>$/.exec(inner) ?? []
  return name !== undefined && name === target ? name : inner
}
