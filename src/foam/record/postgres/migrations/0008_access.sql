-- Who sees which case, in the database itself. A connection that acts for a person says so (`SET LOCAL foam.person`), and
-- from then on sees of the record what that person may see. One that acts for nobody, as FOAM's own do, sees everything.
-- The rules are those of `foam.people.access`; FOAM works out who takes part in a case and keeps it in `people_sight`,
-- since what happens in a case is under a key that never comes here. They hold once row security is switched on.
CREATE TABLE foam.people_sight (
    matter text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL, PRIMARY KEY (matter, person)
);
CREATE TABLE foam.people_case_run (
    run text COLLATE "C" NOT NULL, matter text COLLATE "C" NOT NULL, PRIMARY KEY (run, matter)
);

-- A sample of values that the planner keeps would outlive them, in a catalogue that no erasure reaches.
ALTER TABLE foam.people_sight ALTER COLUMN matter SET STATISTICS 0, ALTER COLUMN person SET STATISTICS 0;
ALTER TABLE foam.people_case_run ALTER COLUMN run SET STATISTICS 0, ALTER COLUMN matter SET STATISTICS 0;

CREATE FUNCTION foam.acts_for() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(current_setting('foam.person', true), '')
$$;

CREATE FUNCTION foam.sees_case(matter text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT EXISTS (SELECT FROM foam.people_sight s WHERE s.matter = sees_case.matter AND s.person = foam.acts_for())
$$;

CREATE FUNCTION foam.has_role(wanted text[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT EXISTS (SELECT FROM foam.people_account a
                   WHERE a.name = foam.acts_for() AND string_to_array(a.roles, ' ') && wanted)
$$;

-- A run, the runs that it names, those that they name, and so on, as far as they are not under a key.
CREATE FUNCTION foam.trace_run(run text) RETURNS SETOF text LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    WITH RECURSIVE line (key) AS (
        SELECT trace_run.run
        UNION
        SELECT named[1]
        FROM line JOIN foam.entries e ON e.key = line.key AND e.kind = 'run' AND substr(e.body, 1, 1) <> '\x00',
            regexp_matches(encode(e.body, 'escape'), 'b2:[0-9a-f]{64}', 'g') named
    )
    SELECT line.key FROM line JOIN foam.entries e ON e.key = line.key AND e.kind = 'run'
$$;

-- Whether a run is seen: as one's own, by a case that it belongs to, or as the house's. Of what is under a key and belongs
-- to no case that is known here, nobody is shown anything but who asked for it.
CREATE FUNCTION foam.sees_run(run text, is_locked boolean) RETURNS boolean LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    line text[];
    owners text[];
BEGIN
    IF foam.sees_case(run)
        OR EXISTS (SELECT FROM foam.people_run r WHERE r.run = sees_run.run AND r.person = foam.acts_for())
    THEN
        RETURN true;
    END IF;
    -- The file of a case that is not under a key. Quotes inside of a string are escaped, so no words read like this.
    IF EXISTS (SELECT FROM foam.entries e WHERE e.key = sees_run.run AND e.kind = 'run'
                   AND position('"job":"matter"' IN encode(e.body, 'escape')) > 0)
    THEN
        RETURN false;
    END IF;
    IF EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = sees_run.run) THEN
        RETURN EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = sees_run.run AND foam.sees_case(c.matter));
    END IF;
    IF is_locked THEN
        RETURN false;
    END IF;
    line := ARRAY(SELECT foam.trace_run(run));
    IF EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = ANY(line)) THEN
        RETURN NOT EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = ANY(line) AND NOT foam.sees_case(c.matter));
    END IF;
    owners := ARRAY(SELECT r.person FROM foam.people_run r WHERE r.run = ANY(line));
    IF foam.acts_for() = ANY(owners) THEN
        RETURN true;
    END IF;
    IF cardinality(owners) > 0 THEN
        RETURN foam.has_role(ARRAY['supervisor', 'auditor']);
    END IF;
    RETURN foam.has_role(ARRAY['original_decider', 'evidence_officer', 'foam_operator', 'decision_maker', 'supervisor',
                               'auditor', 'records_clerk', 'reader']);
END
$$;

-- An entry is seen with the run that it was first kept under; a run with itself.
CREATE FUNCTION foam.sees_entry(number bigint, key text, kind text, is_locked boolean) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    kept_under text := key;
BEGIN
    IF kind <> 'run' THEN
        SELECT l.run INTO kept_under FROM foam.log l WHERE l.seq = number;
    END IF;
    RETURN foam.sees_run(coalesce(kept_under, ''), is_locked);
END
$$;

-- Who acts for a person only reads.
CREATE POLICY seen ON foam.entries FOR SELECT
    USING (foam.acts_for() = '' OR foam.sees_entry(seq, key, kind, substr(body, 1, 1) = '\x00'));
CREATE POLICY added ON foam.entries FOR INSERT WITH CHECK (foam.acts_for() = '');
CREATE POLICY erased ON foam.entries FOR UPDATE USING (foam.acts_for() = '');

CREATE POLICY theirs ON foam.people_place
    USING (foam.acts_for() = '' OR person = foam.acts_for() OR foam.sees_case(matter));
CREATE POLICY theirs ON foam.people_sight USING (foam.acts_for() = '' OR foam.sees_case(matter));
CREATE POLICY theirs ON foam.people_case_run USING (foam.acts_for() = '' OR foam.sees_case(matter));
CREATE POLICY theirs ON foam.people_run USING (foam.acts_for() = '' OR person = foam.acts_for());
CREATE POLICY theirs ON foam.people_reading USING (foam.acts_for() = '' OR who = foam.acts_for());
CREATE POLICY theirs ON foam.people_account USING (foam.acts_for() = '' OR name = foam.acts_for());
CREATE POLICY theirs ON foam.people_session USING (foam.acts_for() = '');
CREATE POLICY theirs ON foam.people_token USING (foam.acts_for() = '');
CREATE POLICY theirs ON foam.people_failure USING (foam.acts_for() = '');
CREATE POLICY theirs ON foam.people_passkey USING (foam.acts_for() = '');
CREATE POLICY theirs ON foam.people_identity USING (foam.acts_for() = '');
CREATE POLICY theirs ON foam.work USING (foam.acts_for() = '' OR ordered ->> 'owner' = foam.acts_for());
