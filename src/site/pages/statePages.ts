// Pages that say why there is none yet: it is worked on, it cannot be told, it failed, there were too many.

import { type OfPackage, packageAddress } from '../markup/addresses.ts'
import { html } from '../markup/html.ts'
import type { Page } from '../parts/frame.ts'
import { box, counted } from '../parts/words.ts'

/** What is asked for is read now; the browser asks again by itself. */
export function waitPage(
  about: string,
  progress: Readonly<{ elapsedS: number; refreshS: number; address: string }>,
): Page {
  const { elapsedS, refreshS, address } = progress
  return {
    status: 202,
    title: `${about} is being read`,
    description: `${about} is being read from its published files.`,
    address: null,
    isListed: false,
    refreshS,
    body: html`<div class="head"><h1>${about} <small>is being read</small></h1></div>
<div class="box plain wait"><p><strong>The published files are fetched, checked and read now.</strong> This is done once for a release.</p>
<p role="status">It was begun ${counted(elapsedS, 'second')} ago. The page looks again every ${counted(refreshS, 'second')} by itself.</p>
<div class="progress" aria-hidden="true"><span></span></div></div>
<p><a href="${address}">Look again now</a></p>`,
  }
}

/** Nobody can tell from what was published; that will not change with time. */
export function undeterminedPage(about: string, sentence: string, of?: OfPackage): Page {
  return {
    status: 422,
    title: `${about} cannot be told`,
    description: sentence,
    address: null,
    isListed: false,
    body: html`<div class="head"><h1>${about} <small>cannot be told</small></h1></div>
${box('warn', html`<strong>${sentence}</strong>`, 'That is not to say that it does not exist. Nothing is signed about it.')}
${of !== undefined && html`<p><a href="${packageAddress(of)}">The page of ${of.name}</a></p>`}`,
  }
}

const SOON_S = 15

/** It may be told later. */
export function failurePage(
  about: string,
  failure: Readonly<{
    status: number
    code: string
    detail: string
    retryAfterS: number | null
    docs: string
    /** It has failed so again and again: the browser is not made to ask for ever. */
    isLasting?: boolean
  }>,
): Page {
  const { status, code, detail, retryAfterS, docs, isLasting = false } = failure
  const isSoon = retryAfterS !== null && retryAfterS <= SOON_S && !isLasting
  return {
    status,
    title: `${about} cannot be shown now`,
    description: detail,
    address: null,
    isListed: false,
    // What passes soon is asked for again by the browser itself.
    ...(retryAfterS === null ? {} : { retryAfterS }),
    ...(isSoon ? { refreshS: retryAfterS + 1 } : {}),
    body: html`<div class="head"><h1>${about} <small>cannot be shown now</small></h1></div>
${box('warn', html`<strong>${detail}.</strong>`, 'Nothing is said about whether it exists: what cannot be decided is not called absent.')}
${isLasting && html`<p>It has failed several times in a row, and the page no longer looks again by itself.</p>`}
${retryAfterS !== null && html`<p>${isSoon ? 'The page looks again by itself in' : 'Try again in'} ${counted(retryAfterS, 'second')}.</p>`}
<p class="dim"><a href="${docs}">What <code>${code}</code> means</a></p>`,
  }
}

/** It is not answered so; asked otherwise it may be. */
export function refusedPage(
  status: number,
  sentence: string,
  about?: Readonly<{ code: string; docs: string }>,
): Page {
  return {
    status,
    title: 'This was not answered',
    description: sentence,
    address: null,
    isListed: false,
    body: html`<div class="head"><h1>This was not answered</h1></div>
${box('warn', html`<strong>${sentence}</strong>`)}
${about !== undefined && html`<p class="dim"><a href="${about.docs}">What <code>${about.code}</code> means</a></p>`}`,
  }
}

/** The service has its hands full, or whoever asks has enough under way: it comes to it. */
export function turnPage(about: string, sentence: string, retryAfterS: number): Page {
  return {
    status: 503,
    title: `${about} waits for its turn`,
    description: sentence,
    address: null,
    isListed: false,
    retryAfterS,
    refreshS: retryAfterS + 1,
    body: html`<div class="head"><h1>${about} <small>waits for its turn</small></h1></div>
<div class="box plain wait"><p><strong>${sentence}</strong></p>
<p role="status">The page looks again by itself in ${counted(retryAfterS, 'second')}. Nothing is said of it until then.</p>
<div class="progress" aria-hidden="true"><span></span></div></div>`,
  }
}

/** One client has had its share. */
export function limitPage(sentence: string, retryAfterS: number): Page {
  return {
    status: 429,
    title: 'Too many pages',
    description: sentence,
    address: null,
    isListed: false,
    retryAfterS,
    body: html`<div class="head"><h1>Too many pages</h1></div>
${box('warn', html`<strong>${sentence}</strong>`, `Try again in ${counted(retryAfterS, 'second')}.`)}`,
  }
}
