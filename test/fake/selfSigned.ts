// A certificate for 127.0.0.1, made on the spot: no private key has to live in the repository.
// X.509 is nested type-length-value; these few lines write the one shape that is needed.

import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'

function der(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}

const sequence = (...parts: readonly Buffer[]) => der(0x30, ...parts)
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
const utcTime = (text: string) => der(0x17, Buffer.from(text))

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'))
const COMMON_NAME = sequence(
  der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from('loopback test')))),
)

/** PEM texts of a key and a self-signed certificate that is its own authority. */
export function selfSigned(): Readonly<{ key: string; cert: string }> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const isAuthority = der(0x04, sequence(der(0x01, Buffer.from([0xff]))))
  const loopback = der(0x04, sequence(der(0x87, Buffer.from([127, 0, 0, 1]))))
  const extensions = sequence(
    sequence(oid('551d13'), der(0x01, Buffer.from([0xff])), isAuthority),
    sequence(oid('551d11'), loopback),
  )
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    COMMON_NAME,
    sequence(utcTime('200101000000Z'), utcTime('490101000000Z')),
    COMMON_NAME,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(
    body,
    ECDSA_WITH_SHA256,
    der(0x03, Buffer.concat([Buffer.from([0]), signature])),
  )
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}
