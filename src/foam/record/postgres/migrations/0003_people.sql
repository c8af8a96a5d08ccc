-- Accounts, their sessions and tokens, their places in cases, and who read what: the tables that a home's file has.
CREATE TABLE foam.people_account (
    name text COLLATE "C" PRIMARY KEY, roles text NOT NULL, made text NOT NULL, password text NOT NULL,
    code text NOT NULL, code_until text COLLATE "C" NOT NULL
);
CREATE TABLE foam.people_session (
    digest text COLLATE "C" PRIMARY KEY, person text COLLATE "C" NOT NULL, made text NOT NULL, seen text NOT NULL
);
CREATE TABLE foam.people_failure (
    name text COLLATE "C" PRIMARY KEY, count integer NOT NULL, until text COLLATE "C" NOT NULL
);
CREATE TABLE foam.people_token (
    digest text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, person text COLLATE "C" NOT NULL,
    title text NOT NULL, scopes text NOT NULL, made text COLLATE "C" NOT NULL, until text NOT NULL, used text NOT NULL
);
CREATE TABLE foam.people_place (
    person text COLLATE "C" NOT NULL, matter text COLLATE "C" NOT NULL, role text COLLATE "C" NOT NULL,
    since text COLLATE "C" NOT NULL, given_by text NOT NULL, PRIMARY KEY (person, matter, role)
);
CREATE TABLE foam.people_identity (
    issuer text COLLATE "C" NOT NULL, subject text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL,
    PRIMARY KEY (issuer, subject)
);
CREATE TABLE foam.people_run (
    run text COLLATE "C" NOT NULL, person text COLLATE "C" NOT NULL, PRIMARY KEY (run, person)
);
CREATE TABLE foam.people_reading (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, at text NOT NULL, who text COLLATE "C" NOT NULL,
    token text NOT NULL, did text NOT NULL, what text COLLATE "C" NOT NULL, allowed integer NOT NULL
);
