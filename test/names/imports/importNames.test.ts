import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { describe, expect, test } from 'vitest'
import { parsePackageName } from '../../../src/domain/names/packageName.ts'
import {
  importList,
  loadBundledImports,
  loadStandardModules,
} from '../../../src/names/imports/bundledImports.ts'
import { importNames } from '../../../src/names/imports/importNames.ts'
import { loadBundledNames } from '../../../src/names/set/bundledNames.ts'

const rows = [
  ['google-cloud-storage', ['google.cloud.storage']],
  ['protobuf', ['google.protobuf']],
  ['pyyaml', ['_yaml', 'yaml']],
  ['pyopenssl', ['OpenSSL']],
  ['ruamel-yaml', ['ruamel.yaml']],
  ['yaml-other', ['yaml']],
  ['shouting', ['YAML']],
] as const

const made = importNames({
  list: importList('2026-11-15', () =>
    rows.map(([name, imports]) => `${[name, ...imports].join(' ')}\n`).join(''),
  ),
  popular: rows.map(([name]) => name),
  standardModules: () => new Set(['json', 'os']),
})

const bundled = importNames({
  list: loadBundledImports(),
  popular: loadBundledNames().pypi.names,
  standardModules: loadStandardModules,
})

const found = (written: string) =>
  made.find('pypi', written).providers.map(({ name, provides }) => `${name}: ${provides}`)

describe('a Python import', () => {
  test.each([
    ['yaml', ['pyyaml: yaml', 'yaml-other: yaml'], 'the most popular first'],
    ['YAML', ['shouting: YAML'], 'as it is spelled, where that is known'],
    ['Yaml', ['pyyaml: yaml', 'yaml-other: yaml', 'shouting: YAML'], 'else however'],
    ['yaml.loader', ['pyyaml: yaml', 'yaml-other: yaml'], 'a module inside'],
    ['openssl', ['pyopenssl: OpenSSL'], 'in another case'],
    ['google.cloud.storage.blob', ['google-cloud-storage: google.cloud.storage'], 'the whole path'],
    [
      'google',
      ['google-cloud-storage: google.cloud.storage', 'protobuf: google.protobuf'],
      'a namespace',
    ],
    ['google.nothing', [], 'a namespace provides nothing by itself'],
    ['ruamel', ['ruamel-yaml: ruamel.yaml'], 'a namespace of one'],
    ['nothing', [], 'nobody'],
  ])('%s: %s (%s)', (written, expected, _why) => {
    expect(found(written)).toEqual(expected)
  })

  test('of the standard library needs no distribution', () => {
    expect(made.find('pypi', 'os.path')).toEqual({ standardLibrary: true, providers: [] })
    expect(loadStandardModules().has('json')).toBe(true)
  })

  test.each([
    ['distutils', 'before 3.12'],
    ['telnetlib', 'before 3.13'],
    ['tomllib', 'since 3.11'],
    ['zoneinfo', 'since 3.9'],
    ['formatter', 'before 3.10'],
    ['annotationlib', 'since 3.14'],
    ['msvcrt', 'on another platform'],
  ])('of the library of some release: %s, %s', (module) => {
    expect(loadStandardModules().has(module)).toBe(true)
  })
})

describe('a JavaScript import', () => {
  test.each([
    ['lodash/fp', 'lodash'],
    ['@babel/core/lib/index.js', '@babel/core'],
    ['left-pad', 'left-pad'],
    ['process/browser', 'process'],
    ['punycode/', 'punycode'],
  ])('%s is of %s', (written, name) => {
    expect(made.find('npm', written).providers).toMatchObject([{ name, provides: name }])
  })

  test.each(['fs', 'fs/promises', 'node:test', 'node:sqlite', 'node:fs/promises'])(
    '%s is of Node itself',
    (written) => {
      expect(made.find('npm', written).standardLibrary).toBe(true)
    },
  )

  test.each(['node:nope', 'node:lodash', 'node:', 'node:node:fs', 'test'])(
    '%s is not of Node itself',
    (written) => {
      expect(made.find('npm', written).standardLibrary).toBe(false)
    },
  )

  test('of every module that the Node at hand has', () => {
    for (const name of builtinModules) {
      expect(made.find('npm', name).standardLibrary, name).toBe(true)
    }
  })

  test('of no package that npm could have', () => {
    expect(made.find('npm', '@scope').providers).toEqual([])
  })
})

