// Every public name of a release as lines of text, for the script that searches them while one types.

import type { PackageKey } from '../../domain/names/packageName.ts'
import type { Caller } from '../../ports/caller.ts'
import { nowhere } from '../../site/pages/missPage.ts'
import type { Made } from './made.ts'
import type { PageAnswers } from './pageViews.ts'
import { pathsOf } from './releaseMaker.ts'

const MAX_AGE_S = 300

export function namesMaker({ answers }: Readonly<{ answers: Pick<PageAnswers, 'releaseView'> }>) {
  return async (key: PackageKey, version: string, caller: Caller): Promise<Made> => {
    const { outcome } = await answers.releaseView(key, version, caller)
    if (outcome.state !== 'opened') {
      return { page: nowhere(`The names of ${key.name} ${version} cannot be listed.`, key.name) }
    }
    const lines = pathsOf(key, outcome.table).all.map(
      ({ path, kind }) => `${kind}\t${oneLine(path)}`,
    )
    return { text: lines.join('\n'), contentType: 'text/plain; charset=utf-8', maxAgeS: MAX_AGE_S }
  }
}

/** npm has exports that are called by any text. */
function oneLine(path: string): string {
  return path.replaceAll(/\s/g, ' ')
}
