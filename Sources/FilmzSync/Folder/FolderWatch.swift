import Dispatch
import Glibc

/// Calls a closure when files appear in a folder, where the system can watch it; network file systems are not watched.
package final class FolderWatch {
  private let source: any DispatchSourceRead

  /// Starts to watch; returns `nil` if that is not possible.
  package init?(_ path: String, _ onChange: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, UInt32(IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE)) >= 0
    else {
      close(descriptor)
      return nil
    }
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
