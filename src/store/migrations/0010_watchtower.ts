// Probes of watched services, their daily sums, and the chains of signed reports.

export const migration = {
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
} as const
