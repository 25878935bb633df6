// Clients and resources that boto3 makes of data: `boto3.client("store")`.

import { expect, test } from 'vitest'
import { checkCode } from '../../../src/check/checkCode.ts'
import type { PackageOutcome, PackageUse } from '../../../src/check/plan/packageTables.ts'
import { tableOf } from '../../extract/python/packageOf.ts'
import {
  BOTO3,
  BOTOCORE,
  DATA,
  RESOURCES,
  servicesTable,
} from '../../extract/python/services/serviceData.ts'
import { openedPackage } from '../openedPackage.ts'
import { SMALL_WORLD, shown } from '../smallWorld.ts'

const FILES: Readonly<Record<string, PackageOutcome>> = {
  'boto3 table': {
    ...openedPackage('boto3', tableOf(BOTO3)),
    followed: [{ name: 'botocore', version: '1.2.3' }],
  } as PackageOutcome,
  'botocore table': openedPackage('botocore', tableOf(BOTOCORE)),
  'boto3 services': openedPackage('boto3', servicesTable(BOTO3, RESOURCES)),
  'botocore services': openedPackage('botocore', servicesTable(BOTOCORE, DATA)),
}

type Asked = Readonly<{ name: string; pin: string | null; use: PackageUse }>

async function check(
  content: string,
  { pins = 'boto3==1.0.0\n', without = '' }: { pins?: string; without?: string } = {},
) {
  const asked: Asked[] = []
  const files = [
    { path: 'a.py', content },
    { path: 'requirements.txt', content: pins },
  ]
  const report = await checkCode(
    { files },
    {
      ...SMALL_WORLD,
      tables: async ({ name }, { pin }, use = 'table') => {
        asked.push({ name, pin, use })
        const found = `${name} ${use}` === without ? undefined : FILES[`${name} ${use}`]
        return found ?? { state: 'undetermined', reason: 'it took too long' }
      },
    },
  )
  const lines = report.findings.filter(({ path }) => path === 'a.py')
  return {
    said: lines.map(shown),
    messages: lines.map(({ message }) => message),
    of: lines.map(({ evidence }) => evidence?.filename),
    open: report.undetermined.map(({ name }) => name),
    asked: asked.filter(({ use }) => use === 'services'),
  }
}

const HEAD = 'import boto3\nstore = boto3.client("store")\n'

test('an operation that the service has not is missing, by the file that tells', async () => {
  const { said, messages, of, open } = await check(
    `${HEAD}store.list_thing()\nstore.list_things()\nstore.close()\nstore.meta\n`,
  )
  expect(said).toEqual([
    '3:7 symbol_not_found botocore.client.ObjectStore.list_thing -> list_things',
  ])
  expect(messages[0]).toContain('botocore.client.ObjectStore has no list_thing in 1.0.0')
  expect(of).toEqual(['botocore.tgz'])
  expect(open).toEqual([])
})

test('keywords are those of the operation, by name alone', async () => {
  const { said } = await check(
    `${HEAD}store.list_things(bucket="x")\nstore.list_things("x")\nstore.list_things(Bucket="x", Filters=[])\nstore.list_hits(**{})\n`,
  )
  expect(said).toEqual([
    '3:19 call_does_not_fit botocore.client.ObjectStore.list_things -> Bucket',
    '4:7 call_does_not_fit botocore.client.ObjectStore.list_things',
  ])
})

test('a service that there is not, told at its name, and nothing of what comes of it', async () => {
  const { said, messages } = await check(
    'import boto3\nx = boto3.client("stroe")\nx.list()\nboto3.resource("store-data")\nboto3.resource("store")\n',
  )
  expect(said).toEqual([
    '2:19 call_does_not_fit boto3.client -> store',
    '4:17 call_does_not_fit boto3.resource',
  ])
  expect(messages[0]).toBe('boto3.client knows no stroe in 1.0.0. Did you mean store?')
})

