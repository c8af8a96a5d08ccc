-- Personal files. Their keys never come here: what the database, its log, its copies and its replicas hold of them is
-- ciphertext, which begins with a mark (15 bytes, the first one zero) and the id of the file (18 bytes).

-- A sample of values that the planner keeps would outlive them, in a catalogue that no erasure reaches. A change of type,
-- even to the same one, drops what was kept so far.
ALTER TABLE foam.entries ALTER COLUMN body TYPE bytea;
ALTER TABLE foam.entries ALTER COLUMN body SET STATISTICS 0;
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT c.relname AS tab, a.attname AS col, o.collname AS coll
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_collation o ON o.oid = a.attcollation
        WHERE c.relnamespace = 'foam'::regnamespace AND c.relkind = 'r' AND c.relname LIKE 'people\_%'
            AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid = 'text'::regtype
    LOOP
        EXECUTE format('ALTER TABLE foam.%I ALTER COLUMN %I TYPE text COLLATE pg_catalog.%I',
                       found.tab, found.col, found.coll);
        EXECUTE format('ALTER TABLE foam.%I ALTER COLUMN %I SET STATISTICS 0', found.tab, found.col);
    END LOOP;
END
$$;

-- Whose an entry is, and which entries are anybody's.
CREATE INDEX entries_by_owner ON foam.entries (substr(body, 1, 33), seq) WHERE substr(body, 1, 1) = '\x00';
ALTER INDEX foam.entries_by_owner ALTER COLUMN 1 SET STATISTICS 0;
CREATE INDEX entries_owned ON foam.entries (key) WHERE substr(body, 1, 1) = '\x00';

-- The personal file that an entry of kind "erasure" says was erased; null where it speaks of words alone. Quotes inside
-- of a string are escaped in JSON, so nothing that anybody wrote reads like this.
CREATE FUNCTION foam.name_erased(body bytea) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT substring(encode(body, 'escape') FROM '"person":"(p-[0-9a-f]{16})"')
$$;
CREATE INDEX entries_by_erasure ON foam.entries (foam.name_erased(body)) WHERE kind = 'erasure';
ALTER INDEX foam.entries_by_erasure ALTER COLUMN 1 SET STATISTICS 0;

-- Nothing is kept of a file that was erased, also where a machine still has its key.
CREATE FUNCTION foam.refuse_erased() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    person text := encode(substr(NEW.body, 16, 18), 'escape');
BEGIN
    IF EXISTS (SELECT FROM foam.entries e WHERE e.kind = 'erasure' AND foam.name_erased(e.body) = person) THEN
        RAISE EXCEPTION 'the personal file % was erased', person USING ERRCODE = 'FOAM1';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER erased_never BEFORE INSERT ON foam.entries
    FOR EACH ROW WHEN (substr(NEW.body, 1, 1) = '\x00') EXECUTE FUNCTION foam.refuse_erased();

-- As `append_prepared`, for entries of no personal file; `named` are the entries that they speak of. False, too, where one
-- of `needed`, `named` or `joined` is of a personal file or had words erased: then the caller looks closer. A process of an
-- older FOAM that still runs finds its function gone and is refused.
DROP FUNCTION foam.append_prepared;
CREATE FUNCTION foam.append_open(
    size bigint, last bytea, needed text[], named text[], joined text,
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
        OR EXISTS (SELECT FROM foam.entries e WHERE e.key = ANY(append_open.keys))
        OR (SELECT count(*) FROM foam.entries e WHERE e.key = ANY(needed) AND e.erased = 0) <> cardinality(needed)
        OR (joined <> '' AND NOT EXISTS
            (SELECT FROM foam.entries e WHERE e.key = joined AND e.kind = 'run' AND e.erased = 0))
        OR EXISTS (SELECT FROM foam.entries e
                   WHERE substr(e.body, 1, 1) = '\x00' AND e.key = ANY(named || needed || joined))
    THEN
        RETURN false;
    END IF;
    PERFORM foam.insert_rows(line_seqs, line_kinds, line_keys, line_runs, line_seals, nodes,
                             seqs, keys, kinds, digests, seals, times, bodies, children, positions, parents, roles);
    RETURN true;
END
$$;
