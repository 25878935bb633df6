// Which of the required distributions may hold a module. Only what a distribution's own files show
// decides; this says in which order they are looked at.

import { pythonForm } from '../../../domain/names/packageName.ts'

/** Import paths whose distribution is called quite differently. An order of trial, never a fact. */
const KNOWN: ReadonlyMap<string, readonly string[]> = new Map([
  ['attr', ['attrs']],
  ['bs4', ['beautifulsoup4']],
  ['Crypto', ['pycryptodome', 'pycrypto']],
  ['Cryptodome', ['pycryptodomex']],
  ['cv2', ['opencv-python', 'opencv-python-headless', 'opencv-contrib-python']],
  ['dateutil', ['python-dateutil']],
  ['docx', ['python-docx']],
  ['fitz', ['pymupdf']],
  ['git', ['gitpython']],
  ['google.protobuf', ['protobuf']],
  ['googleapiclient', ['google-api-python-client']],
  ['jose', ['python-jose']],
  ['jwt', ['pyjwt']],
  ['magic', ['python-magic']],
  ['MySQLdb', ['mysqlclient']],
  ['nacl', ['pynacl']],
  ['OpenSSL', ['pyopenssl']],
  ['PIL', ['pillow']],
  ['pkg_resources', ['setuptools']],
  ['pptx', ['python-pptx']],
  ['psycopg2', ['psycopg2-binary', 'psycopg2']],
  ['pywintypes', ['pywin32']],
  ['serial', ['pyserial']],
  ['skimage', ['scikit-image']],
  ['sklearn', ['scikit-learn']],
  ['slugify', ['python-slugify']],
  ['socks', ['pysocks']],
  ['yaml', ['pyyaml', 'ruamel-yaml']],
  ['zmq', ['pyzmq']],
])

export type ImportCandidate = Readonly<{
  name: string
  /** Nothing but similarity, or nothing at all, speaks for it. */
  isGuess: boolean
}>

/**
 * The most likely first; `required` in the order in which they were required. `imported`: every
 * root that is imported at all; a distribution that has the name of one will hold that one.
 */
export function importCandidates(
  path: string,
  required: readonly string[],
  imported: ReadonlySet<string>,
): readonly ImportCandidate[] {
  const parts = path.split('.')
  const prefixes = parts.map((_, i) => parts.slice(0, parts.length - i))
  const named = prefixes.map((prefix) => pythonForm(prefix.join('-')))
  const known = prefixes.flatMap((prefix) => KNOWN.get(prefix.join('.')) ?? [])
  const sure = [...named, ...known].filter((name) => required.includes(name))
  const alike = required.filter((name) => parts.slice(0, 2).some((part) => isAlike(name, part)))
  const unexplained = required.filter((name) => !imported.has(name.replaceAll('-', '_')))
  const guesses = [...alike, ...unexplained].filter((name) => !sure.includes(name))
  return [
    ...[...new Set(sure)].map((name) => ({ name, isGuess: false })),
    ...[...new Set(guesses)].map((name) => ({ name, isGuess: true })),
  ]
}

const ALIKE_LENGTH_MIN = 3

/** `yaml` and `pyyaml`, `grpc` and `grpcio`. */
function isAlike(name: string, part: string): boolean {
  const one = name.replaceAll('-', '')
  const other = part.toLowerCase().replaceAll('_', '')
  if (Math.min(one.length, other.length) < ALIKE_LENGTH_MIN) return false
  return one.includes(other) || other.includes(one)
}
