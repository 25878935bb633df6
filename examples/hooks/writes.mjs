// Which files of code and manifests a command writes, and what it writes to them.

import { isManifest, isSource } from './repository.mjs'
import { expanded, written } from './shellValues.mjs'

/** Takes the files of code and manifests that a command writes, and what it writes, where that is known. */
export function noteWrites(command, program, state) {
  const [, ...rest] = command.words
  const text = command.isInputOpen === true ? null : written(command, state.known)
  const targets = (command.writes ?? []).slice(0, WRITES_MAX).map((one) => ({ ...one, text }))
  const isMending =
    program === 'sed' && rest.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text))
  if (program === 'tee') {
    const isMore = rest.some(({ text }) => /^-[a-z]*a|^--append/.test(text))
    for (const word of rest.filter((one) => !one.text.startsWith('-')).slice(0, WRITES_MAX)) {
      targets.push({ word, isMore, text })
    }
  } else if (isMending || program === 'mv' || program === 'cp') {
    const last = rest.filter(({ text }) => !text.startsWith('-')).slice(isMending ? 1 : -1)
    for (const word of last) {
      if (isManifest(word.text)) targets.push({ word, isMore: false, text: null })
    }
  }
  for (const { word, isMore, text: content } of expandedTargets(targets, state)) {
    const path = word.text.slice(0, PATH_MAX_CHARS)
    if (state.machine !== undefined || !(isManifest(path) || isSource(path))) continue
    if (state.writes.length >= WRITES_MAX) {
      state.unseen.add(`what the command writes into more than ${WRITES_MAX} files`)
      return
    }
    const folders = state.folders === null || command.isInside ? null : [...state.folders]
    state.writes.push({ path, isMore, text: word.isPlain ? content : null, folders })
  }
}

const WRITES_MAX = 200
const PATH_MAX_CHARS = 1_000

const expandedTargets = (targets, { known }) =>
  targets.flatMap((one) => expanded([one.word], known, true).map((word) => ({ ...one, word })))

/** Those of which the whole text is known; the others are said. */
export function knownWrites({ writes, unseen }) {
  const times = new Map()
  for (const { path } of writes) times.set(path, (times.get(path) ?? 0) + 1)
  return writes.flatMap(({ path, isMore, text, folders }) => {
    const isKnown = text !== null && folders !== null && times.get(path) === 1
    if (isKnown) return [{ path, isMore, text, folders }]
    unseen.add(`${path.slice(0, 80)}: the command writes it, and what it will be is not known`)
    return []
  })
}
