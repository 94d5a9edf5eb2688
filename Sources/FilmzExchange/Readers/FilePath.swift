import FilmzFiles
import Foundation

/// The path of a file, which need not be UTF-8.
struct FilePath: Sendable, Hashable {
  let bytes: [UInt8]

  init(_ text: String) { bytes = Array(text.utf8) }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  /// The path as text; bytes that are not UTF-8 are replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The path for functions of C.
  var cString: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  func appending(_ name: [UInt8]) -> FilePath {
    let slash = UInt8(ascii: "/")
    return FilePath(bytes: bytes + (bytes.last == slash ? [] : [slash]) + name)
  }

  /// Returns the error that the path cannot be read, with the reason in `errno`.
  func cannotRead() -> ImportError { .cannotRead(path: text, reason: .systemError) }
}

/// A file that is open for reading, and is closed with the last reference to it.
///
/// Opening does not wait for the writer of a FIFO; reading waits for bytes, and ends when the task is cancelled.
final class OpenFile: Sendable {
  static let chunkSize = 65_536
  /// The time between checks for cancellation, in milliseconds.
  private static let waitingTime: CInt = 100

  private let path: FilePath
  private let descriptor: CInt

  init(_ path: FilePath) throws(ImportError) {
    self.path = path
    descriptor = open(path.cString, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw path.cannotRead() }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Returns the next bytes, at most 64 KB; none at the end.
  ///
  /// - Throws: ``ImportError``, `CancellationError`.
  func read() throws -> [UInt8] {
    try waitForBytes()
    var status = 0
    let chunk = [UInt8](unsafeUninitializedCapacity: Self.chunkSize) { buffer, count in
      repeat {
        status = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      } while status < 0 && errno == EINTR
      count = max(0, status)
    }
    guard status >= 0 else { throw path.cannotRead() }
    return chunk
  }

  /// Returns the next bytes, at least `minimum` unless the file ends before.
  ///
  /// - Throws: ``ImportError``, `CancellationError`.
  func read(atLeast minimum: Int) throws -> [UInt8] {
    var bytes = try read()
    while bytes.count < minimum {
      let more = try read()
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Waits until there are bytes, or the file ends; returns immediately unless it is a FIFO or a device.
  ///
  /// A FIFO ends when its last writer closes it, not before the first one opens it.
  private func waitForBytes() throws {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while true {
      try Task.checkCancellation()
      let count = poll(&event, 1, Self.waitingTime)
      guard count >= 0 || errno == EINTR else { throw path.cannotRead() }
      if count > 0 { return }
    }
  }
}

/// The kind and the identity of a file or folder.
struct FileNode: Sendable {
  enum Kind: Sendable { case regular, folder, link, other }

  let kind: Kind
  let identity: FileIdentity

  /// Follows a symbolic link if `followsLink` is true.
  init(_ path: FilePath, followsLink: Bool = true) throws(ImportError) {
    var status = stat()
    let result = followsLink ? stat(path.cString, &status) : lstat(path.cString, &status)
    guard result == 0 else { throw path.cannotRead() }
    identity = FileIdentity(status)
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    case S_IFLNK: kind = .link
    default: kind = .other
    }
  }
}
