// The ledger in double entry. A row moves money from one account to another, so that no row alone
// can make or lose any; src/domain/accounts.ts names the accounts. What the keys of before had and
// spent is carried over.

export const migration = {
  id: '0007_ledger',
  up: `
ALTER TABLE credit_key ADD COLUMN held_micro_usd BIGINT NOT NULL DEFAULT 0
  CHECK (held_micro_usd >= 0);

-- Append only. Each owner counts its own rows: a key under the lock of its row, a payment likewise.
CREATE TABLE ledger_entry (
  owner            KEY_TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 128),
  seq              BIGINT   NOT NULL CHECK (seq >= 1),
  from_account     KEY_TEXT NOT NULL CHECK (length(from_account) BETWEEN 1 AND 160),
  to_account       KEY_TEXT NOT NULL CHECK (length(to_account) BETWEEN 1 AND 160),
  amount_micro_usd BIGINT   NOT NULL CHECK (amount_micro_usd > 0),
  reason           TEXT     NOT NULL,
  charge_id        KEY_TEXT,
  made_at          TEXT     NOT NULL CHECK (length(made_at) BETWEEN 20 AND 32),
  PRIMARY KEY (owner, seq),
  CHECK (from_account <> to_account)
);

INSERT INTO ledger_entry
  (owner, seq, from_account, to_account, amount_micro_usd, reason, charge_id, made_at)
SELECT 'key:' || key_hash, id,
  CASE WHEN amount_micro_usd > 0 THEN 'issued' ELSE 'credit:' || key_hash END,
  CASE WHEN amount_micro_usd > 0 THEN 'credit:' || key_hash ELSE 'revenue' END,
  abs(amount_micro_usd),
  CASE WHEN amount_micro_usd > 0 THEN reason ELSE 'migrated:' || reason END,
  NULL, made_at
FROM credit_entry;

DROP TABLE credit_entry;

-- One row for each answer that a key pays or paid for. The reply is kept with the money that was
-- taken for it; kept_until ends the caller's name for the call and then the reply itself.
CREATE TABLE charge (
  id               KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
  key_hash         KEY_TEXT NOT NULL REFERENCES credit_key (key_hash),
  amount_micro_usd BIGINT   NOT NULL CHECK (amount_micro_usd > 0),
  reason           TEXT     NOT NULL,
  request_sha256   TEXT     NOT NULL CHECK (length(request_sha256) = 64),
  idempotency      KEY_TEXT CHECK (length(idempotency) = 64),
  state            TEXT     NOT NULL CHECK (state IN ('held', 'captured', 'released')),
  held_until       KEY_TEXT CHECK (length(held_until) BETWEEN 20 AND 32),
  answer_sha256    TEXT     CHECK (length(answer_sha256) = 64),
  answer_status    BIGINT,
  answer_type      TEXT,
  answer_body      BYTEA,
  kept_until       KEY_TEXT CHECK (length(kept_until) BETWEEN 20 AND 32),
  made_at          TEXT     NOT NULL CHECK (length(made_at) BETWEEN 20 AND 32),
  closed_at        TEXT     CHECK (length(closed_at) BETWEEN 20 AND 32),
  CHECK ((state = 'held') = (held_until IS NOT NULL)),
  CHECK ((state = 'held') = (closed_at IS NULL)),
  CHECK ((state = 'captured') = (answer_sha256 IS NOT NULL)),
  CHECK ((state = 'captured') = (kept_until IS NOT NULL))
);

CREATE UNIQUE INDEX charge_named ON charge (key_hash, idempotency) WHERE idempotency IS NOT NULL;
CREATE INDEX charge_held ON charge (held_until) WHERE state = 'held';
CREATE INDEX charge_kept ON charge (kept_until) WHERE answer_body IS NOT NULL;
`,
} as const
