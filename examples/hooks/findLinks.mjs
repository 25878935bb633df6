// Whether a setting of pip or uv names only folders of this machine in which there is nothing to
// install: it is no other index then. What is an address, or depends on the folder in which the
// installer runs, or cannot be read, may hold something.

import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const INSTALLABLE = /\.(?:whl|egg|zip|tgz|tar(?:\.\w+)?|html?)$/i

export function findsNothing(setting) {
  const places = setting.split(/[\s,]+/).filter((place) => place !== '')
  return places.length > 0 && places.every(isEmptyFolder)
}

function isEmptyFolder(place) {
  try {
    const path = pathOf(place)
    return path !== null && !readdirSync(path).some((name) => INSTALLABLE.test(name))
  } catch {
    return false
  }
}

function pathOf(place) {
  if (place.startsWith('file:')) return fileURLToPath(place)
  if (place.startsWith('~/')) return join(homedir(), place.slice(2))
  return place.startsWith('/') || /^[A-Za-z]:[\\/]/.test(place) ? place : null
}
