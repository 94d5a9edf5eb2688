#ifndef FILMZ_CSTARTERCATALOG_H
#define FILMZ_CSTARTERCATALOG_H

struct sqlite3;

/* Makes the index of the starter catalog, which is part of the program, the main database of a connection. It is not copied and
   cannot be changed.

   Returns SQLITE_OK or the code of the error. */
int filmz_open_starter_index(struct sqlite3 *connection);

#endif
