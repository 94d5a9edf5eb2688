import CLibEdit

/// The file in which the system keeps the memory of a program that crashes.
package enum CoreFile {
  /// Has none written of this program, whose memory holds keys, and keeps other programs of the user from
  /// reading it.
  ///
  /// Not by `RLIMIT_CORE`, which a system that hands core files to a program does not ask, and which the
  /// user's shell, editor and pager would inherit.
  package static func forbid() { _ = clibedit_forbid_core_file() }
}
