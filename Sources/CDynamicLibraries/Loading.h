#ifndef FILMZ_LOADING_H
#define FILMZ_LOADING_H

#include <dlfcn.h>
#include <pthread.h>

#include "LibraryState.h"

/* Defines the function `load`, which loads the library `file_name` at its first call, and returns the result at every call.

   FUNCTIONS is an X macro: it calls its parameter, a macro, with the result type, the name and the parameters of each
   function. Each function becomes a static variable of its name. All may be called if the library has all functions. */
#define FILMZ_DEFINE_LIBRARY(load, file_name, FUNCTIONS)                \
    FUNCTIONS(FILMZ_DECLARE_FUNCTION)                                   \
    static filmz_library_state load##_state;                            \
    static void load##_once(void) {                                     \
        filmz_library_state state = {false, NULL};                      \
        void *library = dlopen(file_name, RTLD_NOW | RTLD_LOCAL);       \
        if (!library) return;                                           \
        state.is_found = true;                                          \
        FUNCTIONS(FILMZ_FIND_FUNCTION)                                  \
        load##_state = state;                                           \
    }                                                                   \
    filmz_library_state load(void) {                                    \
        static pthread_once_t once = PTHREAD_ONCE_INIT;                 \
        pthread_once(&once, load##_once);                               \
        return load##_state;                                            \
    }

#define FILMZ_DECLARE_FUNCTION(result, name, parameters) static result(*name) parameters;

#define FILMZ_FIND_FUNCTION(result, name, parameters)                   \
    name = (result(*) parameters)dlsym(library, #name);                 \
    if (!name && !state.missing_function) state.missing_function = #name;

#endif
