-- How long a lease was taken for. One that lasts longer was written before the server's clock was put back.
ALTER TABLE foam.work ADD COLUMN lease_seconds double precision NOT NULL DEFAULT 30;
