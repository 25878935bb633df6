// Which files of code and manifests a command writes, and what it writes to them.

import { isManifest, isSource } from './repository.mjs'
import { expanded, written } from './shellValues.mjs'

/** Takes the files of code and manifests that a command writes, and what it writes, where that is known. */
export function noteWrites(command, program, state) {
  const [, ...rest] = command.words
  const targets = (command.writes ?? []).map((one) => ({
    ...one,
    text: textWritten(command, state),
  }))
  const isMending =
    program === 'sed' && rest.some(({ text }) => /^-[a-zA-Z]*i|^--in-place/.test(text))
  if (program === 'tee') {
    const isMore = rest.some(({ text }) => /^-[a-z]*a|^--append/.test(text))
    const text = textWritten(command, state)
    for (const word of rest.filter((one) => !one.text.startsWith('-'))) {
      targets.push({ word, isMore, text })
    }
  } else if (isMending || program === 'mv' || program === 'cp') {
    const last = rest.filter(({ text }) => !text.startsWith('-')).slice(isMending ? 1 : -1)
    for (const word of last) {
      if (isManifest(word.text)) targets.push({ word, isMore: false, text: null })
    }
  }
  for (const { word, isMore, text } of expandedTargets(targets, state)) {
    const isOne = isManifest(word.text) || isSource(word.text)
    if (!isOne || state.machine !== undefined) continue
    const folders = state.folders === null || command.isInside ? null : [...state.folders]
    state.writes.push({ path: word.text, isMore, text: word.isPlain ? text : null, folders })
  }
}

const expandedTargets = (targets, { known }) =>
  targets.flatMap((one) => expanded([one.word], known, true).map((word) => ({ ...one, word })))

const textWritten = (command, { known }) =>
  command.isInputOpen === true ? null : written(command, known)

/** Those of which the whole text is known; the others are said. */
export function knownWrites({ writes, unseen }) {
  const times = (path) => writes.filter((one) => one.path === path).length
  return writes.flatMap(({ path, isMore, text, folders }) => {
    const isKnown = text !== null && folders !== null && times(path) === 1
    if (isKnown) return [{ path, isMore, text, folders }]
    unseen.add(`${path.slice(0, 80)}: the command writes it, and what it will be is not known`)
    return []
  })
}
