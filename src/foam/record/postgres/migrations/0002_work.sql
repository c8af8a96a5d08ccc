-- Work that waits for a worker, is being done, or has ended. A worker holds its work by a lease that it renews; when the
-- lease runs out, anybody may take the work. What was answered is in the record, so that costs nothing twice.
CREATE TABLE foam.work (
    id text COLLATE "C" PRIMARY KEY,
    ordered jsonb NOT NULL,
    state text COLLATE "C" NOT NULL DEFAULT 'waiting'
        CHECK (state IN ('waiting', 'running', 'done', 'failed', 'cancelled')),
    submitted timestamptz NOT NULL DEFAULT clock_timestamp(),
    worker text NOT NULL DEFAULT '',
    lease_until timestamptz,
    attempts integer NOT NULL DEFAULT 0,
    is_cancelled boolean NOT NULL DEFAULT false,
    progress jsonb NOT NULL DEFAULT '{}',
    error text NOT NULL DEFAULT '',
    hint text NOT NULL DEFAULT '',
    ended timestamptz
);
CREATE INDEX work_by_state ON foam.work (state, submitted);
