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

-- Bytes that an extractor refused or died of, so that they are not tried in a loop.
CREATE TABLE extraction_failure (
  sha256      KEY_TEXT NOT NULL CHECK (length(sha256) = 64),
  extractor   KEY_TEXT NOT NULL CHECK (length(extractor) BETWEEN 1 AND 64),
  state       TEXT     NOT NULL CHECK (state IN ('refused', 'undetermined')),
  reason      TEXT     NOT NULL CHECK (length(reason) BETWEEN 1 AND 64),
  member      TEXT,
  detail      TEXT     NOT NULL,
  is_verified BIGINT   NOT NULL CHECK (is_verified IN (0, 1)),
  tries       BIGINT   NOT NULL CHECK (tries >= 1),
  failed_at   TEXT     NOT NULL CHECK (length(failed_at) BETWEEN 20 AND 32),
  PRIMARY KEY (sha256, extractor)
);
`,
} as const
