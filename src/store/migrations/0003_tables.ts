// Symbol tables, each one value: they are read whole and searched in memory.

export const migration = {
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
} as const
