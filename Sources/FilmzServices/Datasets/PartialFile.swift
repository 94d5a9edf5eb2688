import FilmzFiles
import FilmzStore
import Foundation
import Glibc

/// A partially downloaded file, open for appending.
final class PartialFile {
  /// The current size of the file.
  private(set) var bytes: Int
  private let path: String
  /// The size up to which the file may grow.
  private let capacity: Int
  private var descriptor: CInt

  /// Opens or creates the file, and empties it if `isNew` is `true`.
  ///
  /// Fails if the file is a symbolic link, and does not wait for a named pipe. Writing beyond
  /// `capacity` bytes fails with ``DatasetError/diskFull(path:)``.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  init(_ url: URL, isNew: Bool, capacity: Int = .max) throws {
    path = url.path(percentEncoded: false)
    self.capacity = capacity
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags | (isNew ? O_TRUNC : 0), 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    bytes = Int(lseek(descriptor, 0, SEEK_END))
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Appends bytes; if that fails, the bytes written so far remain in the file.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func write(_ chunk: [UInt8]) throws {
    guard bytes + chunk.count <= capacity else { throw DatasetError.diskFull(path: path) }
    try chunk.withUnsafeBytes { bytes in
      var remainingBytes = bytes[...]
      while !remainingBytes.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: remainingBytes).baseAddress,
          remainingBytes.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.failure(path) }
        remainingBytes = remainingBytes.dropFirst(written)
        self.bytes += written
      }
    }
  }

  /// Closes the file; some file systems report a full disk only when a file is closed.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func close() throws {
    let openDescriptor = descriptor
    descriptor = -1
    guard Glibc.close(openDescriptor) == 0 else { throw Self.failure(path) }
  }

  /// Returns the error to throw after a system call for a file has failed.
  static func failure(_ path: String, _ code: CInt = errno) -> any Error {
    switch code {
    case ENOSPC, EDQUOT: DatasetError.diskFull(path: path)
    case ELOOP: StoreError.cannotCreate(path: path, reason: "it is a symbolic link")
    default: StoreError.cannotCreate(path: path, reason: .systemError(code))
    }
  }
}
