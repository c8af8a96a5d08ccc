-- The library of documents and the memory of debates that lives under its versions, with the columns and the meaning that
-- the SQLite file gives them. Their log is one of their own: whoever takes documents in does not keep others from the
-- record.
CREATE TABLE foam.library_log (
    seq bigint PRIMARY KEY,
    kind text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    run text COLLATE "C" NOT NULL,
    seal text COLLATE "C" NOT NULL,
    node bytea NOT NULL
);

CREATE TABLE foam.library_document (
    number bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    text text COLLATE "C" NOT NULL,
    ends bytea NOT NULL,
    signature bytea NOT NULL,
    family bigint NOT NULL,
    seal text COLLATE "C" NOT NULL,
    erased bigint NOT NULL
);
CREATE INDEX library_document_family ON foam.library_document (family);

CREATE TABLE foam.library_appearance (
    number bigint PRIMARY KEY,
    document bigint NOT NULL,
    about text COLLATE "C" NOT NULL,
    about_digest text COLLATE "C" NOT NULL,
    filing text COLLATE "C" NOT NULL,
    leads integer NOT NULL,
    file text COLLATE "C" NOT NULL,
    added_in bigint NOT NULL,
    removed_in bigint NOT NULL,
    removal text COLLATE "C" NOT NULL,
    salt bytea NOT NULL,
    seal text COLLATE "C" NOT NULL,
    erased bigint NOT NULL
);
CREATE INDEX library_appearance_document ON foam.library_appearance (document, about_digest);
CREATE INDEX library_appearance_added ON foam.library_appearance (added_in);
CREATE INDEX library_appearance_file ON foam.library_appearance (file);
CREATE INDEX library_appearance_removed ON foam.library_appearance (removed_in) WHERE removed_in <> 2147483647;

CREATE TABLE foam.library_version (
    version bigint PRIMARY KEY,
    at text COLLATE "C" NOT NULL,
    action text COLLATE "C" NOT NULL,
    what text COLLATE "C" NOT NULL,
    documents bigint NOT NULL,
    salt bytea NOT NULL,
    seal text COLLATE "C" NOT NULL,
    erased bigint NOT NULL
);

CREATE TABLE foam.library_file (
    number bigint PRIMARY KEY,
    digest text COLLATE "C" NOT NULL,
    added_in bigint NOT NULL,
    removed_in bigint NOT NULL
);
CREATE INDEX library_file_digest ON foam.library_file (digest);
CREATE INDEX library_file_added ON foam.library_file (added_in);
CREATE INDEX library_file_removed ON foam.library_file (removed_in) WHERE removed_in <> 2147483647;

CREATE TABLE foam.library_band (
    band bigint NOT NULL,
    document bigint NOT NULL,
    PRIMARY KEY (band, document)
);

CREATE TABLE foam.memory_utterance (
    number bigint PRIMARY KEY,
    id text COLLATE "C" NOT NULL,
    debate text COLLATE "C" NOT NULL,
    digest text COLLATE "C" NOT NULL,
    body text COLLATE "C" NOT NULL,
    terms text COLLATE "C" NOT NULL,
    embedder text COLLATE "C" NOT NULL,
    vector bytea NOT NULL,
    added_in bigint NOT NULL,
    removed_in bigint NOT NULL,
    seal text COLLATE "C" NOT NULL,
    erased bigint NOT NULL
);
CREATE INDEX memory_utterance_id ON foam.memory_utterance (id, removed_in);
CREATE INDEX memory_utterance_added ON foam.memory_utterance (added_in);
CREATE INDEX memory_utterance_removed ON foam.memory_utterance (removed_in) WHERE removed_in <> 2147483647;

-- A sample of values that the planner keeps would outlive them, in a catalogue that no erasure reaches.
DO $$
DECLARE
    found record;
BEGIN
    FOR found IN
        SELECT c.relname AS tab, a.attname AS col
        FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
        WHERE c.relnamespace = 'foam'::regnamespace AND c.relkind = 'r'
            AND (c.relname LIKE 'library\_%' OR c.relname LIKE 'memory\_%')
            AND a.attnum > 0 AND NOT a.attisdropped AND a.atttypid IN ('text'::regtype, 'bytea'::regtype)
    LOOP
        EXECUTE format('ALTER TABLE foam.%I ALTER COLUMN %I SET STATISTICS 0', found.tab, found.col);
    END LOOP;
END
$$;

-- Whoever holds this lock is the only one who writes to the library.
CREATE FUNCTION foam.lock_library() RETURNS void LANGUAGE sql AS $$
    SELECT pg_advisory_xact_lock(1179599181, 'foam.library_log'::regclass::oid::bigint::bit(32)::int)
