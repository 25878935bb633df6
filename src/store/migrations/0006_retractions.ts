// Answers that were found wrong after they were signed. They are not erased: whoever holds one must
// be able to learn of it.

export const migration = {
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
} as const
