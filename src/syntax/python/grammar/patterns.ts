// The patterns of `match`.

import { CONSTANTS, dotted } from './expressions.ts'
import { type Reader, sequence, upTo } from './reader.ts'

/** All of a `case`, up to its guard. */
export function casePattern(r: Reader): void {
  open(r)
  while (r.eat(',') && !r.has('if') && !r.has(':')) open(r)
}

/** Where `*rest` may stand too. */
function open(r: Reader): void {
  if (r.eat('*')) r.name()
  else alternatives(r)
}

function alternatives(r: Reader): void {
  r.deeper(() => {
    do closed(r)
    while (r.eat('|'))
    if (r.eat('as')) r.name()
  })
}

function closed(r: Reader): void {
  if (r.type === 'string') while (r.eatType('string'));
  else if (r.type === 'number' || r.has('-')) number(r)
  else if (r.eat('(')) upTo(')', open)(r)
  else if (r.eat('[')) upTo(']', open)(r)
  else if (r.eat('{')) upTo('}', pair)(r)
  else if (!CONSTANTS.some((word) => r.eat(word))) nameOrClass(r)
}

function number(r: Reader): void {
  r.eat('-')
  r.expectType('number')
  if (r.eat('+') || r.eat('-')) r.expectType('number')
}

function pair(r: Reader): void {
  if (r.eat('**')) r.name()
  else sequence(closed, ':', alternatives)(r)
}

function nameOrClass(r: Reader): void {
  dotted(r)
  if (!r.eat('(')) return
  let hasKeyword = false
  upTo(')', () => {
    if (r.isName() && r.word(1) === '=') {
      r.at += 2
      hasKeyword = true
    } else if (hasKeyword) r.fail()
    alternatives(r)
  })(r)
}
