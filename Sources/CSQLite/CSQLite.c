#include "CSQLite.h"
#include <malloc.h>
#include <sqlite3.h>

int filmz_restrict_connection(struct sqlite3 *connection) {
    static const int options[][2] = {
        {SQLITE_DBCONFIG_DEFENSIVE, 1},
        {SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0},
        {SQLITE_DBCONFIG_ENABLE_TRIGGER, 0},
        {SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0},
        {SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0},
        {SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0},
        {SQLITE_DBCONFIG_DQS_DDL, 0},
        {SQLITE_DBCONFIG_DQS_DML, 0},
    };
    for (unsigned long i = 0; i < sizeof options / sizeof options[0]; i++) {
        int code = sqlite3_db_config(connection, options[i][0], options[i][1], (int *)0);
        if (code != SQLITE_OK) return code;
    }
    const char *modules[] = {"json_each", "json_tree", (const char *)0};
    return sqlite3_drop_modules(connection, modules);
}

void filmz_keep_statement_journals_in_memory(void) {
    sqlite3_config(SQLITE_CONFIG_STMTJRNL_SPILL, -1);
    mallopt(M_TRIM_THRESHOLD, 16 << 20);
    /* Once a threshold is set, glibc no longer raises this one from 128 KB: every longer array would get new pages. */
    mallopt(M_MMAP_THRESHOLD, 32 << 20);
}
