// A library for LD_PRELOAD that makes system calls of the program fail, and logs calls. It exports no API.
//
// FILMZ_FAULT=CALL:ERRNO:SUFFIX  CALL (read, write, fsync) fails with ERRNO for files whose path ends in SUFFIX.
// FILMZ_FAULT_AFTER=COUNT        The first COUNT of these calls succeed.
// FILMZ_CALLS=FILE               A line `fsync PATH` or `rename PATH` is appended to FILE for each of these calls, and a
//                              line `destructors` if the program ends with those of its libraries.
