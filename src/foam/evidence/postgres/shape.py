"""How the library's tables are declared in a database that nobody touched, functions aside."""

from __future__ import annotations

SHAPE = frozenset(
    {
        "CREATE INDEX library_appearance_added ON foam.library_appearance (added_in)",
        "CREATE INDEX library_appearance_document ON foam.library_appearance (document, about_digest)",
        "CREATE INDEX library_appearance_file ON foam.library_appearance (file)",
        "CREATE INDEX library_appearance_removed ON foam.library_appearance (removed_in) WHERE (removed_in"
        " <> 2147483647)",
        "CREATE INDEX library_document_family ON foam.library_document (family)",
        "CREATE INDEX library_file_added ON foam.library_file (added_in)",
        "CREATE INDEX library_file_digest ON foam.library_file (digest)",
        "CREATE INDEX library_file_removed ON foam.library_file (removed_in) WHERE (removed_in <> 2147483647)",
        "CREATE INDEX memory_utterance_added ON foam.memory_utterance (added_in)",
        "CREATE INDEX memory_utterance_id ON foam.memory_utterance (id, removed_in)",
        "CREATE INDEX memory_utterance_removed ON foam.memory_utterance (removed_in) WHERE (removed_in <> 2147483647)",
        "CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_appearance FOR EACH STATEMENT"
        " EXECUTE FUNCTION foam.refuse_change()",
        "CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_document FOR EACH STATEMENT"
        " EXECUTE FUNCTION foam.refuse_change()",
        "CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.library_file FOR EACH STATEMENT"
        " EXECUTE FUNCTION foam.refuse_change()",
        "CREATE TRIGGER append_only BEFORE DELETE OR TRUNCATE ON foam.memory_utterance FOR EACH STATEMENT"
        " EXECUTE FUNCTION foam.refuse_change()",
        "CREATE TRIGGER append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON foam.library_log FOR EACH"
        " STATEMENT EXECUTE FUNCTION foam.refuse_change()",
        "CREATE TRIGGER append_only BEFORE TRUNCATE ON foam.library_version FOR EACH STATEMENT EXECUTE"
        " FUNCTION foam.refuse_change()",
        "CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_appearance FOR EACH ROW EXECUTE FUNCTION"
        " foam.allow_library_change()",
        "CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_document FOR EACH ROW EXECUTE FUNCTION"
        " foam.allow_library_change()",
        "CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_file FOR EACH ROW EXECUTE FUNCTION"
        " foam.allow_library_change()",
        "CREATE TRIGGER named_only BEFORE UPDATE ON foam.library_version FOR EACH ROW EXECUTE FUNCTION"
        " foam.allow_library_change()",
        "CREATE TRIGGER named_only BEFORE UPDATE ON foam.memory_utterance FOR EACH ROW EXECUTE FUNCTION"
        " foam.allow_library_change()",
        "CREATE TRIGGER unsettled_only BEFORE DELETE ON foam.library_version FOR EACH ROW EXECUTE FUNCTION"
        " foam.refuse_version()",
        "CREATE UNIQUE INDEX library_appearance_pkey ON foam.library_appearance (number)",
        "CREATE UNIQUE INDEX library_band_pkey ON foam.library_band (band, document)",
        "CREATE UNIQUE INDEX library_document_id_key ON foam.library_document (id)",
        "CREATE UNIQUE INDEX library_document_pkey ON foam.library_document (number)",
        "CREATE UNIQUE INDEX library_file_pkey ON foam.library_file (number)",
        "CREATE UNIQUE INDEX library_log_pkey ON foam.library_log (seq)",
        "CREATE UNIQUE INDEX library_version_pkey ON foam.library_version (version)",
        "CREATE UNIQUE INDEX memory_utterance_pkey ON foam.memory_utterance (number)",
        "library_appearance.about text",
        "library_appearance.about_digest text",
        "library_appearance.added_in bigint",
        "library_appearance.document bigint",
        "library_appearance.erased bigint",
        "library_appearance.file text",
        "library_appearance.filing text",
        "library_appearance.leads integer",
        "library_appearance.number bigint",
        "library_appearance.removal text",
        "library_appearance.removed_in bigint",
        "library_appearance.salt bytea",
        "library_appearance.seal text",
        "library_band.band bigint",
        "library_band.document bigint",
        "library_document.ends bytea",
        "library_document.erased bigint",
        "library_document.family bigint",
        "library_document.id text",
        "library_document.number bigint",
        "library_document.seal text",
        "library_document.signature bytea",
        "library_document.text text",
        "library_file.added_in bigint",
        "library_file.digest text",
        "library_file.number bigint",
        "library_file.removed_in bigint",
        "library_log.key text",
        "library_log.kind text",
        "library_log.node bytea",
        "library_log.run text",
        "library_log.seal text",
        "library_log.seq bigint",
        "library_version.action text",
        "library_version.at text",
        "library_version.documents bigint",
        "library_version.erased bigint",
        "library_version.salt bytea",
        "library_version.seal text",
        "library_version.version bigint",
        "library_version.what text",
        "memory_utterance.added_in bigint",
        "memory_utterance.body text",
        "memory_utterance.debate text",
        "memory_utterance.digest text",
        "memory_utterance.embedder text",
        "memory_utterance.erased bigint",
        "memory_utterance.id text",
        "memory_utterance.number bigint",
        "memory_utterance.removed_in bigint",
        "memory_utterance.seal text",
        "memory_utterance.terms text",
        "memory_utterance.vector bytea",
    }
)
