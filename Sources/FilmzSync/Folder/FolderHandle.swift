import Dispatch
package import FilmzFiles
import Glibc

/// An open folder: all operations concern the same folder, even if another folder gets its path meanwhile.
struct FolderHandle: ~Copyable {
  let descriptor: CInt
  private let path: String

  /// Opens a folder; a symbolic link to it is followed.
  init(_ path: String) throws(SyncCarrierError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT: throw .missing(path: path)
      case ENOTDIR: throw .notAFolder(path: path)
      default: throw .unreadable(path: path, reason: .systemError)
      }
    }
    (self.descriptor, self.path) = (descriptor, path)
  }

  deinit { close(descriptor) }

  /// Returns the names in the folder, `nil` for those that are not valid UTF-8.
  func names() throws(SyncCarrierError) -> [String?] {
    // A second descriptor has its own position, and is closed with the stream.
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let stream = fdopendir(copy) else {
      let error = unreadable
      if copy >= 0 { close(copy) }
      throw error
    }
    defer { closedir(stream) }
    var names: [String?] = []
    errno = 0
    while let entry = readdir(stream) {
      names.append(Self.name(of: entry))
      errno = 0
    }
    guard errno == 0 else { throw unreadable }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return nil }
    let name = UnsafeRawPointer(entry) + offset
    return String(validatingCString: name.assumingMemoryBound(to: CChar.self))
  }

  /// Returns the status of a file, without following a symbolic link; `nil` if it does not exist.
  func status(of name: String) throws(SyncCarrierError) -> stat? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 { return status }
    guard errno == ENOENT else { throw unreadable }
    return nil
  }

  /// Removes a file or link.
  func remove(_ name: String) throws(SyncCarrierError) {
    if unlinkat(descriptor, name, 0) != 0, errno != ENOENT { throw .failedWrite(path: path) }
  }

  /// Flushes the names of the files to the disk.
  ///
  /// Only errors of the disk are thrown, because some file systems cannot flush a folder.
  func flush() throws(SyncCarrierError) {
    if fsync(descriptor) != 0, [EIO, ENOSPC, EDQUOT].contains(errno) { throw .failedWrite(path: path) }
  }

  private var unreadable: SyncCarrierError { .unreadable(path: path, reason: .systemError) }
}

extension SyncCarrierError {
  /// Returns the error for the error number of a failed write or removal in a folder.
  static func failedWrite(path: String, code: CInt = errno) -> Self {
    switch code {
    case ENOSPC, EDQUOT: .full(path: path)
    default: .cannotWrite(path: path, reason: .systemError(code))
    }
  }
}

/// Calls a closure when a file in a folder is written, moved there or removed, or the folder itself is moved or removed
/// (inotify).
///
/// Changes that other machines make on a network file system are not reported.
package final class FolderWatch {
  private static let events = IN_MOVED_TO | IN_CLOSE_WRITE | IN_DELETE | IN_DELETE_SELF | IN_MOVE_SELF

  private let source: any DispatchSourceRead
  /// The identity of the watched folder.
  ///
  /// If another folder gets the path, such as that of a drive that is mounted later, the path has another identity.
  package let identity: FileIdentity

  /// Starts to watch a folder; returns `nil` if the system cannot watch it.
  package init?(_ path: String, _ onChange: @escaping @Sendable () -> Void) {
    let descriptor = inotify_init1(CInt(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
    guard inotify_add_watch(descriptor, path, UInt32(Self.events)) >= 0, let identity = FileIdentity(path: path) else {
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
