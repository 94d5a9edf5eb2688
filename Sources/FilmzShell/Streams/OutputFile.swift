import CLibEdit
import FilmzCommands
import FilmzFiles
import FilmzTerminal
import Glibc

/// A file to which the output of a command is redirected.
///
/// The file is opened before the command runs, so that errors are reported early. It is written
/// after the command has ended, so that a command that fails without output does not change the
/// file. It is written in place and not replaced by a new file, so that its links and permissions
/// remain.
struct OutputFile: Sendable {
  /// The error of a write that stopped before the end.
  private struct PartialWrite: Error {
    let code: CInt
    /// The number of bytes that were written before the error.
    let count: Int
  }

  private let descriptor: CInt
  private let path: String
  /// The path as it was typed, for errors.
  private let name: String
  /// `true` if the initializer created the file.
  private let isNew: Bool
  /// `true` to append the output to the file (`>>`), `false` to replace its content.
  private let appends: Bool

  /// Opens a file for writing, or creates it with the default permissions (umask).
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``.
  init(_ path: String, named name: String, appends: Bool) throws(CommandError) {
    // With O_NONBLOCK, opening a FIFO without a reader fails, and waiting for space in a FIFO can
    // be cancelled.
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
    (self.descriptor, self.path, self.name, self.isNew, self.appends) = (descriptor, path, name, isNew, appends)
  }

  /// `true` if the file is a terminal.
  var isTerminal: Bool { FilmzTerminal.isTerminal(descriptor) }

  /// Replaces the content of the file with the output, or appends the output, and closes the file.
  ///
  /// If the disk is full, the file does not change: old content is overwritten only if there is
  /// space for the output. Output that was written in part after the old content is removed again,
  /// unless another program has changed the file's size. If a pipe or terminal cannot accept more
  /// output, this method waits until it can or the task is cancelled.
  ///
  /// - Throws: ``CommandError/unwritableFile(path:reason:)``, ``CommandError/interrupted``.
  func write(_ output: SpillBuffer) async throws(CommandError) {
    defer { close(descriptor) }
    let oldSize = size
    // The size of the content that is overwritten; `nil` if there is none.
    let replacedSize = appends || oldSize == 0 ? nil : oldSize
    if let replacedSize { try await ensureSpace(for: output, after: replacedSize) }
    do {
      try await writeBytes(of: output)
    } catch {
      let isUnchanged = replacedSize == nil && (oldSize.map { removeAppended(error.count, after: $0) } ?? true)
      removeIfUnused()
      throw Self.error(error.code, name, isUnchanged ? "" : "; the file may contain part of the output")
    }
    guard replacedSize == nil || ftruncate(descriptor, off_t(output.count)) == 0 else {
      throw Self.error(errno, name, "; old content may remain at its end")
    }
  }

  /// Closes the file without changing it.
  ///
  /// Removes a file that was created by the initializer, unless it was written to or replaced.
  func discard() {
    removeIfUnused()
    close(descriptor)
  }

  // MARK: - Disk space

  /// Makes sure that the disk has enough space, before old content is overwritten.
  ///
  /// If the file system cannot reserve space, the output is written after the old content first;
  /// the caller then overwrites the old content and truncates the file.
  private func ensureSpace(for output: SpillBuffer, after oldSize: off_t) async throws(CommandError) {
    guard output.count > 0, clibedit_reserve_space(descriptor, off_t(output.count)) != 0 else { return }
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

  /// Removes the bytes that were written after the old content, unless another program has changed
  /// the file's size.
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

  /// The size of the file, or `nil` if it is not a regular file.
  private var size: off_t? { status.flatMap { $0.st_mode & S_IFMT == S_IFREG ? $0.st_size : nil } }

  // MARK: - Bytes

  private func writeBytes(of output: SpillBuffer) async throws(PartialWrite) {
    var writtenCount = 0
    while writtenCount < output.count {
      guard let bytes = try? output.bytes(from: writtenCount), !bytes.isEmpty else {
        throw PartialWrite(code: EIO, count: writtenCount)
      }
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      let code = count > 0 ? 0 : await waitAfterError(errno)
      guard code == 0 else { throw PartialWrite(code: code, count: writtenCount) }
      writtenCount += max(0, count)
    }
  }

  /// Returns 0 if a failed write can be tried again; otherwise returns the error number.
  ///
  /// Waits for up to 50 ms if a pipe or terminal cannot accept more output. If the task is then
  /// cancelled, the error number is `ECANCELED`.
  private func waitAfterError(_ code: CInt) async -> CInt {
    guard code == EAGAIN else { return code == EINTR ? 0 : code }
    var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    _ = poll(&waiting, 1, 50)
    await Task.yield()
    return Task.isCancelled ? ECANCELED : 0
  }

  private static func error(_ code: CInt, _ name: String, _ consequence: String = "") -> CommandError {
    guard code != ECANCELED else { return .interrupted }
    return .unwritableFile(path: name, reason: .systemError(code) + consequence)
  }
}
