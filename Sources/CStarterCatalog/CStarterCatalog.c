#include "CStarterCatalog.h"
#include <sqlite3.h>

#pragma clang diagnostic ignored "-Wc23-extensions"

/* Written by `swift run starter-index`. */
static const unsigned char index_bytes[] = {
#embed "index.sqlite"
};

int filmz_open_starter_index(struct sqlite3 *connection) {
    return sqlite3_deserialize(
        connection, "main", (unsigned char *)index_bytes, sizeof index_bytes, sizeof index_bytes,
        SQLITE_DESERIALIZE_READONLY);
}
