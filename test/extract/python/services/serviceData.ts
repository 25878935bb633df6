// A botocore and a boto3 that are small: what they say of their data, and some data.

import { gzipSync } from 'node:zlib'
import { tableOf } from '../../../../src/extract/python/services/serviceTable.ts'
import type { SymbolTable } from '../../../../src/table/format/table.ts'

export const BOTOCORE: Readonly<Record<string, string>> = {
  'botocore/__init__.py': `
_first_cap_regex = re.compile('(.)([A-Z][a-z]+)')
_end_cap_regex = re.compile('([a-z0-9])([A-Z])')
_special_case_transform = re.compile('[A-Z]{2,}s$')
_xform_cache = {
    ('ListHITs', '_'): 'list_hits',
    (
        'SendWhatsApp',
        '_',
    ): 'send_whatsapp',
}
`,
  'botocore/client.py': `
class BaseClient:
    def __init__(self):
        self.meta = ClientMeta()

    def __getattr__(self, item):
        raise AttributeError(item)

    def close(self):
        pass

    def can_paginate(self, operation_name):
        pass

    def get_paginator(self, operation_name):
        pass

    @property
    def exceptions(self):
        pass


class ClientMeta:
    def partition(self):
        pass
`,
  'botocore/signers.py': `
def add_url(class_attributes, **kwargs):
    class_attributes['generate_url'] = generate_url
`,
  'botocore/handlers.py': `
aliases = {
    'ec2.*.Filter': 'Filters',
}
HANDLERS = [('getattr.store.old_name', ClientMethodAlias('list_things'))]
`,
  'botocore/session.py': `
class Session:
    def create_client(self, service_name, region_name=None, api_version=None):
        pass
`,
}

const STORE = {
  metadata: { serviceFullName: 'Amazon Object Store' },
  operations: {
    ListThings: { name: 'ListThings', input: { shape: 'ListThingsInput' } },
    ListHITs: { name: 'ListHITs' },
    SendWhatsApp: { name: 'SendWhatsApp' },
    GetWebACLs: { name: 'GetWebACLs' },
  },
  shapes: {
    ListThingsInput: {
      type: 'structure',
      members: { Bucket: {}, Filter: {} },
      required: ['Bucket'],
    },
    NoSuchThing: { type: 'structure', exception: true },
    Thing: { type: 'structure', members: { Name: {} } },
  },
}

export const DATA: Readonly<Record<string, unknown>> = {
  'botocore/data/store/2019-01-01/service-2.json': { ...STORE, operations: { GoneThings: {} } },
  'botocore/data/store/2020-01-01/service-2.json.gz': STORE,
  'botocore/data/store/2020-01-01/service-2.sdk-extras.json': {
    version: 1,
    merge: { shapes: { ListThingsInput: { members: { SourceRegion: {} } } } },
  },
  'botocore/data/store/2020-01-01/paginators-1.json': { pagination: { ListThings: {} } },
  'botocore/data/store/2020-01-01/waiters-2.json': {
    waiters: { ThingExists: { operation: 'ListThings' } },
  },
  'botocore/data/store-data/2020-01-01/service-2.json': STORE,
  'botocore/data/broken/2020-01-01/service-2.json': { operations: [] },
}

export const BOTO3: Readonly<Record<string, string>> = {
  'boto3/__init__.py': `
from boto3.session import Session


def client(*args, **kwargs):
    return _get_default_session().client(*args, **kwargs)


def resource(*args, **kwargs):
    return _get_default_session().resource(*args, **kwargs)
`,
  'boto3/session.py': `
class Session:
    def __init__(self, region_name=None):
        pass

    def client(self, service_name, region_name=None, api_version=None):
        pass

    def resource(self, service_name, region_name=None, api_version=None):
        pass
`,
  'boto3/inject.py': `
def inject(class_attributes):
    inject_attribute(class_attributes, 'upload_file', upload_file)


def upload_file(self, Filename):
    pass
`,
}

export const RESOURCES: Readonly<Record<string, unknown>> = {
  'boto3/data/store/2020-01-01/resources-1.json': {
    service: {
      actions: { CreateBucket: {} },
      has: { Bucket: { resource: { type: 'Bucket' } } },
      hasMany: { Buckets: {} },
    },
    resources: {
      Bucket: {
        identifiers: [{ name: 'Name' }],
        shape: 'Bucket',
        actions: { Name: {}, DeleteThings: {} },
        waiters: { Exists: {} },
      },
      Summary: { identifiers: [{ name: 'BucketName' }] },
    },
  },
}

export function servicesTable(
  code: Readonly<Record<string, string>>,
  data: Readonly<Record<string, unknown>>,
): SymbolTable {
  const paths = [...Object.keys(code), ...Object.keys(data)].sort()
  return tableOf(paths, new Map(Object.entries(code)), (path) => bytesOf(path, data))
}

export function bytesOf(path: string, data: Readonly<Record<string, unknown>>): Buffer | null {
  if (!Object.hasOwn(data, path)) return null
  const text = Buffer.from(JSON.stringify(data[path]))
  return path.endsWith('.gz') ? gzipSync(text) : text
}
