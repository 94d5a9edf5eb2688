#ifndef FILMZ_CSQLITE_H
#define FILMZ_CSQLITE_H

struct sqlite3;

/* Restricts what statements can do to a connection, with the variadic `sqlite3_db_config`, which Swift does
   not import: no writes to shadow tables and the schema (`SQLITE_DBCONFIG_DEFENSIVE`), an untrusted schema, no
   triggers, no loading of extensions, no `fts3_tokenizer`, no texts in double quotation marks, and no virtual tables but
   `json_each`, `json_tree`, and those of pragmas.

   Returns the code of the first call that fails, otherwise SQLITE_OK. */
int filmz_restrict_connection(struct sqlite3 *connection);

/* Lets SQLite keep the old pages that a statement changes, to which it returns if the statement fails, in memory, with the
   variadic `sqlite3_config`; by default, they are in a file beyond 64 KiB. Has no effect if SQLite is in use already.

   So that the system does not have to provide this memory for each statement, the process keeps up to 16 MiB of freed
   memory, which also serves for arrays of up to 32 MiB. */
void filmz_keep_statement_journals_in_memory(void);

#endif
