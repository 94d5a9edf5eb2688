#include "LibPQ.h"

#include <stddef.h>

#include "Loading.h"

#define FUNCTIONS(F)                                                                               \
    F(filmz_connection_option *, PQconninfoParse, (const char *, char **))                         \
    F(void, PQconninfoFree, (filmz_connection_option *))                                           \
    F(void, PQfreemem, (void *))                                                                   \
    F(PGconn *, PQconnectStartParams, (const char *const *, const char *const *, int))             \
    F(int, PQconnectPoll, (PGconn *))                                                              \
    F(int, PQstatus, (const PGconn *))                                                             \
    F(int, PQsocket, (const PGconn *))                                                             \
    F(char *, PQerrorMessage, (const PGconn *))                                                    \
    F(void, PQfinish, (PGconn *))                                                                  \
    F(int, PQsendQueryParams, (PGconn *, const char *, int, const unsigned *, const char *const *, \
                               const int *, const int *, int))                                     \
    F(int, PQsendQuery, (PGconn *, const char *))                                                  \
    F(int, PQconsumeInput, (PGconn *))                                                             \
    F(int, PQisBusy, (PGconn *))                                                                   \
    F(PGresult *, PQgetResult, (PGconn *))                                                         \
    F(int, PQresultStatus, (const PGresult *))                                                     \
    F(char *, PQresultErrorField, (const PGresult *, int))                                         \
    F(int, PQntuples, (const PGresult *))                                                          \
    F(int, PQnfields, (const PGresult *))                                                          \
    F(int, PQgetisnull, (const PGresult *, int, int))                                              \
    F(char *, PQgetvalue, (const PGresult *, int, int))                                            \
    F(int, PQgetlength, (const PGresult *, int, int))                                              \
    F(void, PQclear, (PGresult *))                                                                 \
    F(char *, PQencryptPasswordConn, (PGconn *, const char *, const char *, const char *))         \
    F(void *, PQnotifies, (PGconn *))                                                              \
    F(void *, PQsetNoticeProcessor, (PGconn *, void (*)(void *, const char *), void *))

FILMZ_DEFINE_LIBRARY(filmz_load_libpq, "libpq.so.5", FUNCTIONS)

filmz_connection_option *filmz_PQconninfoParse(const char *text, char **error) { return PQconninfoParse(text, error); }
void filmz_PQconninfoFree(filmz_connection_option *options) { PQconninfoFree(options); }
void filmz_PQfreemem(void *memory) { PQfreemem(memory); }
PGconn *filmz_PQconnectStartParams(const char *const *keywords, const char *const *values, int expands) {
    return PQconnectStartParams(keywords, values, expands);
}
int filmz_PQconnectPoll(PGconn *connection) { return PQconnectPoll(connection); }
int filmz_PQstatus(const PGconn *connection) { return PQstatus(connection); }
int filmz_PQsocket(const PGconn *connection) { return PQsocket(connection); }
char *filmz_PQerrorMessage(const PGconn *connection) { return PQerrorMessage(connection); }
void filmz_PQfinish(PGconn *connection) { PQfinish(connection); }
int filmz_PQsendQueryParams(PGconn *connection, const char *sql, int count, const char *const *values) {
    return PQsendQueryParams(connection, sql, count, NULL, values, NULL, NULL, 0);
}
int filmz_PQsendQuery(PGconn *connection, const char *sql) { return PQsendQuery(connection, sql); }
int filmz_PQconsumeInput(PGconn *connection) { return PQconsumeInput(connection); }
int filmz_PQisBusy(PGconn *connection) { return PQisBusy(connection); }
PGresult *filmz_PQgetResult(PGconn *connection) { return PQgetResult(connection); }
int filmz_PQresultStatus(const PGresult *result) { return PQresultStatus(result); }
char *filmz_PQresultErrorField(const PGresult *result, int field) { return PQresultErrorField(result, field); }
int filmz_PQntuples(const PGresult *result) { return PQntuples(result); }
int filmz_PQnfields(const PGresult *result) { return PQnfields(result); }
int filmz_PQgetisnull(const PGresult *result, int row, int column) { return PQgetisnull(result, row, column); }
char *filmz_PQgetvalue(const PGresult *result, int row, int column) { return PQgetvalue(result, row, column); }
int filmz_PQgetlength(const PGresult *result, int row, int column) { return PQgetlength(result, row, column); }
void filmz_PQclear(PGresult *result) { PQclear(result); }

char *filmz_PQencryptPasswordConn(PGconn *connection, const char *password, const char *user, const char *algorithm) {
    return PQencryptPasswordConn(connection, password, user, algorithm);
}

bool filmz_take_notification(PGconn *connection) {
    void *notification = PQnotifies(connection);
    if (!notification) return false;
    PQfreemem(notification);
    return true;
}

static void ignore(void *context, const char *message) {
    (void)context;
    (void)message;
}

void filmz_ignore_notices(PGconn *connection) { PQsetNoticeProcessor(connection, ignore, NULL); }
