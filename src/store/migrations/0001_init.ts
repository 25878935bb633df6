// The first schema. One text for both dialects: BIGINT for every integer, TEXT for times (ISO 8601,
// UTC) and hashes (hex), natural keys, and sequence numbers that are counted under the lock of
// their owner's row instead of by an identity column, whose syntax the dialects do not share.
//
// KEY_TEXT is for texts that are looked up or sorted: SQLite takes any type with TEXT in its name
// for a text, and for PostgreSQL it is a domain that compares bytes (see postgres.ts).
//
// Lists that will grow (ecosystems, registry statuses, answer types) have no CHECK: SQLite cannot
// change one later without rebuilding the table.

export const migration = {
  id: '0001_init',
  up: `
-- Rows of the latest-version chains. Append only.
CREATE TABLE proof (
  ecosystem       KEY_TEXT NOT NULL CHECK (length(ecosystem) BETWEEN 1 AND 32),
  name            KEY_TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  seq             BIGINT   NOT NULL CHECK (seq >= 1),
  kind            TEXT     NOT NULL CHECK (kind IN ('indexed', 'alarm')),
  version         TEXT,
  filename        TEXT,
  sha256          TEXT     CHECK (length(sha256) = 64),
  size_bytes      BIGINT   CHECK (size_bytes >= 0),
  digest          TEXT     CHECK (digest IN ('computed', 'declared')),
  registry_status TEXT,
  extractor       TEXT     NOT NULL,
  extracted_at    TEXT     NOT NULL CHECK (length(extracted_at) BETWEEN 20 AND 32),
  previous_hash   TEXT     CHECK (length(previous_hash) = 64),
  hash            TEXT     NOT NULL CHECK (length(hash) = 64),
  PRIMARY KEY (ecosystem, name, seq),
  CHECK ((seq = 1) = (previous_hash IS NULL)),
  CHECK ((filename IS NULL) = (sha256 IS NULL)),
  CHECK ((filename IS NULL) = (size_bytes IS NULL)),
  CHECK ((filename IS NULL) = (digest IS NULL))
);

-- One row for each package of the index. head_seq is its last 'indexed' row: alarms come after it
-- in the chain and do not move it. The row's lock is what appends to a chain wait for.
CREATE TABLE package (
  ecosystem  KEY_TEXT NOT NULL,
  name       KEY_TEXT NOT NULL,
  head_seq   BIGINT   NOT NULL,
  checked_at TEXT     NOT NULL CHECK (length(checked_at) BETWEEN 20 AND 32),
  PRIMARY KEY (ecosystem, name),
  FOREIGN KEY (ecosystem, name, head_seq) REFERENCES proof (ecosystem, name, seq)
);

-- Every release we have read, from a chain or pinned; what the size of the index is counted from.
CREATE TABLE known_release (
  ecosystem KEY_TEXT NOT NULL CHECK (length(ecosystem) BETWEEN 1 AND 32),
  name      KEY_TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  version   KEY_TEXT NOT NULL CHECK (length(version) BETWEEN 1 AND 512),
  PRIMARY KEY (ecosystem, name, version)
);

-- Proof rows of pinned releases, outside every chain.
CREATE TABLE pinned_proof (
  ecosystem       KEY_TEXT NOT NULL,
  name            KEY_TEXT NOT NULL,
  version         KEY_TEXT NOT NULL,
  filename        TEXT,
  sha256          TEXT     CHECK (length(sha256) = 64),
  size_bytes      BIGINT   CHECK (size_bytes >= 0),
  digest          TEXT     CHECK (digest IN ('computed', 'declared')),
  registry_status TEXT,
  extractor       TEXT     NOT NULL,
  extracted_at    TEXT     NOT NULL CHECK (length(extracted_at) BETWEEN 20 AND 32),
  PRIMARY KEY (ecosystem, name, version),
  FOREIGN KEY (ecosystem, name, version) REFERENCES known_release (ecosystem, name, version),
  CHECK ((filename IS NULL) = (sha256 IS NULL)),
  CHECK ((filename IS NULL) = (size_bytes IS NULL)),
  CHECK ((filename IS NULL) = (digest IS NULL))
);

CREATE TABLE answer (
  attestation_hash KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(attestation_hash) = 66),
  type             TEXT     NOT NULL,
  verdict          TEXT     NOT NULL,
  attestation      TEXT     NOT NULL,
  signature        TEXT     NOT NULL,
  answer           TEXT     NOT NULL,
  signed_at        TEXT     NOT NULL CHECK (length(signed_at) BETWEEN 20 AND 32)
);

-- The day comes first so that old days are one range to purge.
CREATE TABLE quota (
  day    KEY_TEXT NOT NULL CHECK (length(day) = 10),
  client KEY_TEXT NOT NULL CHECK (length(client) BETWEEN 1 AND 255),
  used   BIGINT   NOT NULL CHECK (used >= 0),
  PRIMARY KEY (day, client)
);

-- entries counts the rows of credit_entry; its value after an update is the number of the new row.
CREATE TABLE credit_key (
  key_hash          KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(key_hash) = 64),
  label             TEXT     NOT NULL,
  balance_micro_usd BIGINT   NOT NULL CHECK (balance_micro_usd >= 0),
  entries           BIGINT   NOT NULL CHECK (entries >= 1),
  issued_at         KEY_TEXT NOT NULL CHECK (length(issued_at) BETWEEN 20 AND 32),
  revoked_at        TEXT     CHECK (length(revoked_at) BETWEEN 20 AND 32)
);

-- The ledger. Append only; the sum of a key's rows is its balance.
CREATE TABLE credit_entry (
  key_hash         KEY_TEXT NOT NULL REFERENCES credit_key (key_hash),
  id               BIGINT   NOT NULL CHECK (id >= 1),
  amount_micro_usd BIGINT   NOT NULL CHECK (amount_micro_usd <> 0),
  reason           TEXT     NOT NULL,
  made_at          TEXT     NOT NULL CHECK (length(made_at) BETWEEN 20 AND 32),
  PRIMARY KEY (key_hash, id)
);

CREATE TABLE verifier (
  address     KEY_TEXT NOT NULL PRIMARY KEY,
  valid_from  KEY_TEXT NOT NULL CHECK (length(valid_from) BETWEEN 20 AND 32),
  valid_until KEY_TEXT CHECK (length(valid_until) BETWEEN 20 AND 32),
  CHECK (length(address) = 42 AND address = lower(address))
);

-- One key signs at a time, whatever the code above does.
CREATE UNIQUE INDEX verifier_current ON verifier ((valid_until IS NULL)) WHERE valid_until IS NULL;
`,
} as const