describe('the bundled list', () => {
  test.each([
    ['yaml', 'pyyaml'],
    ['PIL', 'pillow'],
    ['cv2', 'opencv-python'],
    ['sklearn', 'scikit-learn'],
    ['bs4', 'beautifulsoup4'],
    ['dotenv', 'python-dotenv'],
    ['google.cloud.storage', 'google-cloud-storage'],
    ['win32api', 'pywin32'],
    ['requests', 'requests'],
    ['backports.zoneinfo', 'backports-zoneinfo'],
    ['PyQt5.QtCore', 'pyqt5'],
    ['google.nothing_of_this', undefined],
  ])('%s comes from %s', (written, name) => {
    expect(bundled.find('pypi', written).providers[0]?.name).toBe(name)
  })

  test('has the right distribution first for every import of the facts but one', () => {
    const facts = readFileSync(
      new URL('../../facts/import_to_distribution.jsonl', import.meta.url),
      'utf8',
    )
    const wrong = facts
      .trim()
      .split('\n')
      .map((line): { import: string; distribution: string } => JSON.parse(line))
      .filter(({ import: written, distribution }) => {
        const first = bundled.find('pypi', written).providers[0]?.name
        return first !== parsePackageName('pypi', distribution)
      })
    // Its source distribution does not say what it installs, and it has no wheel.
    expect(wrong.map((fact) => fact.import)).toEqual(['libvirt'])
  })
})

describe('a slip of a Python import', () => {
  const near = (written: string) =>
    made.near(written).map(({ name, distribution }) => `${name} ${distribution}`)

  test.each([
    ['ymal', ['yaml pyyaml'], 'two letters changed places'],
    ['yml', ['yaml pyyaml'], 'a letter left out'],
    ['pyyml', ['yaml pyyaml'], 'of the name of the distribution'],
    ['opensll', ['OpenSSL pyopenssl'], 'whatever its case'],
    ['gogle', ['google null'], 'a namespace is nobody’s'],
    ['jsn', ['json null'], 'the language itself'],
    ['something', [], 'nothing lies near'],
    ['y'.repeat(200), [], 'too long to be one'],
  ])('%s: %s (%s)', (written, expected, _why) => {
    expect(near(written)).toEqual(expected)
  })

  test('one slip comes before two', () => {
    const some = importNames({
      list: importList(
        '2026-11-15',
        () => 'wanderlust wanderlust\nbrotlipy-kit brotli\nbrotli brotli\nawnderlutx awnderlutx\n',
      ),
      popular: ['wanderlust', ...Array.from({ length: 900 }, (_, at) => `p${at}`), 'brotli'],
      standardModules: () => new Set(),
    })
    expect(some.near('awnderluts').map(({ name }) => name)).toEqual(['awnderlutx', 'wanderlust'])
    // Of several that have it, the one that is called so.
    expect(some.near('brotil')[0]?.distribution).toBe('brotli')
  })

  test.each([
    ['requests', 'requests'],
    ['scikit-learn', 'sklearn'],
    ['setuptools', 'setuptools'],
    ['google-cloud-storage', 'google.cloud.storage'],
    ['nobody-has-this', null],
  ])('%s is imported as %s', (distribution, name) => {
    expect(bundled.importOf(distribution)).toBe(name)
  })

  test.each([
    ['yhdra', 'hydra', 'hydra-core'],
    ['skleran', 'sklearn', 'scikit-learn'],
    ['scikit_lern', 'sklearn', 'scikit-learn'],
    ['PLI', 'PIL', 'pillow'],
    ['bs5', 'bs4', 'beautifulsoup4'],
    ['datetme', 'datetime', null],
  ])('in the list that ships: %s is %s of %s', (written, name, distribution) => {
    const [first] = bundled.near(written)
    expect(first).toEqual({ name, distribution })
  })
})
