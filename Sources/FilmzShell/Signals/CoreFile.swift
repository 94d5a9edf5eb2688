import CLibEdit
import Glibc

/// The core file, in which the system stores the memory of a crashed program.
package enum CoreFile {
  /// The `RLIMIT_CORE` that the program was started with.
  private static let inheritedLimit: rlimit = {
    var limit = rlimit()
    getrlimit(resource, &limit)
    return limit
  }()

  private static let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)

  /// Disables core files of this program, because its memory contains API keys.
  ///
  /// This also prevents other programs of the user from reading the memory of this program.
  /// `RLIMIT_CORE` alone would not be enough: it has no effect if the system pipes core dumps to a
  /// program.
  package static func disable() {
    _ = clibedit_disable_core_dump()
    var limit = inheritedLimit
    limit.rlim_cur = 0
    setrlimit(resource, &limit)
  }

  /// Restores the inherited limit for child processes, until ``disable()`` is called again.
  static func restoreLimit() {
    var limit = inheritedLimit
    setrlimit(resource, &limit)
  }
}
