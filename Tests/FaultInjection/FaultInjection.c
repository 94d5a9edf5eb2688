#define _GNU_SOURCE
#include "FaultInjection.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

/// Writes the path of an open file to `path`; an empty string if it has none.
static void path_of(int descriptor, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
}

static int ends_with(const char *text, const char *end) {
  size_t length = strlen(text), count = strlen(end);
  return length >= count && strcmp(text + length - count, end) == 0;
}

/// Returns whether a call for a file must fail, and sets `errno` in that case.
static int fails(const char *call, int descriptor) {
  const char *fault = getenv("FILMZ_FAULT");
  size_t length = strlen(call);
  if (!fault || strncmp(fault, call, length) != 0 || fault[length] != ':') return 0;
  char *end;
  int code = (int)strtol(fault + length + 1, &end, 10);
  char path[4096];
  path_of(descriptor, path, sizeof path);
  if (*end != ':' || !ends_with(path, end + 1)) return 0;
  static atomic_int count;
  const char *skipped = getenv("FILMZ_FAULT_AFTER");
  if (atomic_fetch_add(&count, 1) < (skipped ? atoi(skipped) : 0)) return 0;
  errno = code;
  return 1;
}

static void log_call(const char *call, const char *path) {
  const char *file = getenv("FILMZ_CALLS");
  if (!file) return;
  int descriptor = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  dprintf(descriptor, "%s %s\n", call, path);
  close(descriptor);
}

/// Runs if the program ends with the destructors of its libraries.
__attribute__((destructor)) static void log_destructors(void) { log_call("destructors", ""); }

static int sync_with(const char *name, int descriptor) {
  char path[4096];
  path_of(descriptor, path, sizeof path);
  log_call("fsync", path);
  if (fails("fsync", descriptor)) return -1;
  int (*real)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  return real(descriptor);
}

int fsync(int descriptor) { return sync_with("fsync", descriptor); }
int fdatasync(int descriptor) { return sync_with("fdatasync", descriptor); }

int rename(const char *old, const char *new) {
  log_call("rename", new);
  int (*real)(const char *, const char *) = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  return real(old, new);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  if (fails("read", descriptor)) return -1;
  ssize_t (*real)(int, void *, size_t, off64_t) =
    (ssize_t (*)(int, void *, size_t, off64_t))dlsym(RTLD_NEXT, "pread64");
  return real(descriptor, bytes, count, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off64_t offset) {
  if (fails("write", descriptor)) return -1;
  ssize_t (*real)(int, const void *, size_t, off64_t) =
    (ssize_t (*)(int, const void *, size_t, off64_t))dlsym(RTLD_NEXT, "pwrite64");
  return real(descriptor, bytes, count, offset);
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  if (fails("write", descriptor)) return -1;
  ssize_t (*real)(int, const void *, size_t) = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  return real(descriptor, bytes, count);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread64(descriptor, bytes, count, offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite64(descriptor, bytes, count, offset);
}
