// Bodies about prepaid credit.

import { list, object, string } from './schemaParts.ts'

export const CreditPackRequest = {
  title: 'CreditPackRequest',
  type: 'object',
  properties: {
    pack: { type: 'string', enum: ['5', '20', '100'], title: 'Pack' },
    key_sha256: {
      type: 'string',
      minLength: 64,
      maxLength: 64,
      pattern: '^[0-9a-f]{64}$',
      title: 'Key Sha256',
      description: 'In hex, of a key that you made; the key itself is never sent here.',
      examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
    },
  },
  required: ['pack', 'key_sha256'],
} as const

const CreditPack = {
  title: 'CreditPack',
  ...object({
    pack: { type: 'string' },
    key_sha256: { type: 'string' },
    paid_usd: { type: 'string' },
    credit_usd: { type: 'string' },
  }),
} as const

const Credits = {
  title: 'Credits',
  ...object({
    balance_usd: string('What can be spent.'),
    held_usd: string('Set aside for answers under way.'),
    issued_at: { type: 'string', format: 'date-time' },
    entries: list(
      object({
        id: { type: 'integer' },
        at: { type: 'string', format: 'date-time' },
        reason: { type: 'string' },
        amount_usd: { type: 'string' },
        balance_change_usd: { type: 'string' },
      }),
      { description: 'The newest first.' },
    ),
  }),
} as const

export const CREDIT_SCHEMAS = { CreditPackRequest, Credits, CreditPack } as const
