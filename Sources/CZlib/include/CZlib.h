#ifndef FILMZ_CZLIB_H
#define FILMZ_CZLIB_H

#include <zlib.h>

/* `inflateInit2` is a macro, which Swift does not import. 15 + 16 means a window of 32 KiB and gzip only. */
static inline int filmz_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

#endif
