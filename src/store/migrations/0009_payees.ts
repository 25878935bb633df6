// Whether a payee was ever paid here, without reading every payment.

export const migration = {
  id: '0009_payees',
  up: `
CREATE INDEX payment_payee ON payment (pay_to) WHERE state = 'settled';
`,
} as const
