import FilmzFiles
package import Foundation
import Glibc

/// The lines of all shells in one private file: a command a line, oldest first.
///
/// Several shells share it: a line is one write under the lock of the file's folder, and the file is
/// opened by its name each time, because another shell may have put a shorter one in its place. The
/// null device in its place keeps nothing, on purpose.
package struct HistoryFile: Sendable {
  /// Lines that are kept.
  package static let capacity = 10_000
  /// Lines that may be there before the oldest are cut away.
  package static let tolerated = capacity + 1_000

  /// Bytes: of a line that is kept, of a file that is cut, and of one that may be there before.
  private static let longestLine = 16_384
  private static let mostBytes = 4 << 20
  private static let toleratedBytes = 8 << 20

  package let url: URL

  package init(url: URL) { self.url = url }

  private var path: String { url.path(percentEncoded: false) }

  /// The newest lines, oldest first; none where there is no file.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``, ``StoreError/notAFile(path:)``.
  package func load() throws(StoreError) -> [String] {
    guard let file = try open(O_RDONLY) else { return [] }
    defer { close(file.descriptor) }
    return HistoryText.lines(in: try tail(of: file), most: Self.capacity, bytes: Self.longestLine)
  }

  /// Adds a line as the newest one, unless it repeats the one before; too long a one is not kept.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  package func append(_ line: String) throws {
    let bytes = Array(line.utf8)
    guard bytes.count <= Self.longestLine, !bytes.contains(10), !bytes.contains(0) else { return }
    let folder = url.deletingLastPathComponent()
    try mapFileErrors(PrivateFile.createFolder(folder))
    // The prompt waits for it.
    try withFolderLock(folder, timeout: .seconds(1)) { try appendNow(bytes) }
  }

  /// Checks that lines can be kept, as far as that can be said without a change.
  ///
  /// - Throws: As ``append(_:)`` does.
  package func check() throws(StoreError) {
    if let file = try open(O_RDWR) { close(file.descriptor) }
  }

  // MARK: - Under the lock

  private func appendNow(_ line: [UInt8]) throws(StoreError) {
    guard let file = try open(O_RDWR | O_CREAT | O_APPEND) else { return }
    defer { close(file.descriptor) }
    if file.isOpenToOthers { fchmod(file.descriptor, 0o600) }
    let end = Self.read(file.descriptor, from: file.size - line.count - 2, count: line.count + 2)
      .bytes
    if HistoryText.ends(end, withLine: line) { return }
    let start: [UInt8] = end.isEmpty || end.last == 10 ? [] : [10]
    try write(start + line + [10], to: file.descriptor)
    try shorten(file)
  }

  private func write(_ bytes: [UInt8], to descriptor: CInt) throws(StoreError) {
    let count = Glibc.write(descriptor, bytes, bytes.count)
    guard count == bytes.count else {
      let code = count < 0 ? errno : ENOSPC
      throw code == ENOSPC
        ? .diskFull(path: path) : .cannotCreate(path: path, reason: .systemError(code))
    }
  }

  /// Cuts the oldest lines away where there are too many.
  private func shorten(_ file: OpenFile) throws(StoreError) {
    // A line has two bytes at least.
    guard file.size >= 2 * Self.tolerated else { return }
    let data = try tail(of: file)
    let isTooLong = file.size > Self.toleratedBytes
    guard isTooLong || HistoryText.count(in: data) > Self.tolerated else { return }
    let lines = HistoryText.lines(in: data, most: Self.capacity, bytes: Self.longestLine)
    let kept = HistoryText.data(of: lines, most: Self.mostBytes)
    try mapFileErrors(PrivateFile.replace(url, with: kept, followsLink: true))
  }

  // MARK: - The open file

  private struct OpenFile {
    let descriptor: CInt
    let size: Int
    let isOpenToOthers: Bool
  }

  /// The opened file, or nothing where there is none or where it is to keep nothing.
  private func open(_ flags: CInt) throws(StoreError) -> OpenFile? {
    // The user may keep the lines elsewhere; another user must not choose where.
    if FileStatus.isForeignLink(path) { throw .notAFile(path: path) }
    let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT where flags & O_CREAT == 0: return nil
      case EISDIR, ENXIO: throw .notAFile(path: path)
      case let code where flags == O_RDONLY:
        throw .cannotRead(path: path, reason: .systemError(code))
      case let code: throw .cannotCreate(path: path, reason: .systemError(code))
      }
    }
    var status = stat()
    fstat(descriptor, &status)
    if status.st_mode & S_IFMT == S_IFREG {
      return OpenFile(
        descriptor: descriptor, size: Int(status.st_size),
        isOpenToOthers: status.st_mode & 0o077 != 0)
    }
    close(descriptor)
    if status.st_mode & S_IFMT == S_IFCHR { return nil }
    throw .notAFile(path: path)
  }

  /// The last bytes of a file, from the start of a line.
  private func tail(of file: OpenFile) throws(StoreError) -> [UInt8] {
    var status = stat()
    fstat(file.descriptor, &status)
    let size = Int(status.st_size)
    let start = max(0, size - Self.toleratedBytes)
    let (bytes, code) = Self.read(file.descriptor, from: start, count: size - start)
    if bytes.isEmpty, code != 0 { throw .cannotRead(path: path, reason: .systemError(code)) }
    guard start > 0 else { return bytes }
    return Array(bytes[((bytes.firstIndex(of: 10) ?? -1) + 1)...])
  }

  /// Bytes, fewer where the file has become shorter, and the error number where reading failed.
  private static func read(
    _ descriptor: CInt, from start: Int, count: Int
  ) -> (bytes: [UInt8], code: CInt) {
    let start = max(0, start)
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + filled, count - filled, off_t(start + filled))
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        guard got > 0 else { return }
        filled += got
      }
    }
    return (bytes, code)
  }
}
