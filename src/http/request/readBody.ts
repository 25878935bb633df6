// From the bytes of a request to the value its schema lets through. Throws what is wrong with them.

import { ServiceError } from '../../errors.ts'
import { KNOWN_BODY_MAX_BYTES } from '../../limits.ts'
import { parseJsonBody } from './jsonBody.ts'
import type { BodyDefinition, RequestContext } from './route.ts'
import { RequestInvalid } from './validate.ts'

const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/

export function readBody(definition: BodyDefinition, context: RequestContext): unknown {
  const encoding = context.header('content-encoding')
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new ServiceError('content_type_unsupported', 'Request bodies are read unencoded only')
  }
  const contentType = context.header('content-type')
  if (contentType !== undefined && contentType !== 'application/json' && !isJson(contentType)) {
    throw new ServiceError('content_type_unsupported', 'Send the body as application/json')
  }
  const { rawBody } = context
  const bytes = rawBody.length <= KNOWN_BODY_MAX_BYTES ? rawBody.toString('latin1') : null
  const known = bytes === null ? undefined : definition.known.get(bytes)
  if (known !== undefined) return known
  const parsed = parseJsonBody(rawBody)
  if (!parsed.ok) throw new RequestInvalid(parsed.errors)
  const validated = definition.validate(parsed.value)
  if (!validated.ok) throw new RequestInvalid(validated.errors)
  const { value } = validated
  if (bytes !== null && typeof value === 'object' && value !== null) {
    definition.known.set(bytes, value)
  }
  return value
}

function isJson(contentType: string): boolean {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';')
  if (!JSON_TYPE.test(type.trim())) return false
  const charset = parameters.map((p) => p.trim()).find((p) => p.startsWith('charset='))
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
}
