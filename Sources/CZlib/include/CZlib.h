#ifndef FILMZ_CZLIB_H
#define FILMZ_CZLIB_H

#include <zlib.h>

/* Prepares a stream for decompressing gzip data, with the macro `inflateInit2`, which Swift does not import.
   15 selects the maximum window (2^15 bytes), and 16 the gzip format. */
static inline int filmz_inflate_init_gzip(z_stream *stream) {
    return inflateInit2(stream, 15 + 16);
}

/* Prepares a stream for decompressing deflate data without a header or trailer, as in a ZIP archive.
   -15 selects the maximum window (2^15 bytes), and no format around the data. */
static inline int filmz_inflate_init_raw(z_stream *stream) {
    return inflateInit2(stream, -15);
}

#endif
