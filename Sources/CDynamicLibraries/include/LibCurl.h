#ifndef FILMZ_LIBCURL_H
#define FILMZ_LIBCURL_H

#include <stddef.h>
#include <sys/socket.h>

#include "LibraryState.h"

/* HTTP transfers by libcurl, from `libcurl.so.4`. The functions may only be called after `filmz_load_libcurl` has found all
   functions of libcurl, and those with the same session only from one thread.

   Source: the documentation of libcurl, 7.66 and later. */

/* Several transfers that one thread performs, with their connections. */
typedef struct filmz_curl_session filmz_curl_session;

/* One transfer. */
typedef struct filmz_curl_transfer filmz_curl_transfer;

/* What a receiver has done with bytes of a body: to refuse them ends the transfer. */
typedef enum { FILMZ_BODY_TAKEN, FILMZ_BODY_PAUSED, FILMZ_BODY_REFUSED } filmz_curl_answer;

/* The functions that receive a response, in the thread of the session. */
typedef struct {
    /* Passed to each function. */
    void *context;
    /* Receives a line of the head; returns false to end the transfer. */
    bool (*receive_line)(void *context, const char *bytes, size_t count);
    /* Receives bytes of the body. If it returns `FILMZ_BODY_PAUSED`, it receives them again after the transfer is resumed. */
    filmz_curl_answer (*receive_body)(void *context, const char *bytes, size_t count);
    /* Returns whether to go on; asked again and again, also while a proxy sends an endless response. */
    bool (*continues)(void *context);
    /* Returns whether to connect to an address. */
    bool (*allows_address)(void *context, const struct sockaddr *address);
} filmz_curl_receiver;

/* A GET request. */
typedef struct {
    const char *url;
    /* The header fields, such as "Accept: text/html". */
    const char *const *fields;
    size_t field_count;
    /* The URL of the proxy; null for none. */
    const char *proxy;
    /* A file with the certificates of the only trusted authorities; null for those of the system. */
    const char *authorities;
    /* The maximum time to connect, and of the whole transfer, in milliseconds; 0 for no limit. */
    long connect_timeout;
    long timeout;
    /* Whether HTTP/2 is used if the server offers it. */
    bool allows_http2;
    /* Whether the request has a connection of its own, which no other request uses before or after it. */
    bool is_isolated;
} filmz_curl_request;

/* The result of a transfer that has ended. */
typedef struct {
    filmz_curl_transfer *transfer;
    /* The `CURLcode`; 0 for success. */
    int code;
    /* Whether a connection was established, and whether it was ready for the request: with TLS, after the handshake. */
    bool is_connected;
    bool is_ready;
    /* The `errno` of a failed connection; 0 if none. */
    long system_error;
    /* The status with which a proxy has responded to CONNECT; 0 if none. */
    long proxy_status;
} filmz_curl_result;

/* Values of `CURLcode` that filmz distinguishes. */
enum {
    FILMZ_CURL_OK = 0,
    FILMZ_CURL_PROXY_NOT_RESOLVED = 5,
    FILMZ_CURL_HOST_NOT_RESOLVED = 6,
    FILMZ_CURL_NOT_CONNECTED = 7,
    FILMZ_CURL_HTTP2_ERROR = 16,
    FILMZ_CURL_PARTIAL_BODY = 18,
    FILMZ_CURL_TIMEOUT = 28,
    FILMZ_CURL_TLS_CONNECT_ERROR = 35,
    FILMZ_CURL_ABORTED = 42,
    FILMZ_CURL_NO_RESPONSE = 52,
    FILMZ_CURL_SEND_ERROR = 55,
    FILMZ_CURL_RECEIVE_ERROR = 56,
    FILMZ_CURL_TLS_CERTIFICATE = 58,
    FILMZ_CURL_TLS_CIPHER = 59,
    FILMZ_CURL_PEER_NOT_VERIFIED = 60,
    FILMZ_CURL_TLS_AUTHORITIES = 77,
    FILMZ_CURL_TLS_ISSUER = 83,
    FILMZ_CURL_TLS_STATUS = 91,
    FILMZ_CURL_HTTP2_STREAM_ERROR = 92,
};

/* Loads the library unless it is loaded. */
filmz_library_state filmz_load_libcurl(void);

/* Creates a session; returns null if memory or descriptors are exhausted. At most `host_connections` transfers run with one
   host at a time; others wait. */
filmz_curl_session *filmz_curl_session_create(long host_connections);
/* Closes all connections. All transfers must have been removed. */
void filmz_curl_session_free(filmz_curl_session *session);

/* Starts a transfer, which is only valid until it is removed; returns null if memory is exhausted or the URL, a field or the
   proxy cannot be used. The texts are copied; the context of the receiver must be valid until the transfer is removed.
   Redirections are not followed. Encrypted connections use TLS 1.2 or later. Of the variables of the environment, only
   `SSLKEYLOGFILE` and those of OpenSSL have an effect. */
filmz_curl_transfer *filmz_curl_add(filmz_curl_session *session, const filmz_curl_request *request,
                                    filmz_curl_receiver receiver);
/* Ends a transfer. */
void filmz_curl_remove(filmz_curl_session *session, filmz_curl_transfer *transfer);
/* Continues a transfer whose receiver has returned `FILMZ_BODY_PAUSED`. */
void filmz_curl_resume(filmz_curl_transfer *transfer);

/* Sends and receives what is possible without waiting. */
void filmz_curl_perform(filmz_curl_session *session);
/* Waits until a socket is ready, a time limit has passed, or the descriptor `wake` is readable; at most a minute. */
void filmz_curl_wait(filmz_curl_session *session, int wake);
/* Gets the result of a transfer that has ended, each only once; returns false if there is none. The caller removes the
   transfer. */
bool filmz_curl_next_result(filmz_curl_session *session, filmz_curl_result *result);

#endif
