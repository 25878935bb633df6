// What nodes need to share the work of ingestion: who is at it, and what could not be read.

export const migration = {
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
} as const
