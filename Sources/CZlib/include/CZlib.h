#ifndef FILMZ_CZLIB_H
#define FILMZ_CZLIB_H

#include <zlib.h>

#endif
