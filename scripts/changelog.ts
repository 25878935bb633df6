// The changelog at a release: what stands under *Unreleased* gets the version and the day for a title.

const UNRELEASED = '## Unreleased'

export type Released = Readonly<{ section: string; changelog: string }>

/** Throws where nothing is unreleased, or the version has a section already. */
export function releaseSection(changelog: string, version: string, day: string): Released {
  const lines = changelog.split('\n')
  if (lines.some((line) => line.split(' ')[1] === version && line.startsWith('## '))) {
    throw new Error(`CHANGELOG.md has a section for ${version} already; raise the version`)
  }
  const from = lines.indexOf(UNRELEASED)
  const behind = lines.findIndex((line, at) => at > from && line.startsWith('## '))
  const to = behind === -1 ? lines.length : behind
  const body = from === -1 ? [] : lines.slice(from + 1, to)
  if (body.every((line) => line.trim() === '')) throw new Error('nothing is unreleased')
  const title = `## ${version} (${day})`
  const released = [...lines.slice(0, from), UNRELEASED, '', title, ...body, ...lines.slice(to)]
  return { section: [title, ...body].join('\n').trim(), changelog: released.join('\n') }
}
