-- Pages and workers act for a person, too: they read with that person's eyes (`foam.person`), and write in that person's
-- name (`foam.writer`). Whoever adds to the log sees all of it at that moment, since what is kept already has to be found
-- there; who does it for a person adds only to runs and cases that this person sees.
CREATE FUNCTION foam.eyes() RETURNS text LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(current_setting('foam.person', true), ''), current_setting('foam.writer', true), '')
$$;

CREATE OR REPLACE FUNCTION foam.sees_case(matter text) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT EXISTS (SELECT FROM foam.people_sight s WHERE s.matter = sees_case.matter AND s.person = foam.eyes())
$$;

CREATE OR REPLACE FUNCTION foam.has_role(wanted text[]) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT EXISTS (SELECT FROM foam.people_account a
                   WHERE a.name = foam.eyes() AND string_to_array(a.roles, ' ') && wanted)
$$;

-- What lies in a personal file (the first 33 bytes of an entry name it) outside of its cases: for whoever sees all of
-- them, and for those who keep the files.
CREATE FUNCTION foam.sees_file(file bytea) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
    SELECT foam.has_role(ARRAY['records_clerk', 'supervisor', 'auditor']) OR coalesce((
        SELECT bool_and(foam.sees_case(m.key)) FROM foam.entries m
        WHERE substr(m.body, 1, 1) = '\x00' AND substr(m.body, 1, 33) = sees_file.file AND m.kind = 'run'
            AND EXISTS (SELECT FROM foam.people_sight s WHERE s.matter = m.key)), false)
$$;

-- As before, but for what is under a key and belongs to no case that is known here: it goes with its file.
CREATE OR REPLACE FUNCTION foam.sees_run(run text, is_locked boolean) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    line text[];
    owners text[];
BEGIN
    IF foam.sees_case(run)
        OR EXISTS (SELECT FROM foam.people_run r WHERE r.run = sees_run.run AND r.person = foam.eyes())
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
        RETURN coalesce((SELECT foam.sees_file(substr(e.body, 1, 33)) FROM foam.entries e
                         WHERE e.key = sees_run.run AND substr(e.body, 1, 1) = '\x00'), false);
    END IF;
    line := ARRAY(SELECT foam.trace_run(run));
    IF EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = ANY(line)) THEN
        RETURN NOT EXISTS (SELECT FROM foam.people_case_run c WHERE c.run = ANY(line) AND NOT foam.sees_case(c.matter));
    END IF;
    owners := ARRAY(SELECT r.person FROM foam.people_run r WHERE r.run = ANY(line));
    IF foam.eyes() = ANY(owners) THEN
        RETURN true;
    END IF;
    IF cardinality(owners) > 0 THEN
        RETURN foam.has_role(ARRAY['supervisor', 'auditor']);
    END IF;
    RETURN foam.has_role(ARRAY['original_decider', 'evidence_officer', 'foam_operator', 'decision_maker', 'supervisor',
                               'auditor', 'records_clerk', 'reader']);
END
$$;

-- An entry is seen with any run that it belongs to: the one it was kept under, one that it joined, or, where it was kept
-- under none (an outcome, a ballot), the run that it rests on. What rests on no run goes with its file, or is the house's.
CREATE INDEX log_by_join ON foam.log (key) WHERE kind = 'joined';
CREATE OR REPLACE FUNCTION foam.sees_entry(number bigint, key text, kind text, is_locked boolean) RETURNS boolean
LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog AS $$
DECLARE
    kept_under text := '';
    rests_on text;
BEGIN
    IF kind = 'run' THEN
        RETURN foam.sees_run(key, is_locked);
    END IF;
    SELECT l.run INTO kept_under FROM foam.log l WHERE l.seq = number;
    IF coalesce(kept_under, '') <> '' AND foam.sees_run(kept_under, is_locked)
        OR EXISTS (SELECT FROM foam.log l WHERE l.key = sees_entry.key AND l.kind = 'joined' AND l.run <> ''
                       AND foam.sees_run(l.run, is_locked))
    THEN
        RETURN true;
    END IF;
    IF coalesce(kept_under, '') <> '' THEN
        RETURN false;
    END IF;
    SELECT r.key INTO rests_on FROM foam.edges d JOIN foam.entries r ON r.key = d.parent AND r.kind = 'run'
        WHERE d.child = sees_entry.key ORDER BY d.position LIMIT 1;
    IF rests_on IS NOT NULL THEN
        RETURN foam.sees_run(rests_on, is_locked);
    END IF;
    IF is_locked THEN
        RETURN coalesce((SELECT foam.sees_file(substr(e.body, 1, 33)) FROM foam.entries e
                         WHERE e.key = sees_entry.key), false);
    END IF;
    RETURN foam.sees_run('', false);
END
$$;

-- Who writes for a person adds to no run that the person does not see; only those who keep the files take words out.
CREATE FUNCTION foam.refuse_unseen() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.kind = 'erased' AND NOT foam.has_role(ARRAY['records_clerk', 'supervisor']) THEN
        RAISE EXCEPTION '% may not erase', foam.eyes() USING ERRCODE = 'FOAM2';
    END IF;
    IF NEW.run <> '' AND NOT foam.sees_run(NEW.run, EXISTS (
        SELECT FROM foam.entries e WHERE e.key = NEW.run AND substr(e.body, 1, 1) = '\x00'))
    THEN
        RAISE EXCEPTION 'no run is %', NEW.run USING ERRCODE = 'FOAM2';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER seen_only BEFORE INSERT ON foam.log
    FOR EACH ROW WHEN (coalesce(current_setting('foam.writer', true), '') <> '') EXECUTE FUNCTION foam.refuse_unseen();
