-- The log, the entries and their edges, with the columns and the meaning that the SQLite file gives them. Names and
-- digests are compared byte by byte, so their collation is "C" whatever the database's is.
CREATE TABLE foam.log (
    seq bigint PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    run text COLLATE "C" NOT NULL,
    seal text COLLATE "C" NOT NULL,
    node bytea NOT NULL
);
CREATE UNIQUE INDEX log_by_run ON foam.log (run, key) WHERE run <> '';

CREATE TABLE foam.entries (
    seq bigint PRIMARY KEY,
    key text COLLATE "C" NOT NULL UNIQUE,
    kind text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    seal text COLLATE "C" NOT NULL,
    at text COLLATE "C" NOT NULL,
    body bytea NOT NULL,
    erased bigint NOT NULL
);
CREATE INDEX entries_by_kind ON foam.entries (kind, seq);

CREATE TABLE foam.edges (
    child text COLLATE "C" NOT NULL,
    position integer NOT NULL,
    parent text COLLATE "C" NOT NULL,
    role text COLLATE "C" NOT NULL,
    PRIMARY KEY (child, position)
);
CREATE INDEX edges_by_parent ON foam.edges (parent);

-- Nothing is changed or removed, whoever is connected. The one exception is an erasure that the log already names.
CREATE FUNCTION foam.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record is append-only: % of foam.% is refused', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE FUNCTION foam.allow_erasure() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.seq, NEW.key, NEW.kind, NEW.digest, NEW.at) = (OLD.seq, OLD.key, OLD.kind, OLD.digest, OLD.at)
        AND NEW.erased > OLD.erased
        AND EXISTS (SELECT FROM foam.log l
                    WHERE l.seq = NEW.erased AND l.kind = 'erased' AND l.key = NEW.key AND l.seal = NEW.seal)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the record is append-only: the log names no such erasure of %', OLD.key
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON foam.log
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON foam.edges
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.entries
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER erased_only BEFORE UPDATE ON foam.entries
    FOR EACH ROW EXECUTE FUNCTION foam.allow_erasure();

-- Lines, entries and edges, each column as an array.
CREATE FUNCTION foam.insert_rows(
    line_seqs bigint[], line_kinds text[], line_keys text[], line_runs text[], line_seals text[], nodes bytea[],
    seqs bigint[], keys text[], kinds text[], digests text[], seals text[], times text[], bodies bytea[],
    children text[], positions integer[], parents text[], roles text[]
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO foam.log (seq, kind, key, run, seal, node)
        SELECT * FROM unnest(line_seqs, line_kinds, line_keys, line_runs, line_seals, nodes);
    INSERT INTO foam.entries (seq, key, kind, digest, seal, at, body, erased)
        SELECT *, 0 FROM unnest(seqs, keys, kinds, digests, seals, times, bodies);
    IF cardinality(children) > 0 THEN
        INSERT INTO foam.edges (child, position, parent, role)
            SELECT * FROM unnest(children, positions, parents, roles);
    END IF;
END
$$;

-- Whoever holds this lock is the only one who adds to the log. An advisory lock, since a role that may only insert may
-- not lock a table.
CREATE FUNCTION foam.lock_log() RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1179599181, 'foam.log'::regclass::oid::bigint::bit(32)::int)
$$;

-- Append in one round trip what the caller prepared for a log of this size whose last node this is; `needed` are the
-- entries that must be there, `joined` the run, or an empty text. False, and nothing is done, where anything is not as
-- the caller supposed.
CREATE FUNCTION foam.append_prepared(
    size bigint, last bytea, needed text[], joined text,
    line_seqs bigint[], line_kinds text[], line_keys text[], line_runs text[], line_seals text[], nodes bytea[],
    seqs bigint[], keys text[], kinds text[], digests text[], seals text[], times text[], bodies bytea[],
    children text[], positions integer[], parents text[], roles text[]
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    found_seq bigint := 0;
    found_node bytea := '';
BEGIN
    PERFORM foam.lock_log();
    SELECT l.seq, l.node INTO found_seq, found_node FROM foam.log l ORDER BY l.seq DESC LIMIT 1;
    IF coalesce(found_seq, 0) <> size OR coalesce(found_node, '') <> last
        OR EXISTS (SELECT FROM foam.entries e WHERE e.key = ANY(append_prepared.keys))
        OR (SELECT count(*) FROM foam.entries e WHERE e.key = ANY(needed)) <> cardinality(needed)
        OR (joined <> '' AND NOT EXISTS (SELECT FROM foam.entries e WHERE e.key = joined AND e.kind = 'run'))
    THEN
        RETURN false;
    END IF;
    PERFORM foam.insert_rows(line_seqs, line_kinds, line_keys, line_runs, line_seals, nodes,
                             seqs, keys, kinds, digests, seals, times, bodies, children, positions, parents, roles);
    RETURN true;
END
$$;
