// What is to be known of a package or of one of its releases before it is used, mostly in the words of
// its registry. The fields are the wire's, because the signature covers them.

export const NOTICE_WORDS = [
  'placeholder',
  'lookalike',
  'quarantined',
  'archived',
  'deprecated',
  'yanked',
] as const

type NoticeWord = (typeof NOTICE_WORDS)[number]

export type Notice = Readonly<{
  of: 'name' | 'project' | 'release'
  word: NoticeWord
  /** Of a release, as the registry spells it; null of anything else. */
  version: string | null
  /** What its people wrote, on one line; null where they wrote nothing. */
  message: string | null
  /** The package that looks alike, or that the message says to use. */
  points_to: string | null
}>

/** `name`: of the package. */
export function noticeSentence(name: string, notice: Notice): string {
  const { word, version, message, points_to: other } = notice
  if (word === 'lookalike') return lookalikeSentence(name, String(other))
  if (word === 'placeholder') return placeholderSentence(name, other)
  const what = notice.of === 'release' ? `${name} ${version} as` : `the project ${name} as`
  const said = message === null ? '.' : `: ${JSON.stringify(message)}.`
  const instead = other === null ? '' : ` Use ${other}.`
  return `The registry marks ${what} ${word}${said}${instead}`
}

/** `other`: the far more popular package. */
export function lookalikeSentence(name: string, other: string): string {
  return `${name} looks like ${other}, which is far more popular.`
}

/** `meant`: what somebody who writes the name may mean, if anything. */
export function placeholderSentence(name: string, meant: string | null): string {
  const instead = meant === null ? '' : ` ${meant} may be meant.`
  return `${name} is a name that the registry holds back, not a package.${instead}`
}

/** Each once, those of the name first, then of the project, then of releases. */
export function mergedNotices(...lists: readonly (readonly Notice[])[]): readonly Notice[] {
  const rank = ({ of }: Notice) => ['name', 'project', 'release'].indexOf(of)
  const byText = new Map(lists.flat().map((one) => [JSON.stringify(one), one]))
  return [...byText.values()].sort((one, other) => rank(one) - rank(other))
}
