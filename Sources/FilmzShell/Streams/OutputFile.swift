import FilmzCommands
import Glibc

/// A file of the user's that a command's data goes to.
///
/// It is opened before the command runs, so that what cannot be written is said at once, and changed
/// afterwards only: a command that fails leaves it as it was.
struct OutputFile {
  private let descriptor: CInt
  private let path: String
  /// The file's name as it was typed.
  private let name: String
  private let isNew: Bool
  private let appends: Bool

  /// Opens a file for writing, or makes it with the rights that the user's files get.
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``.
  init(_ path: String, named name: String, appends: Bool) throws(CommandError) {
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    var descriptor = Self.open(path, flags)
    isNew = descriptor < 0 && errno == ENOENT
    if isNew { descriptor = Self.open(path, flags | O_CREAT) }
    guard descriptor >= 0 else { throw Self.error(errno, name) }
    // A pipe without a reader was refused; from now on one may wait for it.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    self.descriptor = descriptor
    self.path = path
    self.name = name
    self.appends = appends
  }

  private static func open(_ path: String, _ flags: CInt) -> CInt {
    Glibc.open(path, flags, 0o666)
  }

  /// Puts a text in the file's place, or at its end, and closes it.
  ///
  /// Where there is no room for it the file stays as it was.
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``.
  func write(_ text: String) throws(CommandError) {
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let end = lseek(descriptor, 0, SEEK_END)
    let start = appends ? max(0, end) : 0
    try makeRoom(from: start, count: bytes.count, end: end)
    if !appends { _ = ftruncate(descriptor, 0) }
    lseek(descriptor, start, SEEK_SET)
    guard let code = put(bytes) else { return }
    if appends || isNew { giveUp(end: end) }
    let isSound = end >= 0 && (appends || isNew)
    throw Self.error(code, name, isSound ? "" : "; it holds a part of the output at most")
  }

  /// Closes the file as it was, and takes it away where it was not there before.
  func discard() {
    close(descriptor)
    if isNew { unlink(path) }
  }

  /// Makes sure that the disk has room, before anything in the file is lost.
  private func makeRoom(from start: off_t, count: Int, end: off_t) throws(CommandError) {
    guard count > 0, end >= 0 else { return }
    let code = posix_fallocate(descriptor, start, off_t(count))
    guard code == ENOSPC || code == EDQUOT || code == EFBIG else { return }
    giveUp(end: end)
    throw Self.error(code, name)
  }

  /// Puts the file back to its old length, or takes it away where it was not there before.
  private func giveUp(end: off_t) {
    if end >= 0 { _ = ftruncate(descriptor, end) }
    if isNew { unlink(path) }
  }

  /// Writes all bytes; the error number where that fails.
  private func put(_ bytes: [UInt8]) -> CInt? {
    bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
      }
      return nil
    }
  }

  private static func error(_ code: CInt, _ name: String, _ more: String = "") -> CommandError {
    .unwritableFile(path: name, reason: String(cString: strerror(code)) + more)
  }
}
