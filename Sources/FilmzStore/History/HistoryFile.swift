import FilmzFiles
package import Foundation
import Glibc

/// The private file with the history of all shells, one command per line, oldest first.
///
/// Several shells share the file. Each line is a single write under the lock of the file's folder. The file is reopened
/// by name for each operation, because another shell may have replaced it with a trimmed file. If the path is that of a
/// device, such as the null device, no history is stored; users choose the null device to turn the history off.
package struct HistoryFile: Sendable {
  /// The maximum number of lines after trimming.
  package static let capacity = 10_000
  /// The number of lines above which the file is trimmed.
  package static let trimThreshold = capacity + 1_000

  /// The maximum length of a line, in bytes; longer lines are not stored.
  private static let maximumLineBytes = 16_384
  /// The maximum size of a trimmed file, in bytes.
  private static let maximumTrimmedBytes = 4 << 20
  /// The size in bytes above which the file is trimmed; only this many bytes at the end of a larger file
  /// are read.
  private static let trimThresholdBytes = 8 << 20

  package let url: URL

  package init(url: URL) { self.url = url }

  private var path: String { url.path(percentEncoded: false) }

  /// Returns the newest lines, at most ``capacity``, oldest first; an empty array if there is no file.
  ///
  /// - Throws: ``StoreError/cannotRead(path:reason:)``, ``StoreError/notAFile(path:)``.
  package func load() throws(StoreError) -> [String] {
    guard let file = try open(O_RDONLY) else { return [] }
    defer { close(file.descriptor) }
    return Self.newestLines(in: try tail(of: file))
  }

  /// Appends a line, unless the line is equal to the last line of the file, is too long, or contains a
  /// line break or a NUL character.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  package func append(_ line: String) throws {
    let bytes = Array(line.utf8)
    guard bytes.count <= Self.maximumLineBytes, !bytes.contains(10), !bytes.contains(0) else { return }
    let folder = url.deletingLastPathComponent()
    try mapFileErrors(PrivateFile.createFolder(folder))
    // A short timeout, because the prompt waits for this call.
    try withFolderLock(folder, timeout: .seconds(1)) { try appendLocked(bytes) }
  }

  /// Checks that the file, if it exists, can be opened for writing; changes nothing.
  ///
  /// - Throws: ``StoreError/cannotWrite(path:reason:)``, ``StoreError/notAFile(path:)``.
  package func check() throws(StoreError) { if let file = try open(O_RDWR) { close(file.descriptor) } }

  // MARK: - Under the lock

  private func appendLocked(_ line: [UInt8]) throws(StoreError) {
    guard let file = try open(O_RDWR | O_CREAT | O_APPEND) else { return }
    defer { close(file.descriptor) }
    if file.isAccessibleByOthers { fchmod(file.descriptor, 0o600) }
    let end = Self.read(file.descriptor, from: file.size - line.count - 2, count: line.count + 2).bytes
    if Self.ends(end, withLine: line) { return }
    let missingLineBreak: [UInt8] = end.isEmpty || end.last == 10 ? [] : [10]
    try write(missingLineBreak + line + [10], to: file.descriptor)
    try trimIfNeeded(file)
  }

  private func write(_ bytes: [UInt8], to descriptor: CInt) throws(StoreError) {
    let count = Glibc.write(descriptor, bytes, bytes.count)
    guard count == bytes.count else {
      let code = count < 0 ? errno : ENOSPC
      throw code == ENOSPC ? .diskFull(path: path) : .cannotWrite(path: path, reason: .systemError(code))
    }
  }

  /// Removes the oldest lines if there are too many lines or bytes.
  private func trimIfNeeded(_ file: OpenFile) throws(StoreError) {
    // A line has at least two bytes.
    guard file.size >= 2 * Self.trimThreshold else { return }
    let data = try tail(of: file)
    let isTooLong = file.size > Self.trimThresholdBytes
    guard isTooLong || Self.lineCount(in: data) > Self.trimThreshold else { return }
    let trimmed = Self.data(of: Self.newestLines(in: data))
    try mapFileErrors(PrivateFile.replace(url, with: trimmed, followsLink: true))
  }

  // MARK: - The open file

  private typealias OpenFile = (descriptor: CInt, size: Int, isAccessibleByOthers: Bool)

  /// Opens the file.
  ///
  /// Returns `nil` if the path is that of a device, or if the file does not exist and the flags do not create it.
  private func open(_ flags: CInt) throws(StoreError) -> OpenFile? {
    // The user may redirect the history with a symbolic link, but another user must not.
    if FileStatus.isSymlinkOfAnotherUser(path) { throw .notAFile(path: path) }
    let descriptor = Glibc.open(path, flags | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o600)
    guard descriptor >= 0 else {
      switch errno {
      case ENOENT where flags & O_CREAT == 0: return nil
      case EISDIR, ENXIO: throw .notAFile(path: path)
      case let code where flags == O_RDONLY: throw .cannotRead(path: path, reason: .systemError(code))
      case let code: throw .cannotWrite(path: path, reason: .systemError(code))
      }
    }
    var status = stat()
    fstat(descriptor, &status)
    if status.st_mode & S_IFMT == S_IFREG { return (descriptor, Int(status.st_size), status.st_mode & 0o077 != 0) }
    close(descriptor)
    if status.st_mode & S_IFMT == S_IFCHR { return nil }
    throw .notAFile(path: path)
  }

  /// Returns the content of a file; of a file larger than ``trimThresholdBytes``, the last whole lines
  /// that fit into this size.
  private func tail(of file: OpenFile) throws(StoreError) -> [UInt8] {
    var status = stat()
    fstat(file.descriptor, &status)
    let size = Int(status.st_size)
    let start = max(0, size - Self.trimThresholdBytes)
    let (bytes, code) = Self.read(file.descriptor, from: start, count: size - start)
    if bytes.isEmpty, code != 0 { throw .cannotRead(path: path, reason: .systemError(code)) }
    guard start > 0 else { return bytes }
    return Array(bytes[((bytes.firstIndex(of: 10) ?? -1) + 1)...])
  }

  /// Reads bytes from an offset, or from the start of the file if the offset is negative.
  ///
  /// Returns fewer bytes than `count` if the file ends or reading fails. The returned code is 0 or, if
  /// reading failed, the error number.
  private static func read(_ descriptor: CInt, from start: Int, count: Int) -> (bytes: [UInt8], code: CInt) {
    let start = max(0, start)
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count, let base = buffer.baseAddress {
        let byteCount = pread(descriptor, base + filled, count - filled, off_t(start + filled))
        if byteCount < 0, errno == EINTR { continue }
        if byteCount < 0 { code = errno }
        guard byteCount > 0 else { return }
        filled += byteCount
      }
    }
    return (bytes, code)
  }
}

