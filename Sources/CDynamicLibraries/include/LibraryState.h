#ifndef FILMZ_LIBRARY_STATE_H
#define FILMZ_LIBRARY_STATE_H

#include <stdbool.h>

/* The result of loading a library of the system when it is first needed: filmz also runs where it is not installed. */
typedef struct {
    /* Whether the library is installed and can be loaded. */
    bool is_found;
    /* The name of the first function that the library lacks; null if it has all. */
    const char *missing_function;
} filmz_library_state;

#endif
