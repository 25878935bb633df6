// Bodies about prepaid credit.

import * as is from './schemaParts.ts'

export const CreditPackRequest = is.object({
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
})

export const CREDIT_SCHEMAS = is.titled({
  CreditPackRequest,
  Credits: is.object({
    balance_usd: is.string('What can be spent.'),
    held_usd: is.string('Set aside for answers under way.'),
    issued_at: is.TIME,
    entries: is.list(
      is.object({
        id: is.INTEGER,
        at: is.TIME,
        reason: is.STRING,
        amount_usd: is.STRING,
        balance_change_usd: is.STRING,
      }),
      { description: 'The newest first.' },
    ),
  }),
  CreditPack: is.object({
    pack: is.STRING,
    key_sha256: is.STRING,
    paid_usd: is.STRING,
    credit_usd: is.STRING,
  }),
})
