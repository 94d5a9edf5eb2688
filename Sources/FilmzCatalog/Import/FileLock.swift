import FilmzDomain
import Glibc

/// Keeps other processes from the same work; the lock goes with the process however that ends.
///
/// The file stays: who removed it would let a third one in beside the second.
final class FileLock: Sendable {
  private let descriptor: CInt

  /// Takes the lock that a file stands for.
  ///
  /// - Throws: ``CatalogError/busy``, ``CatalogError/cannotWrite(path:reason:)``.
  init(_ path: String) throws(CatalogError) {
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .cannotWrite(path: path, reason: .systemError) }
    // What was opened is closed by `deinit`, which runs after a throw too.
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .busy }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Gives the lock back before the end.
  func release() { flock(descriptor, LOCK_UN) }
}
