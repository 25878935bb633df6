import { describe, expect, test } from 'vitest'
import type { SymbolTable } from '../../../../src/table/format/table.ts'
import { moduleOf } from '../packageOf.ts'
import { BOTO3, BOTOCORE, DATA, RESOURCES, servicesTable } from './serviceData.ts'

const table = servicesTable(BOTOCORE, DATA)

function definitionOf(of: SymbolTable, module: string, path: string) {
  let { entries } = moduleOf(of, module)
  let found = entries.find(({ name }) => name === path.split('.')[0])
  for (const part of path.split('.').slice(1)) {
    entries = found?.definition.members ?? []
    found = entries.find(({ name }) => name === part)
  }
  return found?.definition ?? null
}

function membersOf(of: SymbolTable, module: string, path: string): readonly string[] {
  return definitionOf(of, module, path)?.members.map(({ name }) => name) ?? []
}

describe('clients', () => {
  test('each service is listed by the name that a client is made by', () => {
    expect(moduleOf(table, 'botocore.data').entries.map(({ name }) => name)).toEqual([
      'broken',
      'store',
      'store-data',
    ])
  })

  test('a client has the operations of the newest version, by the rule of botocore, and what its base has', () => {
    expect(membersOf(table, 'botocore.client', 'ObjectStore')).toEqual([
      'can_paginate',
      'close',
      'exceptions',
      'generate_url',
      'get_paginator',
      'get_waiter',
      'get_web_acls',
      'list_hits',
      'list_things',
      'meta',
      'send_whatsapp',
    ])
  })

  test('an operation takes the members of its input by name, what the library adds to it, and their aliases', () => {
    expect(definitionOf(table, 'botocore.client', 'ObjectStore.list_things')?.signature).toBe(
      '(self, *, Bucket=None, Filter=None, Filters=None, SourceRegion=None)',
    )
    expect(definitionOf(table, 'botocore.client', 'ObjectStore.list_hits')?.signature).toBe(
      '(self)',
    )
  })

  test('pages and waiters take what their operation takes', () => {
    expect(membersOf(table, 'botocore.paginate', 'ObjectStore')).toEqual(['list_things'])
    expect(definitionOf(table, 'botocore.waiter', 'ObjectStore.thing_exists.wait')?.signature).toBe(
      '(self, *, Bucket=None, Filter=None, Filters=None, SourceRegion=None, WaiterConfig=None)',
    )
  })

  test('errors are the shapes that say so', () => {
    expect(membersOf(table, 'botocore.errorfactory', 'ObjectStore')).toEqual([
      'ClientError',
      'NoSuchThing',
    ])
  })

  test('two services of one name are two classes, and one that cannot be read is open', () => {
    const classes = moduleOf(table, 'botocore.client').entries.map(
      ({ name, definition }) => `${name} ${definition.isOpen}`,
    )
    expect(classes).toEqual(['ObjectStore false', 'broken true', 'store_data false'])
  })

  test('words that stand in quotes may be names that code adds', () => {
    expect(table.loose).toContain('old_name')
    expect(table.loose).not.toContain('put_thing')
  })

  test.each([
    ['another rule for names', { 'botocore/__init__.py': '_number_cap_regex = 1' }],
    ['no base of clients', { 'botocore/client.py': '' }],
  ])('with %s nothing is known to be missing', (_case, other) => {
    const open = servicesTable({ ...BOTOCORE, ...other }, DATA)
    expect(definitionOf(open, 'botocore.client', 'ObjectStore')?.isOpen).toBe(true)
  })
})

describe('resources', () => {
  const resources = servicesTable(BOTO3, RESOURCES)

  test('a service makes every resource, and those know their class', () => {
    expect(membersOf(resources, 'boto3.resources', 'store.ServiceResource')).toEqual([
      'Bucket',
      'Summary',
      'bucket',
      'buckets',
      'buckets_collection',
      'create_bucket',
      'create_bucket_action',
      'get_available_subresources',
      'load',
      'meta',
      'reload',
    ])
    expect(
      definitionOf(resources, 'boto3.resources', 'store.ServiceResource.Bucket')?.bases,
    ).toEqual(['-> .boto3.resources.store.Bucket'])
  })

  test('a name that is taken twice has its kind behind it', () => {
    const names = membersOf(resources, 'boto3.resources', 'store.Bucket')
    expect(names).toEqual(expect.arrayContaining(['name', 'name_action', 'delete_things']))
    expect(names).toContain('wait_until_exists')
  })
})
