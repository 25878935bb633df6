// GET /llms.txt: the whole service on one plain page, for programs that read prose.

import { KEY_RULE } from '../../charge/creditKeys.ts'
import { renderUsd } from '../../domain/money.ts'
import { priceOf, type Route } from '../request/route.ts'
import { SERVICE_NAME, SERVICE_SUMMARY, type ServiceFacts } from '../request/serviceFacts.ts'
import { SCHEMAS } from '../schemas/schemas.ts'

export function renderLlmsText(facts: ServiceFacts, routes: readonly Route[]): string {
  const base = facts.baseUrl()
  const quota =
    facts.demoDailyLimit === 0
      ? 'without a limit'
      : `${facts.demoDailyLimit} calls a day for each client address, reset at 00:00 UTC`
  return `# ${SERVICE_NAME} ${facts.version}

> ${SERVICE_SUMMARY}

Base address: ${base}
Documentation: ${base}/docs (errors: ${base}/docs/reference/errors, findings: ${base}/docs/reference/findings)
Bodies are JSON (Content-Type: application/json). Every 422 has FastAPI's shape; every other error is
{detail, code, docs}, where docs is the address of the page that explains it. What cannot be decided is a 503 with Retry-After, never "absent". No failure is charged.
Signed answers have "notices" where the registry says something of the package or a release (deprecated,
yanked, archived, quarantined) or where the name is held back or looks like a far more popular one.

## First question

curl -s ${base}/demo/v1/package/exists -H 'content-type: application/json' \\
  -d '{"ecosystem":"npm","name":"express"}'

## Payment

Paid routes take a prepaid key in the header X-API-Key. Without one they answer 402 with an x402
version 2 challenge (header PAYMENT-REQUIRED and JSON body). ${renderX402(facts)}
Only a 200 is charged, once. With a key, send Idempotency-Key: the same call again within 24 hours then
returns the stored answer and costs nothing. A payment that was answered 503 may be sent again as it is.
Demo routes are free: ${quota}.
A question about a package that was never asked for may take long. With the header Prefer: respond-async it
is a 202 then, and its answer is fetched from Location, where it is paid for and not before.
POST /mcp has the same questions as tools for agents (Model Context Protocol, streamable HTTP): a tools/call
with X-API-Key costs what its paid route costs, without one it counts as a demo call.

## Routes

${routes.filter(isForPrograms).map(renderRoute).join('')}
## Checking an answer

The attestation is signed by the verifier wallet (EIP-191 over its RFC 8785 canonical JSON). Check it
with POST /receipts/verify, offline with \`assay verify\`, or with any Ethereum tool; the verifier's
addresses are in /policy. attestation.answer_sha256 binds the answer to the attestation.
`
}

/** What a browser loads for the page tells a program nothing, nor does an address that leads on. */
function isForPrograms({ responses }: Route): boolean {
  const answer = responses[200]
  if (answer === undefined) return false
  const type = answer.contentType ?? ''
  return !/^(?:image\/|text\/(?:css|javascript))/.test(type)
}

function renderX402({ x402 }: ServiceFacts): string {
  return x402 === null
    ? `Its "accepts" is empty: x402 is
off here, and so nothing can be bought, POST /credits/buy included. A key comes from whoever runs this
service (\`assay keys issue\`); without one, ask the demo routes.`
    : `Pay it with any x402 client (scheme exact, network ${x402.network}), or by
hand with any wallet: let it sign (eth_signTypedData_v4) the TransferWithAuthorization of EIP-3009
(from, to, value, validAfter, validBefore, nonce) for one offer of "accepts": to is its payTo, value its
amount, the domain has its extra.name, its extra.version, the number in its network as chainId and its
asset as verifyingContract. Send the base64 of
{"x402Version":2,"accepted":<the offer>,"payload":{"authorization":{...},"signature":"0x..."}}
in PAYMENT-SIGNATURE with the same request. Numbers of the authorization are decimal texts.
To have a key, make one (${KEY_RULE}) and buy credit for its sha256: POST /credits/buy,
paid with x402 (a common client refuses more than 1 USD until its limit is raised).`
}

function renderRoute(route: Route): string {
  const price =
    typeof route.access === 'string'
      ? route.access === 'demo'
        ? 'free within the demo quota'
        : 'free'
      : `${'quote' in route.access ? 'from ' : ''}${renderUsd(priceOf(route.access) ?? 0)} USD`
  const fields = route.body === null ? '' : `  body: ${renderFields(route.body.schemaName)}\n`
  const head = `- ${route.method} ${route.path} (${price}): ${route.summary}\n`
  return `${head}${renderParameters(route)}${fields}`
}

function renderFields(name: keyof typeof SCHEMAS): string {
  const schema = SCHEMAS[name]
  if (!('properties' in schema)) return 'object'
  const fields = Object.entries<Readonly<Record<string, unknown>>>(schema.properties)
  return `{ ${fields.map(([field, rule]) => renderField(field, rule)).join(', ')} }`
}

function renderField(field: string, rule: Readonly<Record<string, unknown>>): string {
  const { type, enum: choices, anyOf, minLength, maxLength } = rule
  // A schema, or null.
  if (Array.isArray(anyOf)) return `${renderField(field, anyOf[0])} or null`
  if (Array.isArray(choices)) return `${field}: ${choices.join(' | ')}`
  const bounds = maxLength === undefined ? '' : ` (${minLength ?? 0} to ${maxLength} characters)`
  return `${field}: ${String(type)}${bounds}`
}

function renderParameters({ parameters = [] }: Route): string {
  const fields = parameters.map(({ name, required, schema }) => {
    return `${renderField(name, schema)}${required ? '' : ', optional'}`
  })
  return fields.length === 0 ? '' : `  parameters: { ${fields.join('; ')} }\n`
}
