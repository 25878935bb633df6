import { describe, expect, test } from 'vitest'
import { ConfigError, type Environment, forQuestions, loadConfig } from '../src/config.ts'

const load = (env: Record<string, string>) => loadConfig(env, 'home', 'base')

function mistakesOf(env: Record<string, string>): string {
  try {
    load(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return ''
}

describe('loadConfig', () => {
  test('an empty environment runs on loopback with the embedded store', () => {
    const config = load({})
    expect(config).toMatchObject({ host: '127.0.0.1', port: 8402, demoDailyLimit: 25 })
    expect(config.databaseUrl()).toBeNull()
    expect(config.dataDir.endsWith('data')).toBe(true)
  })

  test('an empty variable is an unset one', () => {
    expect(load({ ASSAY_PORT: '', ASSAY_BASE_URL: '' })).toMatchObject({
      port: 8402,
      baseUrl: null,
    })
  })

  const CASES = [
    { rule: 'a port is a number', env: { ASSAY_PORT: 'http' }, says: 'ASSAY_PORT must be a whole' },
    { rule: 'a port is in range', env: { ASSAY_PORT: '65536' }, says: 'from 0 to 65535' },
    { rule: 'a port is plain', env: { ASSAY_PORT: '0x50' }, says: 'ASSAY_PORT' },
    { rule: 'a number is not negative', env: { ASSAY_DEMO_DAILY_LIMIT: '-1' }, says: 'LIMIT must' },
    { rule: 'a level is known', env: { ASSAY_LOG_LEVEL: 'loud' }, says: 'one of: trace' },
    {
      rule: 'a base is a URL',
      env: { ASSAY_BASE_URL: 'example.org' },
      says: 'http:// or https://',
    },
    { rule: 'a base is HTTP', env: { ASSAY_BASE_URL: 'ftp://a' }, says: 'ASSAY_BASE_URL must' },
    {
      rule: 'a database is PostgreSQL',
      env: { ASSAY_DATABASE_URL: 'mysql://a' },
      says: 'postgres://',
    },
    {
      rule: 'a proxy is an address',
      env: { ASSAY_TRUSTED_PROXIES: '10.0.0.0/33' },
      says: 'ranges',
    },
    { rule: 'proxies are not names', env: { ASSAY_TRUSTED_PROXIES: 'lb.local' }, says: 'ranges' },
    { rule: 'a key is 64 hex digits', env: { ASSAY_VERIFIER_KEY: 'abc' }, says: '64 hex digits' },
    {
      rule: 'a contact is one line',
      env: { ASSAY_SECURITY_CONTACT: 'mailto:a@b.example\nExpires: never' },
      says: 'mailto: or https://',
    },
    { rule: 'an address has 40', env: { ASSAY_RETIRED_KEYS: '0x12' }, says: '40 hex digits' },
    { rule: 'a misspelt name is a mistake', env: { ASSAY_DATABSE_URL: 'x' }, says: 'no setting' },
    {
      rule: 'one source for the key',
      env: { ASSAY_VERIFIER_KEY: 'a'.repeat(64), ASSAY_VERIFIER_KEY_FILE: 'k' },
      says: 'keep one',
    },
  ] as const
  test.each(CASES)('$rule', ({ env, says }) => {
    expect(mistakesOf(env)).toContain(says)
  })

  test('all mistakes are listed together', () => {
    const message = mistakesOf({ ASSAY_PORT: 'x', ASSAY_LOG_LEVEL: 'y', ASSAY_WHAT: 'z' })
    expect(message.split('\n')).toHaveLength(4)
  })

  test('no value is ever echoed', () => {
    const secret = 'f00dfeed'.repeat(7)
    expect(mistakesOf({ ASSAY_VERIFIER_KEY: secret, ASSAY_PORT: secret })).not.toContain('f00dfeed')
  })

  test('no secret shows when the configuration is printed', () => {
    const secret = 'c0ffee00'.repeat(8)
    const config = load({
      ASSAY_VERIFIER_KEY: secret,
      ASSAY_DATABASE_URL: 'postgres://me:hunter2@127.0.0.1/assay',
      ASSAY_NPM_REGISTRY: 'https://me:hunter2@registry.example/',
    })
    expect(config.verifierKey()).toBe(secret)
    expect(JSON.stringify(config)).not.toMatch(/c0ffee|hunter2/)
  })

  test('ranges and lists are read', () => {
    const config = load({ ASSAY_TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8' })
    expect(config.trustedProxies).toEqual(['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'])
  })

  test('half a judge is none', () => {
    expect(mistakesOf({ ASSAY_JUDGE_MODEL: 'x' })).toContain('ASSAY_JUDGE_URL')
    expect(mistakesOf({ ASSAY_PAY_TO: 'me' })).toContain('ASSAY_PAY_TO')
  })

  const X402 = {
    ASSAY_PAY_TO: '0x00000000000000000000000000000000000000a1',
    ASSAY_X402_NETWORK: 'base',
    ASSAY_FACILITATOR_URL: 'https://facilitator.example',
    ASSAY_RPC_URL: 'https://node.example/v2/hunter2',
  }

  test('payments need all that they need, or none of it', () => {
    expect(load({}).x402).toBeNull()
    expect(load(X402).x402).toMatchObject({ network: 'eip155:8453' })
    for (const name of Object.keys(X402)) {
      const rest = Object.fromEntries(Object.entries(X402).filter(([other]) => other !== name))
      expect(mistakesOf(rest)).toContain(name)
    }
    expect(JSON.stringify(load(X402))).not.toContain('hunter2')
  })

  test.each([
    ['base', undefined, [{ name: 'USD Coin', version: '2', decimals: 6 }]],
    ['base-sepolia', undefined, [{ name: 'USDC', version: '2' }]],
    ['eip155:10', `0x${'b'.repeat(40)}:A Dollar:1:18`, [{ name: 'A Dollar', decimals: 18 }]],
  ])('tokens on %s', (network, asset, expected) => {
    const set = { ...X402, ASSAY_X402_NETWORK: network, ASSAY_X402_ASSET: asset ?? '' }
    expect(load(set).x402?.assets).toMatchObject(expected)
  })

  test.each([
    ['ASSAY_X402_NETWORK', 'solana:mainnet'],
    ['ASSAY_X402_NETWORK', 'eip155:0'],
    ['ASSAY_X402_NETWORK', 'constructor'],
    ['ASSAY_X402_ASSET', `0x${'b'.repeat(40)}`],
    ['ASSAY_X402_ASSET', `0x${'b'.repeat(40)}:A:1:5`],
    ['ASSAY_X402_ASSET', '0xb:A:1:6'],
  ])('%s may not be %s', (name, value) => {
    expect(mistakesOf({ ...X402, [name]: value })).toContain(name)
  })

  test('a network that is not known by name needs its token', () => {
    expect(mistakesOf({ ...X402, ASSAY_X402_NETWORK: 'eip155:10' })).toContain('ASSAY_X402_ASSET')
  })
})

describe('questions, which are asked in any folder', () => {
  const dirOf = (environment: Environment, isOfService = false) =>
    forQuestions(() => isOfService, environment, '/people/a', '/code')['ASSAY_DATA_DIR']

  test('keep what they keep with the user, unless told otherwise', () => {
    expect(dirOf({})).toBe('/people/a/.cache/assay')
    expect(dirOf({ ASSAY_DATA_DIR: '' })).toBe('/people/a/.cache/assay')
    expect(dirOf({ XDG_CACHE_HOME: '/caches' })).toBe('/caches/assay')
    expect(dirOf({ ASSAY_DATA_DIR: '/mine' })).toBe('/mine')
    expect(dirOf({}, true)).toBeUndefined()
    // Files that were fetched and the key are kept in a folder over PostgreSQL, too.
    expect(dirOf({ ASSAY_DATABASE_URL: 'postgres://a/b' })).toBe('/people/a/.cache/assay')
  })
})
