-- Work in which a person has yet to answer: nobody takes it until they did.
ALTER TABLE foam.work DROP CONSTRAINT work_state_check;
ALTER TABLE foam.work ADD CONSTRAINT work_state_check
    CHECK (state IN ('waiting', 'running', 'awaiting', 'done', 'failed', 'cancelled'));