$$;

-- Rows are added, and removed only by naming the version that removed them. Words go only by a version that erases.
CREATE FUNCTION foam.is_erasure(version bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM foam.library_version v WHERE v.version = is_erasure.version AND v.action = 'erase')
$$;

CREATE FUNCTION foam.allow_library_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    allowed boolean := false;
BEGIN
    CASE TG_TABLE_NAME
    WHEN 'library_document' THEN
        allowed := (NEW.number, NEW.id, NEW.seal) = (OLD.number, OLD.id, OLD.seal) AND (
            (NEW.erased, NEW.ends, NEW.signature, NEW.text) = (OLD.erased, OLD.ends, OLD.signature, OLD.text)
            OR (OLD.erased = 0 AND NEW.text = '' AND NEW.signature = '' AND foam.is_erasure(NEW.erased)));
    WHEN 'library_appearance' THEN
        allowed := (NEW.number, NEW.document, NEW.added_in, NEW.seal)
                = (OLD.number, OLD.document, OLD.added_in, OLD.seal)
            AND ((NEW.removed_in, NEW.removal) = (OLD.removed_in, OLD.removal) OR OLD.removed_in = 2147483647) AND (
            (NEW.erased, NEW.about, NEW.about_digest, NEW.filing, NEW.leads, NEW.file, NEW.salt)
                = (OLD.erased, OLD.about, OLD.about_digest, OLD.filing, OLD.leads, OLD.file, OLD.salt)
            OR (OLD.erased = 0 AND NEW.about = '' AND NEW.about_digest = '' AND NEW.filing = '' AND NEW.file = ''
                AND NEW.salt = '' AND foam.is_erasure(NEW.erased)));
    WHEN 'library_version' THEN
        allowed := OLD.seal = '' OR (
            (NEW.version, NEW.at, NEW.action, NEW.documents, NEW.seal)
                = (OLD.version, OLD.at, OLD.action, OLD.documents, OLD.seal)
            AND OLD.erased = 0 AND NEW.salt = '' AND foam.is_erasure(NEW.erased));
    WHEN 'library_file' THEN
        allowed := (NEW.number, NEW.digest, NEW.added_in) = (OLD.number, OLD.digest, OLD.added_in)
            AND OLD.removed_in = 2147483647;
    WHEN 'memory_utterance' THEN
        allowed := (NEW.number, NEW.added_in, NEW.seal) = (OLD.number, OLD.added_in, OLD.seal)
            AND (NEW.removed_in = OLD.removed_in OR OLD.removed_in = 2147483647) AND (
            (NEW.erased, NEW.id, NEW.debate, NEW.digest, NEW.body, NEW.terms, NEW.embedder, NEW.vector)
                = (OLD.erased, OLD.id, OLD.debate, OLD.digest, OLD.body, OLD.terms, OLD.embedder, OLD.vector)
            OR (OLD.erased = 0 AND NEW.body = '' AND NEW.terms = '' AND NEW.vector = ''
                AND foam.is_erasure(NEW.erased)));
    ELSE
        allowed := false;
    END CASE;
    IF allowed THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'the library is append-only: this change of foam.% is refused', TG_TABLE_NAME
        USING ERRCODE = 'restrict_violation';
END
$$;

-- A version that was begun and changed nothing is taken back in the same transaction; nothing else is deleted.
CREATE FUNCTION foam.refuse_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.seal = '' THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the library is append-only: its version % is not deleted', OLD.version
        USING ERRCODE = 'restrict_violation';
END
$$;

CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON foam.library_log
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_document
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_appearance
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_file
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.memory_utterance
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER append_only BEFORE TRUNCATE ON foam.library_version
    FOR EACH STATEMENT EXECUTE FUNCTION foam.refuse_change();
CREATE TRIGGER unsettled_only BEFORE DELETE ON foam.library_version
    FOR EACH ROW EXECUTE FUNCTION foam.refuse_version();
CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_document
    FOR EACH ROW EXECUTE FUNCTION foam.allow_library_change();
CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_appearance
    FOR EACH ROW EXECUTE FUNCTION foam.allow_library_change();
CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_version
    FOR EACH ROW EXECUTE FUNCTION foam.allow_library_change();
CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_file
    FOR EACH ROW EXECUTE FUNCTION foam.allow_library_change();
CREATE TRIGGER named_only BEFORE UPDATE ON foam.memory_utterance
    FOR EACH ROW EXECUTE FUNCTION foam.allow_library_change();
