#include "LibCurl.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "Loading.h"

/* The types and values of curl/curl.h and curl/multi.h that filmz uses; libcurl never changes them. */
typedef void CURL;
typedef void CURLM;
typedef void CURLSH;
struct curl_slist;

typedef struct {
    int message;
    CURL *easy;
    union {
        void *other;
        int code;
    } data;
} CURLMsg;

struct curl_waitfd {
    int descriptor;
    short events;
    short occurred;
};

struct curl_sockaddr {
    int family;
    int type;
    int protocol;
    unsigned length;
    struct sockaddr address;
};

enum { CURL_GLOBAL_DEFAULT = 3, CURLMSG_DONE = 1, CURL_WAIT_POLLIN = 1, CURLPAUSE_CONT = 0, CURL_SOCKET_BAD = -1 };
enum { CURL_WRITEFUNC_PAUSE = 0x10000001, CURLPROTO_HTTP_HTTPS = 3, CURL_SSLVERSION_TLSv1_2 = 6 };
enum { CURL_HTTP_VERSION_1_1 = 2, CURL_HTTP_VERSION_2TLS = 4, CURLSHOPT_SHARE = 1, CURL_LOCK_DATA_SSL_SESSION = 4 };
enum { CURLMOPT_MAX_HOST_CONNECTIONS = 7 };

/* Options whose values are numbers. */
enum {
    CURLOPT_SSLVERSION = 32,
    CURLOPT_NOPROGRESS = 43,
    CURLOPT_FRESH_CONNECT = 74,
    CURLOPT_FORBID_REUSE = 75,
    CURLOPT_HTTP_VERSION = 84,
    CURLOPT_BUFFERSIZE = 98,
    CURLOPT_NOSIGNAL = 99,
    CURLOPT_TIMEOUT_MS = 155,
    CURLOPT_CONNECTTIMEOUT_MS = 156,
    CURLOPT_PROTOCOLS = 181,
    CURLOPT_PATH_AS_IS = 234,
    CURLOPT_SUPPRESS_CONNECT_HEADERS = 265,
    CURLOPT_QUICK_EXIT = 322,
};

/* Options whose values are objects, and options whose values are functions. */
enum {
    CURLOPT_WRITEDATA = 10001,
    CURLOPT_URL = 10002,
    CURLOPT_PROXY = 10004,
    CURLOPT_HTTPHEADER = 10023,
    CURLOPT_HEADERDATA = 10029,
    CURLOPT_XFERINFODATA = 10057,
    CURLOPT_CAINFO = 10065,
    CURLOPT_CAPATH = 10097,
    CURLOPT_SHARE = 10100,
    CURLOPT_PRIVATE = 10103,
    CURLOPT_OPENSOCKETDATA = 10164,
    CURLOPT_NOPROXY = 10177,
    CURLOPT_WRITEFUNCTION = 20011,
    CURLOPT_HEADERFUNCTION = 20079,
    CURLOPT_OPENSOCKETFUNCTION = 20163,
    CURLOPT_XFERINFOFUNCTION = 20219,
};

enum {
    CURLINFO_PRIVATE = 0x100000 + 21,
    CURLINFO_HTTP_CONNECTCODE = 0x200000 + 22,
    CURLINFO_OS_ERRNO = 0x200000 + 25,
    CURLINFO_CONNECT_TIME_T = 0x600000 + 52,
    CURLINFO_PRETRANSFER_TIME_T = 0x600000 + 53,
};

#define FUNCTIONS(F)                                                                     \
    F(int, curl_global_init, (long))                                                     \
    F(CURL *, curl_easy_init, (void))                                                    \
    F(void, curl_easy_cleanup, (CURL *))                                                 \
    F(int, curl_easy_setopt, (CURL *, int, ...))                                         \
    F(int, curl_easy_getinfo, (CURL *, int, ...))                                        \
    F(int, curl_easy_pause, (CURL *, int))                                               \
    F(struct curl_slist *, curl_slist_append, (struct curl_slist *, const char *))       \
    F(void, curl_slist_free_all, (struct curl_slist *))                                  \
    F(CURLSH *, curl_share_init, (void))                                                 \
    F(int, curl_share_setopt, (CURLSH *, int, ...))                                      \
    F(int, curl_share_cleanup, (CURLSH *))                                               \
    F(CURLM *, curl_multi_init, (void))                                                  \
    F(int, curl_multi_cleanup, (CURLM *))                                                \
    F(int, curl_multi_setopt, (CURLM *, int, ...))                                       \
    F(int, curl_multi_add_handle, (CURLM *, CURL *))                                     \
    F(int, curl_multi_remove_handle, (CURLM *, CURL *))                                  \
    F(int, curl_multi_perform, (CURLM *, int *))                                         \
    F(int, curl_multi_poll, (CURLM *, struct curl_waitfd *, unsigned, int, int *))       \
    F(CURLMsg *, curl_multi_info_read, (CURLM *, int *))

