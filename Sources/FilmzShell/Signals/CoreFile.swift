import CLibEdit

/// The file in which the system keeps the memory of a program that crashes.
package enum CoreFile {
  /// Has none written of this program, whose memory holds keys, and keeps other programs of the user from
  /// reading it.
  ///
  /// `RLIMIT_CORE` would not do: it has no effect if the system hands core files to a program, and the
  /// user's shell, editor and pager would inherit it.
  package static func forbid() { _ = clibedit_forbid_core_file() }
}