// Parsing and serializing the content; only damaged lines are lost.
extension HistoryFile {
  /// Returns the newest lines, at most ``capacity``, oldest first.
  ///
  /// Removes NUL bytes, which a power failure may leave in the file, and a carriage return at the end of
  /// a line, and replaces invalid UTF-8 with U+FFFD. Skips lines that are longer than ``maximumLineBytes``
  /// or contain only whitespace.
  private static func newestLines(in data: [UInt8]) -> [String] {
    var lines: [String] = []
    forEachLine(in: data) { line in
      let bytes = line.count > maximumLineBytes || line.contains(0) ? line.filter { $0 != 0 } : Array(line)
      guard bytes.count <= maximumLineBytes else { return }
      let text = String(decoding: bytes.last == 13 ? bytes.dropLast() : bytes[...], as: UTF8.self)
      if text.contains(where: { !$0.isWhitespace }) { lines.append(text) }
    }
    return lines.suffix(capacity)
  }

  /// Returns the content of a file with the newest lines that fit into ``maximumTrimmedBytes``.
  private static func data(of lines: [String]) -> Data {
    var size = 0
    let fittingLines = lines.reversed().prefix { line in
      size += line.utf8.count + 1
      return size <= maximumTrimmedBytes
    }
    return Data(fittingLines.reversed().map { $0 + "\n" }.joined().utf8)
  }

  /// Returns the number of lines, including blank ones.
  private static func lineCount(in data: [UInt8]) -> Int {
    var count = 0
    forEachLine(in: data) { _ in count += 1 }
    return count
  }

  /// Returns whether the last line of a file is equal to a line and ends with a line break.
  ///
  /// The bytes must be the last `line.count + 2` bytes of the file, or all bytes of a shorter file.
  private static func ends(_ bytes: [UInt8], withLine line: [UInt8]) -> Bool {
    let end = line + [10]
    return bytes == end || (bytes.count == end.count + 1 && bytes[0] == 10 && bytes[1...] == end[...])
  }

  private static func forEachLine(in data: [UInt8], _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    data.withUnsafeBufferPointer { buffer in
      var remaining = buffer
      while let start = remaining.baseAddress, !remaining.isEmpty {
        let end = memchr(start, 10, remaining.count).map { UnsafeRawPointer(start).distance(to: $0) }
        body(UnsafeBufferPointer(rebasing: remaining[..<(end ?? remaining.count)]))
        remaining = UnsafeBufferPointer(rebasing: remaining[min(remaining.count, (end ?? remaining.count) + 1)...])
      }
    }
  }
}