test('a session makes the same, by place or by name', async () => {
  const { said } = await check(
    'import boto3\ns = boto3.Session()\ns.client("store").gone()\ns.client(service_name="store").gone()\ns.client(region_name="x", service_name="stor")\nfrom botocore.session import Session\nSession().create_client("store").gone()\n',
    { pins: 'boto3==1.0.0\nbotocore==1.0.0\n' },
  )
  expect(said).toEqual([
    '3:19 symbol_not_found botocore.client.ObjectStore.gone',
    '4:32 symbol_not_found botocore.client.ObjectStore.gone',
    '5:41 call_does_not_fit boto3.session.Session.client -> store',
    '7:34 symbol_not_found botocore.client.ObjectStore.gone',
  ])
})

test('the function takes what the method takes that it hands all to', async () => {
  const { said } = await check('import boto3\nboto3.client("store", region="x")\n')
  expect(said).toEqual(['2:23 call_does_not_fit boto3.client -> region_name'])
})

test('pages, waiters and errors are those of the service', async () => {
  const { said } = await check(
    `${HEAD}pages = store.get_paginator("list_things")\npages.paginate(Bucket="x", PaginationConfig={}).search("a")\npages.paginate(Buckt="x")\nstore.get_paginator("get_web_acls")\nstore.get_waiter("thing_exist")\nstore.get_waiter("thing_exists").wait(Bucket="x")\nstore.exceptions.NoSuchThing\nstore.exceptions.NoSuchThin\n`,
  )
  expect(said).toEqual([
    '5:16 call_does_not_fit botocore.paginate.ObjectStore.list_things.paginate -> Bucket',
    '6:22 call_does_not_fit botocore.client.ObjectStore.get_paginator',
    '7:19 call_does_not_fit botocore.client.ObjectStore.get_waiter -> thing_exists',
    '10:18 symbol_not_found botocore.errorfactory.ObjectStore.NoSuchThin -> NoSuchThing',
  ])
})

test('what code of either package may add is not missing', async () => {
  const { said } = await check(
    `${HEAD}store.upload_file("x")\nstore.old_name()\nstore.generate_url("x")\n`,
  )
  expect(said).toEqual([])
})

test('of a resource calls alone are wrong: its data is described elsewhere', async () => {
  const { said } = await check(
    'import boto3\nr = boto3.resource("store")\nb = r.Bucket("x")\nb.delete_things()\nb.delete_all()\nprint(b.creation_date, b.name)\nr.buckets.all()\nb.upload_file("x")\n',
  )
  expect(said).toEqual(['5:3 symbol_not_found boto3.resources.store.Bucket.delete_all'])
})

test.each([
  ['a name that is computed', 'boto3.client(name).gone()\n'],
  ['another version of the service', 'boto3.client("store", api_version="2019-01-01").gone()\n'],
  ['one of two', 'c = boto3.client("store") if x else boto3.client("broken")\nc.gone()\n'],
  ['one that cannot be read', 'boto3.client("broken").gone()\n'],
])('nothing is said of %s', async (_case, code) => {
  const { said } = await check(`import boto3\n${code}`)
  expect(said).toEqual([])
})

test('data that cannot be had leaves it open', async () => {
  const { said, open } = await check(`${HEAD}store.gone()\nboto3.client("stroe")\n`, {
    without: 'botocore services',
  })
  expect(said).toEqual([])
  expect(open).toContain('gone')
})

test('the release is the one that the code is held to, else the one that boto3 was read with', async () => {
  const { asked } = await check(HEAD)
  expect(asked).toEqual([
    { name: 'boto3', pin: '1.0.0', use: 'services' },
    { name: 'botocore', pin: '1.2.3', use: 'services' },
  ])
  const held = await check(HEAD, { pins: 'boto3==1.0.0\nbotocore==1.1.0\n' })
  expect(held.asked[1]?.pin).toBe('1.1.0')
})

test('who names no service has no data read', async () => {
  const { asked } = await check('import boto3\nboto3.Session().region_name\nboto3.client(name)\n')
  expect(asked).toEqual([])
})
