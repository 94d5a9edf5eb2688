import FilmzFiles
import FilmzStore
import Foundation
import Glibc
import NIOCore

/// A file of which a part is here, open for writing at its end.
final class PartialFile {
  /// How long it is.
  private(set) var bytes: Int
  private let path: String
  private let mostBytes: Int
  private var descriptor: CInt

  /// Opens the part, and empties it where it is to be a new one; it does not become longer than so many
  /// bytes.
  ///
  /// Neither a symbolic link is followed nor a named pipe waited for.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  init(_ place: URL, isNew: Bool, mostBytes: Int = .max) throws {
    path = place.path(percentEncoded: false)
    self.mostBytes = mostBytes
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
    descriptor = open(path, flags | (isNew ? O_TRUNC : 0), 0o600)
    guard descriptor >= 0 else { throw Self.failure(path) }
    bytes = Int(lseek(descriptor, 0, SEEK_END))
  }

  deinit { if descriptor >= 0 { _ = Glibc.close(descriptor) } }

  /// Adds bytes; a write that fails leaves those before it.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func write(_ buffer: ByteBuffer) throws {
    guard bytes + buffer.readableBytes <= mostBytes else { throw DatasetError.diskFull(path: path) }
    try buffer.withUnsafeReadableBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written < 0, errno == EINTR { continue }
        guard written > 0 else { throw Self.failure(path) }
        rest = rest.dropFirst(written)
        self.bytes += written
      }
    }
  }

  /// Closes it; some file systems tell only now that the disk is full.
  ///
  /// - Throws: A ``DatasetError`` or `StoreError`.
  func close() throws {
    let open = descriptor
    descriptor = -1
    guard Glibc.close(open) == 0 else { throw Self.failure(path) }
  }

  /// The error of the last system call, which was about a file.
  static func failure(_ path: String, _ code: CInt = errno) -> any Error {
    switch code {
    case ENOSPC, EDQUOT: DatasetError.diskFull(path: path)
    case ELOOP: StoreError.cannotCreate(path: path, reason: "it is a symbolic link")
    default: StoreError.cannotCreate(path: path, reason: .systemError(code))
    }
  }
}
