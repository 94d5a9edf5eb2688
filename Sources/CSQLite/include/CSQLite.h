#ifndef FILMZ_CSQLITE_H
#define FILMZ_CSQLITE_H

struct sqlite3;

/* Restricts what statements can do to a connection, with the variadic `sqlite3_db_config`, which Swift does
   not import: no writes to shadow tables and the schema (`SQLITE_DBCONFIG_DEFENSIVE`), an untrusted schema, no
   triggers, no loading of extensions, no `fts3_tokenizer`, no texts in double quotation marks, and no virtual tables but
   `json_each`, `json_tree`, and those of pragmas.

   Returns the code of the first call that fails, otherwise SQLITE_OK. */
int filmz_restrict_connection(struct sqlite3 *connection);

/* Makes SQLite keep statement journals in memory, with the variadic `sqlite3_config`; by default, those over 64 KiB are files.
   A statement journal has the old content of changed pages, in case the statement fails. Must be called before SQLite is used.

   The process also keeps up to 16 MiB of freed memory, which serves for arrays of up to 32 MiB as well, so that it does not
   request this memory for each statement. */
void filmz_keep_statement_journals_in_memory(void);

#endif
