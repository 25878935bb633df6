// What the code of botocore and boto3 says of the clients and resources that they make of data: how an
// operation is called in Python, what is put beside the operations, and which words are names at all.

const RULES = ["'(.)([A-Z][a-z]+)'", "'([a-z0-9])([A-Z])'", "'[A-Z]{2,}s$'"]
/** Of releases before 2017. */
const OTHER_RULE = '_number_cap_regex'

export type LibraryCode = Readonly<{
  /** Null where the release has another rule than the one that is known. */
  pythonName: ((operation: string) => string) | null
  /** Methods that code puts into every client, or into some: `class_attributes['x'] = …`. */
  added: readonly string[]
  /** What the base of all clients has. */
  ofClient: readonly string[]
  /** Another name that a keyword may be given by, beside its own: `ec2.*.Filter` as `Filters`. */
  aliases: ReadonlyMap<string, string>
  /** Names that the code defines, and words that stand in quotes: each may be put on an object. */
  words: ReadonlySet<string>
}>

/** `files`: the text of the package's modules by path. */
export function libraryCode(files: ReadonlyMap<string, string>): LibraryCode {
  const init = files.get('botocore/__init__.py') ?? null
  const client = files.get('botocore/client.py') ?? ''
  const handlers = files.get('botocore/handlers.py') ?? ''
  const all = [...files.values()]
  return {
    pythonName: init === null ? null : pythonNames(init),
    added: all.flatMap((text) => found(text, /\bclass_attributes\[['"](\w+)['"]\] =/g)),
    ofClient: clientNames(client),
    aliases: new Map(
      [...handlers.matchAll(/['"][\w*-]+\.[\w*]+\.(\w+)['"]: ['"](\w+)['"]/g)].map(
        ([, name = '', alias = '']) => [name, alias],
      ),
    ),
    words: new Set(
      all.flatMap((text) => [
        ...found(text, /\bdef (\w+)\(/g),
        ...found(text, /['"](?:[\w*-]+\.)*(\w+)['"]/g),
      ]),
    ),
  }
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

/** The methods and properties of `class BaseClient`, and what its constructor sets. */
function clientNames(text: string): string[] {
  const body = /^class BaseClient\b.*\n((?:(?:[ \t].*)?\n)*)/m.exec(text)?.[1] ?? ''
  const names = [...found(body, /^ {4}def (\w+)\(/gm), ...found(body, /^ {8}self\.(\w+) = /gm)]
  return [...new Set(names)].filter((name) => !name.startsWith('_'))
}

/** `ListObjectsV2` is `list_objects_v2`, by the rule of the release and by what it lists besides. */
export function pythonNames(init: string): ((operation: string) => string) | null {
  if (init.includes(OTHER_RULE) || RULES.some((rule) => !init.includes(rule))) return null
  const listed = new Map(
    [...init.matchAll(/\(\s*'(\w+)',\s*'_',?\s*\): \(?\s*'(\w+)'/g)].map(
      ([, name = '', meant = '']) => [name, meant],
    ),
  )
  return (operation) => listed.get(operation) ?? inWords(operation)
}

function inWords(name: string): string {
  if (name.includes('_')) return name
  const [plural] = /[A-Z]{2,}s$/.exec(name) ?? []
  const told =
    plural === undefined ? name : `${name.slice(0, -plural.length)}_${plural.toLowerCase()}`
  return told
    .replace(/(.)([A-Z][a-z]+)/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
}
