import CLibEdit
import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// A file of the user's that a command's data goes to.
///
/// It is opened before the command runs, so that what cannot be written is said at once, and
/// changed afterwards only: a command that fails leaves it as it was. The file stays the same one,
/// with its links and rights; what others append to it meanwhile is not lost.
struct OutputFile: Sendable {
  /// Why not all was written.
  private struct Stop: Error {
    let code: CInt
    /// Bytes that were written before.
    let count: Int
  }

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
    // A pipe without a reader is refused, and one that is full can be waited for with an end to it.
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (appends ? O_APPEND : 0)
    var descriptor = Glibc.open(path, flags)
    var isNew = false
    if descriptor < 0, errno == ENOENT {
      descriptor = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o666)
      isNew = descriptor >= 0
      // A link that leads nowhere, or a file that somebody has just made.
      if !isNew, errno == EEXIST { descriptor = Glibc.open(path, flags | O_CREAT, 0o666) }
    }
    guard descriptor >= 0 else { throw Self.error(errno, name) }
    self.descriptor = descriptor
    self.path = path
    self.name = name
    self.isNew = isNew
    self.appends = appends
  }

  /// Whether a terminal shows what is written.
  var isTerminal: Bool { FilmzTerminal.isTerminal(descriptor) }

  /// Puts a text in the file's place, or at its end, and closes it.
  ///
  /// On a full disk the file stays as it was: what is replaced goes only when there is room for the
  /// new text, and a part at the end is taken back, unless others have appended something to it. A
  /// pipe or terminal that takes nothing is waited for until the task is cancelled.
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``, ``CommandError/interrupted``.
  func write(_ text: SpillBuffer) async throws(CommandError) {
    defer { close(descriptor) }
    let end = length
    let oldEnd = appends ? nil : end.flatMap { $0 > 0 ? $0 : nil }
    if let oldEnd { try await makeRoom(for: text, behind: oldEnd) }
    do {
      try await put(text)
    } catch {
      let isSound = oldEnd == nil && (end.map { takeBack(error.count, to: $0) } ?? true)
      removeIfUnused()
      throw Self.error(error.code, name, isSound ? "" : "; it holds a part of the output at most")
    }
    guard oldEnd == nil || ftruncate(descriptor, off_t(text.count)) == 0 else {
      throw Self.error(errno, name, "; something of before may stand at its end")
    }
  }

  /// Closes the file as it was, and takes it away where it was not there before.
  func discard() {
    removeIfUnused()
    close(descriptor)
  }

  // MARK: - Room

  /// Makes sure that the disk has room, before anything in the file is lost.
  ///
  /// Where room cannot be reserved, the new text is written behind the old one first.
  private func makeRoom(for text: SpillBuffer, behind end: off_t) async throws(CommandError) {
    guard text.count > 0, clibedit_reserve(descriptor, off_t(text.count)) != 0 else { return }
    var stop: Stop? = Stop(code: errno, count: 0)
    if [EOPNOTSUPP, ENOSYS, EINTR].contains(errno) {
      lseek(descriptor, end, SEEK_SET)
      do {
        try await put(text)
        stop = nil
      } catch { stop = error }
      lseek(descriptor, 0, SEEK_SET)
    }
    guard let stop else { return }
    takeBack(stop.count, to: end)
    throw Self.error(stop.code, name)
  }

  /// Takes back the bytes that were written behind the old end, unless others have written there.
  @discardableResult
  private func takeBack(_ count: Int, to end: off_t) -> Bool {
    length == end + off_t(count) && ftruncate(descriptor, end) == 0
  }

  /// Removes a file of ours that nobody has written to, nor put another in its place.
  private func removeIfUnused() {
    var named = stat()
    guard isNew, let own = status, own.st_size == 0, lstat(path, &named) == 0,
      named.st_ino == own.st_ino, named.st_dev == own.st_dev
    else { return }
    unlink(path)
  }

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The bytes of a file on a disk; nothing for pipes and devices.
  private var length: off_t? {
    status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0.st_size : nil }
  }

  // MARK: - Bytes

  private func put(_ text: SpillBuffer) async throws(Stop) {
    var written = 0
    while written < text.count {
      guard let bytes = try? text.bytes(from: written), !bytes.isEmpty else {
        throw Stop(code: EIO, count: written)
      }
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let code = count > 0 ? 0 : await recover(from: errno)
      guard code == 0 else { throw Stop(code: code, count: written) }
      written += max(0, count)
    }
  }

  /// Waits a moment where a write may be tried again; the error number where it may not.
  private func recover(from code: CInt) async -> CInt {
    guard code == EAGAIN else { return code == EINTR ? 0 : code }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, 50)
    await Task.yield()
    return Task.isCancelled ? ECANCELED : 0
  }

  private static func error(_ code: CInt, _ name: String, _ more: String = "") -> CommandError {
    guard code != ECANCELED else { return .interrupted }
    return .unwritableFile(path: name, reason: .systemError(code) + more)
  }
}
