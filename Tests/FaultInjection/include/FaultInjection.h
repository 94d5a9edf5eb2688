// A library for LD_PRELOAD that has calls of the program fail, and notes them; it has no functions of its own.
//
// FILMZ_FAULT   CALL:ERRNO:PATH  fails CALL (read, write, fsync) with ERRNO for files whose path ends so.
// FILMZ_FAULT_AFTER  so many of these calls succeed first.
// FILMZ_CALLS   PATH             gets a line `fsync PATH` or `rename PATH` for each of these calls.