FILMZ_DEFINE_LIBRARY(filmz_load_libcurl, "libcurl.so.4", FUNCTIONS)

struct filmz_curl_session {
    CURLM *multi;
    /* The TLS sessions that transfers share; in older versions of libcurl, `multi` does not have them. */
    CURLSH *share;
};

struct filmz_curl_transfer {
    CURL *easy;
    struct curl_slist *fields;
    filmz_curl_receiver receiver;
    /* The socket that was opened last for this transfer; -1 if a connection is used again. */
    int socket;
    /* The time limit of the transfer, in milliseconds of the monotonic clock; 0 for none. */
    int64_t deadline;
};

/* The size of the buffer for received data in bytes. `malloc` maps larger blocks anew each time, which takes longer. */
static const long buffer_size = 64 * 1024;
/* The longest time to wait if nothing happens, in milliseconds. */
static const int longest_wait = 60 * 1000;

/* MARK: - Sessions */

static bool is_initialized = false;

static void initialize(void) { is_initialized = curl_global_init(CURL_GLOBAL_DEFAULT) == 0; }

filmz_curl_session *filmz_curl_session_create(long host_connections) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, initialize);
    filmz_curl_session *session = is_initialized ? calloc(1, sizeof(*session)) : NULL;
    if (!session) return NULL;
    session->multi = curl_multi_init();
    session->share = curl_share_init();
    if (session->multi && session->share &&
        curl_multi_setopt(session->multi, CURLMOPT_MAX_HOST_CONNECTIONS, host_connections) == 0 &&
        curl_share_setopt(session->share, CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION) == 0)
        return session;
    filmz_curl_session_free(session);
    return NULL;
}

void filmz_curl_session_free(filmz_curl_session *session) {
    if (session->multi) curl_multi_cleanup(session->multi);
    if (session->share) curl_share_cleanup(session->share);
    free(session);
}

/* MARK: - Receiving */

/* Makes the system acknowledge received data at once instead of after up to 40 ms, for which some servers wait between head
   and body. TCP_QUICKACK is not permanent (tcp(7)); if it fails, the transfer is only slower. */
static void acknowledge_now(int socket) {
    int on = 1;
    if (socket >= 0) setsockopt(socket, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof(on));
}

static size_t receive_line(const char *bytes, size_t size, size_t count, void *context) {
    filmz_curl_transfer *transfer = context;
    acknowledge_now(transfer->socket);
    return transfer->receiver.receive_line(transfer->receiver.context, bytes, size * count) ? size * count : 0;
}

static size_t receive_body(const char *bytes, size_t size, size_t count, void *context) {
    filmz_curl_transfer *transfer = context;
    switch (transfer->receiver.receive_body(transfer->receiver.context, bytes, size * count)) {
    case FILMZ_BODY_TAKEN: return size * count;
    case FILMZ_BODY_PAUSED: return CURL_WRITEFUNC_PAUSE;
    case FILMZ_BODY_REFUSED: return 0;
    }
    return 0;
}

static int64_t milliseconds(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * INT64_C(1000) + time.tv_nsec / 1000000;
}

/* Returns 1 to end the transfer. libcurl calls this for each byte of a proxy's response to CONNECT; during that response, it
   checks no time limits itself. */
static int report_progress(void *context, int64_t total, int64_t received, int64_t total_sent, int64_t sent) {
    (void)total, (void)received, (void)total_sent, (void)sent;
    filmz_curl_transfer *transfer = context;
    if (transfer->deadline != 0 && milliseconds() > transfer->deadline) return 1;
    return transfer->receiver.continues(transfer->receiver.context) ? 0 : 1;
}

static int open_socket(void *context, int purpose, struct curl_sockaddr *address) {
    (void)purpose;
    filmz_curl_transfer *transfer = context;
    if (!transfer->receiver.allows_address(transfer->receiver.context, &address->address)) return CURL_SOCKET_BAD;
    transfer->socket = socket(address->family, address->type | SOCK_CLOEXEC, address->protocol);
    return transfer->socket >= 0 ? transfer->socket : CURL_SOCKET_BAD;
}

/* MARK: - Transfers */

static bool set_fields(filmz_curl_transfer *transfer, const filmz_curl_request *request) {
    for (size_t i = 0; i < request->field_count; i++) {
        struct curl_slist *fields = curl_slist_append(transfer->fields, request->fields[i]);
        if (!fields) return false;
        transfer->fields = fields;
    }
    return curl_easy_setopt(transfer->easy, CURLOPT_HTTPHEADER, transfer->fields) == 0;
}

