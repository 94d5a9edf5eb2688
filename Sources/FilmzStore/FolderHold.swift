package import Foundation
import Glibc

/// A folder that this program keeps for itself while it writes to it for longer.
///
/// The lock is advisory (`flock`), and goes with the process however that ends. It also keeps out a
/// second hold of the same process, and whoever waits for the same folder's ``FolderLock``.
package struct FolderHold: Sendable {
  /// Negative where the folder could not be locked at all: what is in it can be written all the same.
  private let descriptor: CInt

  /// Takes hold of a folder, without waiting; nothing where another has it.
  package init?(_ folder: URL) {
    descriptor = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      if errno != EWOULDBLOCK { return }
      close(descriptor)
      return nil
    }
  }

  /// Lets go of the folder; to be called once.
  package func release() { if descriptor >= 0 { close(descriptor) } }
}
