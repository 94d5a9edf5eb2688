#ifndef FILMZ_LIBPQ_H
#define FILMZ_LIBPQ_H

#include "LibraryState.h"

/* The functions of libpq that filmz uses, from `libpq.so.5`. The functions have the names of libpq's with the prefix
   `filmz_`, and the same arguments and results; they may only be called after `filmz_load_libpq` has found all of them.

   Source: the documentation of libpq, PostgreSQL 14 and later. */

typedef struct pg_conn PGconn;
typedef struct pg_result PGresult;

/* A connection parameter; the layout is that of `PQconninfoOption` in libpq-fe.h. */
typedef struct {
    char *keyword;
    char *envvar;
    char *compiled;
    char *val;
    char *label;
    char *dispchar;
    int dispsize;
} filmz_connection_option;

/* The values of `ConnStatusType`, `PostgresPollingStatusType` and `ExecStatusType` that filmz distinguishes. */
enum { FILMZ_CONNECTION_OK = 0, FILMZ_CONNECTION_BAD = 1 };
enum { FILMZ_POLLING_FAILED = 0, FILMZ_POLLING_READING = 1, FILMZ_POLLING_WRITING = 2, FILMZ_POLLING_OK = 3 };
enum { FILMZ_RESULT_COMMAND_OK = 1, FILMZ_RESULT_TUPLES_OK = 2 };

/* Loads the library unless it is loaded. */
filmz_library_state filmz_load_libpq(void);

filmz_connection_option *filmz_PQconninfoParse(const char *text, char **error);
void filmz_PQconninfoFree(filmz_connection_option *options);
void filmz_PQfreemem(void *memory);
PGconn *filmz_PQconnectStartParams(const char *const *keywords, const char *const *values, int expands);
int filmz_PQconnectPoll(PGconn *connection);
int filmz_PQstatus(const PGconn *connection);
int filmz_PQsocket(const PGconn *connection);
char *filmz_PQerrorMessage(const PGconn *connection);
void filmz_PQfinish(PGconn *connection);
/* Sends one statement with parameters as texts; parameters and results have the text format. */
int filmz_PQsendQueryParams(PGconn *connection, const char *sql, int count, const char *const *values);
int filmz_PQsendQuery(PGconn *connection, const char *sql);
int filmz_PQconsumeInput(PGconn *connection);
int filmz_PQisBusy(PGconn *connection);
PGresult *filmz_PQgetResult(PGconn *connection);
int filmz_PQresultStatus(const PGresult *result);
char *filmz_PQresultErrorField(const PGresult *result, int field);
int filmz_PQntuples(const PGresult *result);
int filmz_PQnfields(const PGresult *result);
int filmz_PQgetisnull(const PGresult *result, int row, int column);
char *filmz_PQgetvalue(const PGresult *result, int row, int column);
int filmz_PQgetlength(const PGresult *result, int row, int column);
void filmz_PQclear(PGresult *result);
/* Returns the SCRAM verifier of a password; the caller frees it with `filmz_PQfreemem`. */
char *filmz_PQencryptPasswordConn(PGconn *connection, const char *password, const char *user, const char *algorithm);
/* Removes the oldest received notification; returns false if there is none. */
bool filmz_take_notification(PGconn *connection);
/* Discards the notices of the server, such as those of `IF NOT EXISTS`, which libpq otherwise prints to standard error. */
void filmz_ignore_notices(PGconn *connection);

#endif
