import CLibEdit
import Glibc

/// The file in which the system keeps the memory of a program that crashes.
package enum CoreFile {
  /// The limit of the file's size that the user gave the program.
  private static let usersLimit: rlimit = {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return limit
  }()

  private static let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)

  /// Has none written of this program, whose memory holds keys, and keeps other programs of the user from
  /// reading it.
  ///
  /// The limit alone would not do: it has no effect if the system hands core files to a program.
  package static func forbid() {
    _ = clibedit_forbid_core_file()
    var limit = usersLimit
    limit.rlim_cur = 0
    setrlimit(resource, &limit)
  }

  /// Gives programs that are started from here on the user's limit, until ``forbid()`` is called again.
  static func restoreLimit() {
    var limit = usersLimit
    setrlimit(resource, &limit)
  }
}
