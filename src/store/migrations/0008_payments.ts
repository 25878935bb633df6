// Payments over x402. The id stands for (network, asset, payer, nonce): what the token itself lets
// happen once.

export const migration = {
  id: '0008_payments',
  up: `
CREATE TABLE payment (
  id               KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  network          KEY_TEXT NOT NULL CHECK (length(network) BETWEEN 3 AND 64),
  asset            KEY_TEXT NOT NULL CHECK (length(asset) = 42),
  payer            KEY_TEXT NOT NULL CHECK (length(payer) = 42),
  nonce            KEY_TEXT NOT NULL CHECK (length(nonce) = 66),
  pay_to           KEY_TEXT NOT NULL CHECK (length(pay_to) = 42),
  amount_atomic    TEXT     NOT NULL CHECK (length(amount_atomic) BETWEEN 1 AND 78),
  valid_after_s    BIGINT   NOT NULL,
  valid_before_s   BIGINT   NOT NULL,
  amount_micro_usd BIGINT   NOT NULL CHECK (amount_micro_usd > 0),
  reason           TEXT     NOT NULL,
  request_sha256   TEXT     NOT NULL CHECK (length(request_sha256) = 64),
  identifier       KEY_TEXT CHECK (length(identifier) = 64),
  credit_key_hash  KEY_TEXT CHECK (length(credit_key_hash) = 64),
  credit_micro_usd BIGINT   CHECK (credit_micro_usd > 0),
  state            TEXT     NOT NULL CHECK (state IN ('claimed', 'settling', 'settled', 'released')),
  owner            KEY_TEXT,
  lease_until      KEY_TEXT CHECK (length(lease_until) BETWEEN 20 AND 32),
  from_block       BIGINT,
  answer_sha256    TEXT     CHECK (length(answer_sha256) = 64),
  answer_status    BIGINT,
  answer_type      TEXT,
  answer_body      BYTEA,
  kept_until       KEY_TEXT CHECK (length(kept_until) BETWEEN 20 AND 32),
  transaction_hash KEY_TEXT CHECK (length(transaction_hash) = 66),
  log_index        BIGINT,
  made_at          TEXT     NOT NULL CHECK (length(made_at) BETWEEN 20 AND 32),
  closed_at        TEXT     CHECK (length(closed_at) BETWEEN 20 AND 32),
  CHECK ((state IN ('claimed', 'settling')) = (lease_until IS NOT NULL)),
  CHECK ((state IN ('settling', 'settled')) = (answer_sha256 IS NOT NULL)),
  CHECK ((state = 'settled') = (transaction_hash IS NOT NULL)),
  CHECK ((state = 'settled') = (log_index IS NOT NULL)),
  CHECK ((credit_key_hash IS NULL) = (credit_micro_usd IS NULL))
);

-- One transfer pays for one answer, whoever claims it.
CREATE UNIQUE INDEX payment_transfer ON payment (network, transaction_hash, log_index)
  WHERE transaction_hash IS NOT NULL;
CREATE UNIQUE INDEX payment_identifier ON payment (identifier) WHERE identifier IS NOT NULL;
CREATE INDEX payment_open ON payment (lease_until) WHERE lease_until IS NOT NULL;
CREATE INDEX payment_kept ON payment (kept_until) WHERE answer_body IS NOT NULL;
`,
} as const
