import Dispatch
import Glibc

/// Calls a closure when files appear in a folder, or the folder is moved or removed, where the system can watch it.
///
/// Changes that other machines make on a network file system are not seen.
package final class FolderWatch {
  private static let events =
    IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF

  private let source: any DispatchSourceRead
  package let identity: FolderIdentity

  /// Starts to watch; returns `nil` if that is not possible.
  package init?(_ path: String, _ onChange: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, UInt32(Self.events)) >= 0,
      let identity = FolderIdentity(path)
    else {
      close(descriptor)
      return nil
    }
    self.identity = identity
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor)
    source.setEventHandler {
      var buffer = [UInt8](repeating: 0, count: 4096)
      var hasEvents = false
      while read(descriptor, &buffer, buffer.count) > 0 { hasEvents = true }
      if hasEvents { onChange() }
    }
    source.setCancelHandler { close(descriptor) }
    source.activate()
  }

  deinit { source.cancel() }
}

/// What differs if another folder is at a path, such as that of a drive that was mounted.
package struct FolderIdentity: Sendable, Equatable {
  private let device: UInt
  private let inode: UInt

  /// Returns `nil` if there is nothing at the path.
  package init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt(status.st_dev)
    inode = UInt(status.st_ino)
  }
}
