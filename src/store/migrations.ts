// Every change of the schema, in the order in which it is applied. What was released is never edited.

/** `up` is one text for both dialects. */
export type Migration = Readonly<{ id: string; up: string }>

export const MIGRATIONS: readonly Migration[] = [
  // The first schema. One text for both dialects: BIGINT for every integer, TEXT for times (ISO 8601,
  // UTC) and hashes (hex), natural keys, and sequence numbers that are counted under the lock of
  // their owner's row instead of by an identity column, whose syntax the dialects do not share.
  //
  // KEY_TEXT is for texts that are looked up or sorted: SQLite takes any type with TEXT in its name
  // for a text, and for PostgreSQL it is a domain that compares bytes (see postgres.ts).
  //
  // Lists that will grow (ecosystems, registry statuses, answer types) have no CHECK: SQLite cannot
  // change one later without rebuilding the table.
  {
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
  },
  // What nodes need to share the work of ingestion: who is at it, and what could not be read.
  {
    id: '0002_ingestion',
    up: `
-- Who works on something right now. A row whose time is over belongs to nobody.
CREATE TABLE lease (
  key        KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(key) BETWEEN 1 AND 512),
  owner      KEY_TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 128),
  expires_at KEY_TEXT NOT NULL CHECK (length(expires_at) BETWEEN 20 AND 32)
);

-- Which registry the index of an ecosystem was made from. One store, one registry for each: a
-- proof row says what a registry served, and must never be read as another's.
CREATE TABLE index_registry (
  ecosystem KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(ecosystem) BETWEEN 1 AND 32),
  registry  TEXT     NOT NULL CHECK (length(registry) BETWEEN 1 AND 4096)
);

-- Which other digests a registry declared for a file whose sha256 we computed, so that a file that
-- was replaced shows without a download.
CREATE TABLE declared_digest (
  sha256   KEY_TEXT NOT NULL CHECK (length(sha256) = 64),
  declared KEY_TEXT NOT NULL CHECK (length(declared) BETWEEN 1 AND 256),
  PRIMARY KEY (sha256, declared)
);

-- Bytes that an extractor refused or died of, so that they are not tried in a loop.
CREATE TABLE extraction_failure (
  opening_id  KEY_TEXT NOT NULL CHECK (length(opening_id) = 64),
  extractor   KEY_TEXT NOT NULL CHECK (length(extractor) BETWEEN 1 AND 64),
  state       TEXT     NOT NULL CHECK (state IN ('refused', 'undetermined')),
  reason      TEXT     NOT NULL CHECK (length(reason) BETWEEN 1 AND 64),
  member      TEXT,
  detail      TEXT     NOT NULL,
  is_verified BIGINT   NOT NULL CHECK (is_verified IN (0, 1)),
  tries       BIGINT   NOT NULL CHECK (tries >= 1),
  failed_at   TEXT     NOT NULL CHECK (length(failed_at) BETWEEN 20 AND 32),
  PRIMARY KEY (opening_id, extractor)
);
`,
  },
  // Symbol tables, each one value: they are read whole and searched in memory.
  {
    id: '0003_tables',
    up: `
-- dependencies is empty where no other file was followed, else a hash of their digests. BYTEA means
-- nothing to SQLite, which keeps bytes as bytes in a column of any type.
CREATE TABLE symbol_table (
  opening_id   KEY_TEXT NOT NULL CHECK (length(opening_id) = 64),
  dependencies KEY_TEXT NOT NULL CHECK (length(dependencies) IN (0, 64)),
  extractor    KEY_TEXT NOT NULL CHECK (length(extractor) BETWEEN 1 AND 64),
  symbols      BIGINT   NOT NULL CHECK (symbols >= 0),
  encoded      BYTEA    NOT NULL,
  PRIMARY KEY (opening_id, dependencies, extractor)
);

-- The size of the index is summed from here, without a look at the tables.
CREATE INDEX symbol_table_symbols ON symbol_table (symbols);
`,
  },
  // What a symbol table was made from besides its own file.
  {
    id: '0004_followed',
    up: `
-- Which of the tables of a file is the one that answers rest on. The first choice is final, unless
-- something could not be had for a passing reason (is_final 0). followed and unfollowed are lists
-- in JSON: they are read whole, with the table.
CREATE TABLE table_basis (
  opening_id     KEY_TEXT NOT NULL CHECK (length(opening_id) = 64),
  extractor      KEY_TEXT NOT NULL CHECK (length(extractor) BETWEEN 1 AND 64),
  dependencies   KEY_TEXT NOT NULL CHECK (length(dependencies) IN (0, 64)),
  followed       TEXT     NOT NULL,
  followed_files BIGINT   NOT NULL CHECK (followed_files >= 0),
  unfollowed     TEXT     NOT NULL,
  is_final       BIGINT   NOT NULL CHECK (is_final IN (0, 1)),
  tries          BIGINT   NOT NULL CHECK (tries >= 0),
  tried_at       KEY_TEXT NOT NULL CHECK (length(tried_at) BETWEEN 20 AND 32),
  PRIMARY KEY (opening_id, extractor),
  CHECK ((followed_files = 0) = (dependencies = ''))
);
`,
  },
  // What a registry says to whoever installs a deprecated release: it may name the package to use.
  {
    id: '0005_deprecation',
    up: `
ALTER TABLE proof ADD COLUMN deprecation TEXT;
ALTER TABLE pinned_proof ADD COLUMN deprecation TEXT;
`,
  },
  // Answers that were found wrong after they were signed. They are not erased: whoever holds one must
  // be able to learn of it.
  {
    id: '0006_retractions',
    up: `
CREATE TABLE retraction (
  attestation_hash KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(attestation_hash) = 66),
  seq              BIGINT   NOT NULL UNIQUE CHECK (seq >= 1),
  type             TEXT     NOT NULL CHECK (length(type) BETWEEN 1 AND 64),
  reason           TEXT     NOT NULL CHECK (length(reason) BETWEEN 1 AND 2048),
  found_by         TEXT     NOT NULL CHECK (length(found_by) BETWEEN 1 AND 64),
  retracted_at     TEXT     NOT NULL CHECK (length(retracted_at) BETWEEN 20 AND 32)
);
`,
  },
  // The ledger in double entry. A row moves money from one account to another, so that no row alone
  // can make or lose any; src/domain/accounts.ts names the accounts. What the keys of before had and
  // spent is carried over.
  {
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
  },
  // Payments over x402. The id stands for (network, asset, payer, nonce): what the token itself lets
  // happen once.
  {
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
  },
  // Whether a payee was ever paid here, without reading every payment.
  {
    id: '0009_payees',
    up: `
CREATE INDEX payment_payee ON payment (pay_to) WHERE state = 'settled';
`,
  },
  // Probes of watched services, their daily sums, and the chains of signed reports.
  {
    id: '0010_watchtower',
    up: `
CREATE TABLE watch_target (
  id            KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(id) BETWEEN 1 AND 64),
  probes        BIGINT   NOT NULL DEFAULT 0 CHECK (probes >= 0),
  claimed_due   KEY_TEXT NOT NULL CHECK (length(claimed_due) = 24),
  claimed_by    KEY_TEXT,
  claimed_until KEY_TEXT CHECK (length(claimed_until) = 24),
  closed_until  KEY_TEXT CHECK (length(closed_until) = 24)
);

CREATE TABLE watch_probe (
  target_id      KEY_TEXT NOT NULL REFERENCES watch_target (id),
  due_at         KEY_TEXT NOT NULL CHECK (length(due_at) = 24),
  at             TEXT     NOT NULL CHECK (length(at) = 24),
  outcome        TEXT     NOT NULL CHECK (outcome IN ('ok', 'degraded', 'failed', 'not_measured')),
  reason         TEXT     CHECK (length(reason) BETWEEN 1 AND 32),
  status         BIGINT   CHECK (status BETWEEN 100 AND 999),
  latency_ms     BIGINT   CHECK (latency_ms >= 0),
  tls_expires_at TEXT     CHECK (length(tls_expires_at) = 24),
  PRIMARY KEY (target_id, due_at),
  CHECK ((outcome = 'ok') = (reason IS NULL))
);

CREATE TABLE watch_day (
  target_id    KEY_TEXT NOT NULL REFERENCES watch_target (id),
  day          KEY_TEXT NOT NULL CHECK (length(day) = 10),
  ok           BIGINT   NOT NULL,
  degraded     BIGINT   NOT NULL,
  failed       BIGINT   NOT NULL,
  not_measured BIGINT   NOT NULL,
  PRIMARY KEY (target_id, day)
);

CREATE TABLE watch_report (
  target_id        KEY_TEXT NOT NULL REFERENCES watch_target (id),
  number           BIGINT   NOT NULL CHECK (number >= 1),
  window_start     KEY_TEXT NOT NULL CHECK (length(window_start) = 24),
  window_end       KEY_TEXT NOT NULL CHECK (length(window_end) = 24),
  attestation_hash KEY_TEXT NOT NULL CHECK (length(attestation_hash) = 66),
  previous_hash    KEY_TEXT CHECK (length(previous_hash) = 66),
  PRIMARY KEY (target_id, number),
  UNIQUE (target_id, window_start),
  CHECK ((number = 1) = (previous_hash IS NULL))
);
`,
  },
  // Where a private source keeps a file, and which files were fetched: bytes of the same digest that
  // came as another file say nothing of what its own address serves.
  {
    id: '0011_sources',
    up: `
ALTER TABLE proof ADD COLUMN source_url TEXT;
ALTER TABLE pinned_proof ADD COLUMN source_url TEXT;
CREATE TABLE fetched_file (
  ecosystem KEY_TEXT NOT NULL CHECK (length(ecosystem) BETWEEN 1 AND 32),
  name      KEY_TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 512),
  filename  KEY_TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 512),
  sha256    KEY_TEXT NOT NULL CHECK (length(sha256) = 64),
  PRIMARY KEY (ecosystem, name, filename, sha256)
);
`,
  },
  // What is to be told of a file that was read all the same: codes, a space between.
  {
    id: '0012_remarks',
    up: `
ALTER TABLE proof ADD COLUMN remarks TEXT;
ALTER TABLE pinned_proof ADD COLUMN remarks TEXT;
`,
  },
  // A digest of what a row says, by which a row that a disk has changed is told. Rows of before have none.
  {
    id: '0013_sums',
    up: `
ALTER TABLE proof ADD COLUMN row_sum TEXT;
ALTER TABLE pinned_proof ADD COLUMN row_sum TEXT;
ALTER TABLE table_basis ADD COLUMN row_sum TEXT;
`,
  },
  // What else a registry says of a project and of a release: why it has its status, and why it was yanked.
  {
    id: '0014_words',
    up: `
ALTER TABLE proof ADD COLUMN status_reason TEXT;
ALTER TABLE proof ADD COLUMN yanked TEXT;
ALTER TABLE pinned_proof ADD COLUMN status_reason TEXT;
ALTER TABLE pinned_proof ADD COLUMN yanked TEXT;
`,
  },
  // Questions whose callers would rather not wait: the answer waits to be fetched. Of the question
  // itself only a digest is kept; `id` is the digest of the last part of its address.
  {
    id: '0015_pending',
    up: `
CREATE TABLE pending (
  id             KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 64),
  route          TEXT     NOT NULL,
  request_sha256 TEXT     NOT NULL CHECK (length(request_sha256) = 64),
  client         KEY_TEXT NOT NULL,
  lease_until    KEY_TEXT NOT NULL CHECK (length(lease_until) BETWEEN 20 AND 32),
  expires_at     KEY_TEXT NOT NULL CHECK (length(expires_at) BETWEEN 20 AND 32),
  is_fetched     BIGINT   NOT NULL CHECK (is_fetched IN (0, 1)),
  is_free        BIGINT   NOT NULL CHECK (is_free IN (0, 1)),
  answer_status  BIGINT,
  answer_type    TEXT,
  answer_headers TEXT,
  answer_body    BYTEA,
  CHECK ((answer_status IS NULL) = (answer_body IS NULL))
);
CREATE INDEX pending_client ON pending (client);
CREATE INDEX pending_expiry ON pending (expires_at);
`,
  },
  // Releases and tables that were pulled from indexes of others, and whose these are.
  {
    id: '0016_pulled',
    up: `
CREATE TABLE pulled_index (
  address   KEY_TEXT NOT NULL PRIMARY KEY CHECK (length(address) BETWEEN 1 AND 4096),
  maker     KEY_TEXT NOT NULL CHECK (length(maker) = 42),
  made_at   TEXT     NOT NULL CHECK (length(made_at) = 24),
  pulled_at TEXT     NOT NULL CHECK (length(pulled_at) = 24)
);

-- Shards all of whose releases were taken, so that they need not be read again.
CREATE TABLE pulled_shard (
  maker  KEY_TEXT NOT NULL CHECK (length(maker) = 42),
  sha256 KEY_TEXT NOT NULL CHECK (length(sha256) = 64),
  PRIMARY KEY (maker, sha256)
);

-- facts is JSON: it is read whole. The table itself is where those of this node are.
CREATE TABLE pulled_release (
  ecosystem KEY_TEXT NOT NULL CHECK (length(ecosystem) BETWEEN 1 AND 32),
  name      KEY_TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 255),
  version   KEY_TEXT NOT NULL CHECK (length(version) BETWEEN 1 AND 512),
  filename  KEY_TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 512),
  facts     TEXT     NOT NULL,
  row_sum   TEXT     NOT NULL CHECK (length(row_sum) = 64),
  PRIMARY KEY (ecosystem, name, version, filename)
);

ALTER TABLE table_basis ADD COLUMN read_by TEXT;
`,
  },
  // The log of signed answers. What has no index yet is given one by the node that integrates.
  {
    id: '0017_log',
    up: `
-- How many indexes were given. Its row is what savers wait for, so nothing else is in it.
CREATE TABLE log_next (
  id   BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  size BIGINT NOT NULL CHECK (size >= 0)
);
INSERT INTO log_next (id, size) VALUES (1, 0);

CREATE TABLE log_head (
  id         BIGINT NOT NULL PRIMARY KEY CHECK (id = 1),
  origin     TEXT,
  log_key    TEXT,
  integrated BIGINT NOT NULL CHECK (integrated >= 0),
  checkpoint TEXT,
  CHECK ((origin IS NULL) = (log_key IS NULL)),
  CHECK ((integrated = 0) = (checkpoint IS NULL))
);
INSERT INTO log_head (id, integrated) VALUES (1, 0);

-- A tile that is not full is one row that grows.
CREATE TABLE log_tile (
  level  BIGINT NOT NULL CHECK (level BETWEEN 0 AND 63),
  number BIGINT NOT NULL CHECK (number >= 0),
  bytes  BYTEA  NOT NULL CHECK (length(bytes) BETWEEN 32 AND 8192),
  PRIMARY KEY (level, number)
);

ALTER TABLE answer ADD COLUMN log_index BIGINT;
ALTER TABLE answer ADD COLUMN log_form TEXT;
CREATE UNIQUE INDEX answer_logged ON answer (log_index) WHERE log_index IS NOT NULL;
CREATE INDEX answer_unlogged ON answer (attestation_hash) WHERE log_index IS NULL;
ALTER TABLE retraction ADD COLUMN log_index BIGINT;
CREATE UNIQUE INDEX retraction_logged ON retraction (log_index) WHERE log_index IS NOT NULL;
CREATE INDEX retraction_unlogged ON retraction (seq) WHERE log_index IS NULL;
`,
  },
  // Leaves have a table of their own: no answer is written again for the log. A log that was begun before,
  // which no release had, begins anew.
  {
    id: '0018_log_leaves',
    up: `
DROP INDEX answer_logged;
DROP INDEX answer_unlogged;
DROP INDEX retraction_logged;
DROP INDEX retraction_unlogged;
DELETE FROM log_tile;
UPDATE log_next SET size = 0;
UPDATE log_head SET origin = NULL, log_key = NULL, integrated = 0, checkpoint = NULL;

-- The checkpoint that is shown: with the cosignatures of witnesses, and maybe not the newest.
ALTER TABLE log_head ADD COLUMN shown TEXT;
ALTER TABLE log_head ADD COLUMN shown_size BIGINT;

-- What stands where: an answer, or that it was retracted. seal is the digest of a sealed leaf; a leaf
-- without one is open, and is made of what it stands for.
CREATE TABLE log_leaf (
  log_index        BIGINT   NOT NULL PRIMARY KEY CHECK (log_index >= 0),
  attestation_hash KEY_TEXT NOT NULL CHECK (length(attestation_hash) = 66),
  is_retraction    BIGINT   NOT NULL CHECK (is_retraction IN (0, 1)),
  seal             BYTEA    CHECK (length(seal) = 32),
  CONSTRAINT log_leaf_once UNIQUE (attestation_hash, is_retraction)
);
`,
  },
  // Narrower: the digest of a sealed leaf follows from its answer, and 112 bits of a hash name an answer.
  {
    id: '0019_log_places',
    up: `
-- leaf: a byte that says what stands there (0 an answer, 1 that it was retracted, 2 below), and the first 14 of
-- the hash of the attestation. is_open is NULL where the leaf is sealed, which takes no room.
CREATE TABLE log_place (
  log_index BIGINT NOT NULL PRIMARY KEY CHECK (log_index >= 0),
  is_open   BIGINT CHECK (is_open = 1),
  leaf      BYTEA  NOT NULL CHECK (length(leaf) = 15),
  CONSTRAINT log_place_once UNIQUE (leaf)
);
INSERT INTO log_place (log_index, is_open, leaf)
SELECT log_index, CASE WHEN seal IS NULL THEN 1 END,
  unhex('0' || is_retraction || substr(attestation_hash, 3, 28))
FROM log_leaf ORDER BY log_index;
DROP TABLE log_leaf;

-- Leaves that say that the key of the log is followed by another one, whole. In log_place they are of
-- kind 2, with a digest of their text.
CREATE TABLE log_rotation (
  log_index BIGINT NOT NULL PRIMARY KEY CHECK (log_index >= 0),
  leaf      TEXT   NOT NULL
);
`,
  },
  // Most leaves need no row of their own: the place of an answer stands in the row that it is saved with.
  // What is given its place later stays in log_place.
  {
    id: '0020_log_in_answers',
    up: `
-- Of a log before 0018, which no release had.
UPDATE answer SET log_index = NULL, log_form = NULL WHERE log_index IS NOT NULL;
-- log_form is NULL where the leaf is sealed, which takes no room.
CREATE UNIQUE INDEX answer_placed ON answer (log_index) WHERE log_index IS NOT NULL;

-- Places are counted on for ever: of a log that was begun anew the first leaf has this one.
ALTER TABLE log_head ADD COLUMN base BIGINT NOT NULL DEFAULT 0;

-- Addresses of verifiers that others have followed: what they sign gets no place any more. They stand in
-- the row that gives places, because who waited for it sees no other row as it is by then.
ALTER TABLE log_next ADD COLUMN gone TEXT NOT NULL DEFAULT '';
`,
  },
  {
    id: '0021_module_counts',
    up: `
-- How many modules a table has, and of how many every name is known; NULL for one that was saved before.
ALTER TABLE symbol_table ADD COLUMN modules BIGINT CHECK (modules >= 0);
ALTER TABLE symbol_table ADD COLUMN whole_modules BIGINT CHECK (whole_modules >= 0);
CREATE INDEX symbol_table_modules ON symbol_table (modules, whole_modules);
`,
  },
]
