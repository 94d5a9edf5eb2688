#ifndef FILMZ_LIBRARY_STATE_H
#define FILMZ_LIBRARY_STATE_H

#include <stdbool.h>

/* The result of loading a system library. filmz loads each when it is first needed, and also runs without it. */
typedef struct {
    /* Whether the library is installed and can be loaded. */
    bool is_found;
    /* The name of the first function that filmz needs and the library does not have; null if it has all of them. */
    const char *missing_function;
} filmz_library_state;

#endif
