import CLibEdit
import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// A file to which the output of a command is redirected.
///
/// It is opened before the command runs, so that errors are reported early, and written afterwards,
/// so that a command that fails does not change it. The file is changed in place: it keeps its
/// links and permissions, and text that other programs append meanwhile is not lost.
struct OutputFile: Sendable {
  /// The error of a write that stopped before the end.
  private struct PartialWrite: Error {
    let code: CInt
    /// The number of bytes that had been written.
    let count: Int
  }

  private let descriptor: CInt
  private let path: String
  /// The path as it was typed, for errors.
  private let name: String
  private let isNew: Bool
  private let appends: Bool

  /// Opens a file for writing, or creates it with the default permissions (umask).
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``.
  init(_ path: String, named name: String, appends: Bool) throws(CommandError) {
    // With O_NONBLOCK a FIFO without a reader is an error, and waiting for a full one can be
    // cancelled.
    let flags = O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK | (appends ? O_APPEND : 0)
    var descriptor = Glibc.open(path, flags)
    var isNew = false
    if descriptor < 0, errno == ENOENT {
      descriptor = Glibc.open(path, flags | O_CREAT | O_EXCL, 0o666)
      isNew = descriptor >= 0
      // The path is a dangling symbolic link, or another program has just created the file.
      if !isNew, errno == EEXIST { descriptor = Glibc.open(path, flags | O_CREAT, 0o666) }
    }
    guard descriptor >= 0 else { throw Self.error(errno, name) }
    self.descriptor = descriptor
    self.path = path
    self.name = name
    self.isNew = isNew
    self.appends = appends
  }

  /// `true` if the file is a terminal.
  var isTerminal: Bool { FilmzTerminal.isTerminal(descriptor) }

  /// Replaces the content of the file with the output, or appends the output, and closes the file.
  ///
  /// If the disk is full the file is not changed: the old content is overwritten only if there is
  /// space for the new one, and a part that was appended is removed again, unless another program
  /// has appended something to it. If a pipe or terminal is full, this waits until it is not or the
  /// task is cancelled.
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``, ``CommandError/interrupted``.
  func write(_ output: SpillBuffer) async throws(CommandError) {
    defer { close(descriptor) }
    let oldSize = size
    let replacedSize = appends ? nil : oldSize.flatMap { $0 > 0 ? $0 : nil }
    if let replacedSize { try await ensureSpace(for: output, after: replacedSize) }
    do {
      try await writeBytes(of: output)
    } catch {
      let isUnchanged =
        replacedSize == nil && (oldSize.map { removeAppended(error.count, after: $0) } ?? true)
      removeIfUnused()
      throw Self.error(
        error.code, name, isUnchanged ? "" : "; it contains at most a part of the output")
    }
    guard replacedSize == nil || ftruncate(descriptor, off_t(output.count)) == 0 else {
      throw Self.error(errno, name, "; old content may remain at its end")
    }
  }

  /// Closes the file without changing it, and removes it if it was created by the initializer.
  func discard() {
    removeIfUnused()
    close(descriptor)
  }

  // MARK: - Disk space

  /// Makes sure that the disk has enough space, before any content of the file is overwritten.
  ///
  /// If the file system cannot reserve space, the output is first written after the old content.
  private func ensureSpace(
    for output: SpillBuffer, after oldSize: off_t
  ) async throws(CommandError) {
    guard output.count > 0, clibedit_reserve_space(descriptor, off_t(output.count)) != 0 else {
      return
    }
    var failure: PartialWrite? = PartialWrite(code: errno, count: 0)
    if [EOPNOTSUPP, ENOSYS, EINTR].contains(errno) {
      lseek(descriptor, oldSize, SEEK_SET)
      do {
        try await writeBytes(of: output)
        failure = nil
      } catch { failure = error }
      lseek(descriptor, 0, SEEK_SET)
    }
    guard let failure else { return }
    removeAppended(failure.count, after: oldSize)
    throw Self.error(failure.code, name)
  }

  /// Removes the bytes that were written after the old content, unless another program has appended
  /// something.
  ///
  /// - Returns: `true` if the file has its old content again.
  @discardableResult
  private func removeAppended(_ count: Int, after oldSize: off_t) -> Bool {
    size == oldSize + off_t(count) && ftruncate(descriptor, oldSize) == 0
  }

  /// Removes a file that was created by the initializer, unless it was written to or replaced.
  private func removeIfUnused() {
    var statusAtPath = stat()
    guard isNew, let status, status.st_size == 0, lstat(path, &statusAtPath) == 0,
      statusAtPath.st_ino == status.st_ino, statusAtPath.st_dev == status.st_dev
    else { return }
    unlink(path)
  }

  private var status: stat? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The size of a regular file, or `nil` for pipes and devices.
  private var size: off_t? {
    status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0.st_size : nil }
  }

  // MARK: - Bytes

  private func writeBytes(of output: SpillBuffer) async throws(PartialWrite) {
    var written = 0
    while written < output.count {
      guard let bytes = try? output.bytes(from: written), !bytes.isEmpty else {
        throw PartialWrite(code: EIO, count: written)
      }
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let code = count > 0 ? 0 : await waitAfterError(errno)
      guard code == 0 else { throw PartialWrite(code: code, count: written) }
      written += max(0, count)
    }
  }

  /// Returns 0 if a write can be tried again, after waiting briefly, or the error number otherwise.
  private func waitAfterError(_ code: CInt) async -> CInt {
    guard code == EAGAIN else { return code == EINTR ? 0 : code }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, 50)
    await Task.yield()
    return Task.isCancelled ? ECANCELED : 0
  }

  private static func error(
    _ code: CInt, _ name: String, _ consequence: String = ""
  ) -> CommandError {
    guard code != ECANCELED else { return .interrupted }
    return .unwritableFile(path: name, reason: .systemError(code) + consequence)
  }
}
