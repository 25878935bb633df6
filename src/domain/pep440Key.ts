// Spellings of one PEP 440 version under one text. By hand: the process that opens archives starts often,
// and the library that compares versions is more than it needs.

const PEP440 =
  /^v?(?:(\d+)!)?(\d+(?:\.\d+)*)(?:[-_.]?(a|b|c|rc|alpha|beta|pre|preview)[-_.]?(\d*))?(?:-(\d+)|[-_.]?(post|rev|r)[-_.]?(\d*))?(?:[-_.]?(dev)[-_.]?(\d*))?(?:\+([a-z0-9]+(?:[-_.][a-z0-9]+)*))?$/

const PHASES: Readonly<Record<string, string>> = {
  alpha: 'a',
  beta: 'b',
  c: 'rc',
  pre: 'rc',
  preview: 'rc',
}

/** Longer ones are no versions of anybody, and stand for themselves. */
const LENGTH_MAX = 128

/** Equal for spellings of one version; what PEP 440 does not know stands for itself. */
export function pep440Key(written: string): string {
  const text = written.trim().toLowerCase()
  const found = text.length > LENGTH_MAX ? null : PEP440.exec(text)
  if (found === null) return text
  const [, epoch = '0', release = '', phase, pre, bare, post, postNumber, dev, devNumber, local] =
    found
  const parts = release.split('.').map(bareNumber)
  while (parts.length > 1 && parts.at(-1) === '0') parts.pop()
  return [
    `${bareNumber(epoch)}!${parts.join('.')}`,
    phase === undefined ? '' : `${PHASES[phase] ?? phase}${bareNumber(pre)}`,
    post === undefined && bare === undefined ? '' : `.post${bareNumber(bare ?? postNumber)}`,
    dev === undefined ? '' : `.dev${bareNumber(devNumber)}`,
    local === undefined ? '' : `+${local.split(/[-_.]/).map(bareLocal).join('.')}`,
  ].join('')
}

/** Numbers of any length, without the zeros before them; none is zero. */
function bareNumber(digits: string | undefined): string {
  return (digits ?? '').replace(/^0+/, '') || '0'
}

function bareLocal(part: string): string {
  return /^\d+$/.test(part) ? bareNumber(part) : part
}