static bool set_receiver(filmz_curl_transfer *transfer) {
    CURL *easy = transfer->easy;
    return curl_easy_setopt(easy, CURLOPT_PRIVATE, transfer) == 0 &&
           curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, receive_line) == 0 &&
           curl_easy_setopt(easy, CURLOPT_HEADERDATA, transfer) == 0 &&
           curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, receive_body) == 0 &&
           curl_easy_setopt(easy, CURLOPT_WRITEDATA, transfer) == 0 &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, open_socket) == 0 &&
           curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, transfer) == 0 &&
           curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, report_progress) == 0 &&
           curl_easy_setopt(easy, CURLOPT_XFERINFODATA, transfer) == 0 &&
           curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L) == 0;
}

static bool set_connection(CURL *easy, const filmz_curl_request *request) {
    /* From libcurl 7.87, a transfer whose name is being resolved is removed without waiting. */
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    /* An empty text means no proxy, and no exceptions, whatever the environment says. */
    return curl_easy_setopt(easy, CURLOPT_PROXY, request->proxy ? request->proxy : "") == 0 &&
           curl_easy_setopt(easy, CURLOPT_NOPROXY, "") == 0 &&
           curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L) == 0 &&
           curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, request->connect_timeout) == 0 &&
           curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, request->timeout) == 0 &&
           curl_easy_setopt(easy, CURLOPT_SSLVERSION, (long)CURL_SSLVERSION_TLSv1_2) == 0 &&
           (!request->authorities || (curl_easy_setopt(easy, CURLOPT_CAINFO, request->authorities) == 0 &&
                                      curl_easy_setopt(easy, CURLOPT_CAPATH, NULL) == 0)) &&
           curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, (long)request->is_isolated) == 0 &&
           curl_easy_setopt(easy, CURLOPT_FORBID_REUSE, (long)request->is_isolated) == 0 &&
           curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L) == 0;
}

static bool set_request(CURL *easy, const filmz_curl_request *request) {
    long version = request->allows_http2 ? CURL_HTTP_VERSION_2TLS : CURL_HTTP_VERSION_1_1;
    return curl_easy_setopt(easy, CURLOPT_URL, request->url) == 0 &&
           curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L) == 0 &&
           curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_HTTPS) == 0 &&
           curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, version) == 0 &&
           curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, buffer_size) == 0;
}

static void free_transfer(filmz_curl_transfer *transfer) {
    if (transfer->easy) curl_easy_cleanup(transfer->easy);
    curl_slist_free_all(transfer->fields);
    free(transfer);
}

filmz_curl_transfer *filmz_curl_add(filmz_curl_session *session, const filmz_curl_request *request,
                                    filmz_curl_receiver receiver) {
    filmz_curl_transfer *transfer = calloc(1, sizeof(*transfer));
    if (!transfer) return NULL;
    transfer->easy = curl_easy_init();
    transfer->receiver = receiver;
    transfer->socket = -1;
    transfer->deadline = request->timeout == 0 ? 0 : milliseconds() + request->timeout;
    if (transfer->easy && set_request(transfer->easy, request) && set_fields(transfer, request) &&
        set_connection(transfer->easy, request) && set_receiver(transfer) &&
        (request->is_isolated || curl_easy_setopt(transfer->easy, CURLOPT_SHARE, session->share) == 0) &&
        curl_multi_add_handle(session->multi, transfer->easy) == 0)
        return transfer;
    free_transfer(transfer);
    return NULL;
}

void filmz_curl_remove(filmz_curl_session *session, filmz_curl_transfer *transfer) {
    curl_multi_remove_handle(session->multi, transfer->easy);
    free_transfer(transfer);
}

void filmz_curl_resume(filmz_curl_transfer *transfer) { curl_easy_pause(transfer->easy, CURLPAUSE_CONT); }

/* MARK: - Performing */

void filmz_curl_perform(filmz_curl_session *session) {
    int count = 0;
    curl_multi_perform(session->multi, &count);
}

void filmz_curl_wait(filmz_curl_session *session, int wake) {
    struct curl_waitfd descriptor = {wake, CURL_WAIT_POLLIN, 0};
    curl_multi_poll(session->multi, &descriptor, 1, longest_wait, NULL);
}

bool filmz_curl_next_result(filmz_curl_session *session, filmz_curl_result *result) {
    int count = 0;
    CURLMsg *message = curl_multi_info_read(session->multi, &count);
    while (message && message->message != CURLMSG_DONE) message = curl_multi_info_read(session->multi, &count);
    if (!message) return false;
    CURL *easy = message->easy;
    int64_t connected = 0;
    int64_t ready = 0;
    *result = (filmz_curl_result){.code = message->data.code};
    curl_easy_getinfo(easy, CURLINFO_PRIVATE, &result->transfer);
    curl_easy_getinfo(easy, CURLINFO_CONNECT_TIME_T, &connected);
    curl_easy_getinfo(easy, CURLINFO_PRETRANSFER_TIME_T, &ready);
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &result->system_error);
    curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &result->proxy_status);
    result->is_connected = connected > 0;
    result->is_ready = ready > 0;
    return true;
}
