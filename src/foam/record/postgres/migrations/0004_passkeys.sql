-- Passkeys of the people who have accounts: the table that a home's file has.
CREATE TABLE foam.people_passkey (
    credential text COLLATE "C" PRIMARY KEY, id text COLLATE "C" NOT NULL UNIQUE, person text COLLATE "C" NOT NULL,
    title text NOT NULL, public_key text NOT NULL, count bigint NOT NULL, made text COLLATE "C" NOT NULL,
    used text NOT NULL
);
