-- Files that a worker is to take into the library: it cannot read them where they lie. They are here while the work waits
-- or is being done, and go with its end, however it ends.
CREATE TABLE foam.work_file (
    work text COLLATE "C" NOT NULL REFERENCES foam.work (id) ON DELETE CASCADE,
    number integer NOT NULL,
    content bytea NOT NULL,
    PRIMARY KEY (work, number)
);
ALTER TABLE foam.work_file ALTER COLUMN content SET STATISTICS 0;

CREATE FUNCTION foam.drop_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM foam.work_file f WHERE f.work = NEW.id;
    RETURN NULL;
END
$$;
CREATE TRIGGER files_go AFTER UPDATE OF state ON foam.work
    FOR EACH ROW WHEN (NEW.state IN ('done', 'failed', 'cancelled')) EXECUTE FUNCTION foam.drop_files();

CREATE POLICY theirs ON foam.work_file USING (foam.acts_for() = '' OR EXISTS (
    SELECT FROM foam.work w WHERE w.id = work AND w.ordered ->> 'owner' = foam.acts_for()));
DO $$
BEGIN
    IF (SELECT relrowsecurity FROM pg_class WHERE oid = 'foam.work'::regclass) THEN
        ALTER TABLE foam.work_file ENABLE ROW LEVEL SECURITY;
    END IF;
END
$$;
