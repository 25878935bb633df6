// Which logs and witnesses are believed, and how many of the witnesses: a file after C2SP tlog-policy,
// which other programs read as well.

import { parseKey, type VerifierKey } from './verifierKey.ts'

export type PolicyWitness = Readonly<{ name: string; key: VerifierKey; url: string | null }>

export type LogPolicy = Readonly<{
  logs: readonly Readonly<{ key: VerifierKey; url: string | null }>[]
  witnesses: readonly PolicyWitness[]
  /** Whether these keys have cosigned often enough. */
  isMet(cosigned: readonly VerifierKey[]): boolean
}>

export type ParsedPolicy =
  | Readonly<{ ok: true; policy: LogPolicy }>
  | Readonly<{ ok: false; fault: string }>

type Rule = (cosigned: ReadonlySet<string>) => boolean

const NOBODY = 'none'
const COUNT = /^[1-9]\d{0,3}$/
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is what is looked for.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f]/

class PolicyFault extends Error {
  override readonly name = 'PolicyFault'
}

/** A fault is a sentence that names the line. */
export function parsePolicy(text: string): ParsedPolicy {
  const reader = policyReader()
  for (const [at, line] of text.split('\n').entries()) {
    try {
      reader.read(line)
    } catch (error) {
      if (!(error instanceof PolicyFault)) throw error
      return { ok: false, fault: `line ${at + 1}: ${error.message}` }
    }
  }
  const policy = reader.policy()
  return policy === null ? { ok: false, fault: 'there is no line `quorum`' } : { ok: true, policy }
}

/**
 * Which log is meant by a key, a policy, or both; null by neither. A text says why none can be meant,
 * about the policy.
 */
export function meantLog(
  key: VerifierKey | null,
  policy: LogPolicy | null,
): VerifierKey | string | null {
  const logs = policy?.logs.map((log) => log.key) ?? []
  if (key === null && logs.length > 1) return 'names several logs' as const
  const isNamed = logs.length === 0 || logs.some(({ id }) => id === key?.id)
  if (key !== null && !isNamed) return 'does not name the log of the key' as const
  return key ?? logs[0] ?? null
}

function policyReader() {
  const logs: { key: VerifierKey; url: string | null }[] = []
  const witnesses: PolicyWitness[] = []
  const rules = new Map<string, Rule>()
  const members = new Set<string>()
  const publicKeys = { log: new Set<string>(), witness: new Set<string>() }
  let quorum: Rule | null = null

  function newName(name: string): void {
    refuse(name === NOBODY, '`none` is no name for a witness or a group')
    refuse(rules.has(name), `\`${name}\` is there twice`)
  }

  function keyOf(kind: 'log' | 'witness', written: string): VerifierKey {
    const key = parseKey(written)
    const type = kind === 'log' ? 'note' : 'cosignature'
    if (key?.type !== type) throw new PolicyFault(`this is not the key of a ${kind}`)
    const bytes = Buffer.from(key.publicKey).toString('hex')
    refuse(publicKeys[kind].has(bytes), 'this key is there twice')
    publicKeys[kind].add(bytes)
    return key
  }

  function group(name: string, count: string, names: readonly string[]): void {
    newName(name)
    const parts = names.map((member) => {
      const rule = rules.get(member)
      if (rule === undefined) throw new PolicyFault(`\`${member}\` is in no line above`)
      refuse(members.has(member), `\`${member}\` is a member already`)
      members.add(member)
      return rule
    })
    const needed = count === 'all' ? parts.length : count === 'any' ? 1 : countOf(count)
    refuse(needed > parts.length, `${needed} of ${parts.length} cannot be`)
    rules.set(name, (cosigned) => parts.filter((rule) => rule(cosigned)).length >= needed)
  }

  return {
    read(line: string): void {
      refuse(CONTROL.test(line), 'it has a control character')
      const [word = '', ...words] = line.split(/[ \t]+/).filter((part) => part !== '')
      const [first = '', second = '', third] = words
      if (word === '' || word.startsWith('#')) return
      if (word === 'log') {
        refuse(words.length < 1 || words.length > 2, 'it takes `log <key> [<address>]`')
        logs.push({ key: keyOf('log', first), url: words[1] ?? null })
      } else if (word === 'witness') {
        refuse(words.length < 2 || words.length > 3, 'it takes `witness <name> <key> [<address>]`')
        newName(first)
        const key = keyOf('witness', second)
        witnesses.push({ name: first, key, url: third ?? null })
        rules.set(first, (cosigned) => cosigned.has(idOf(key)))
      } else if (word === 'group') {
        refuse(words.length < 3, 'it takes `group <name> <all, any or a number> <name>…`')
        group(first, second, words.slice(2))
      } else if (word === 'quorum') {
        refuse(words.length !== 1, 'it takes `quorum <name, or none>`')
        refuse(quorum !== null, 'there is a quorum already')
        const rule = first === NOBODY ? () => true : rules.get(first)
        if (rule === undefined) throw new PolicyFault(`\`${first}\` is in no line above`)
        quorum = rule
      } else throw new PolicyFault('it begins with none of log, witness, group and quorum')
    },

    policy(): LogPolicy | null {
      const rule = quorum
      if (rule === null) return null
      return { logs, witnesses, isMet: (cosigned) => rule(new Set(cosigned.map(idOf))) }
    },
  }
}

/** A key under another name is another one. */
function idOf({ name, id, publicKey }: VerifierKey): string {
  return `${name}+${id}+${Buffer.from(publicKey).toString('hex')}`
}

function countOf(written: string): number {
  refuse(!COUNT.test(written), 'a group takes `all`, `any` or a number from 1 on')
  return Number(written)
}

function refuse(isWrong: boolean, message: string): void {
  if (isWrong) throw new PolicyFault(message)
}
