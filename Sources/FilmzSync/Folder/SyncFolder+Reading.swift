import FilmzFiles
import Glibc

extension SyncFolder {
  /// Reads, decrypts, and decodes a file.
  ///
  /// Reads at most 64 MB, which are decompressed to at most 256 MB. Never waits for another process.
  ///
  /// - Throws: A ``SyncFileProblem``; ``SyncCarrierError/noLibrary(_:)``.
  package func read(_ file: SyncFileName) throws -> SyncFileContent {
    try content(try bytes(of: file, maximum: SyncFileHeader.maximumFileSize), of: file)
  }

  package func headerBytes(of file: SyncFileName) throws(SyncFileProblem) -> [UInt8] {
    try bytes(of: file, maximum: nil)
  }

  /// Reads a file of at most `maximum` bytes, or only the header if `maximum` is `nil`.
  private func bytes(of file: SyncFileName, maximum: Int?) throws(SyncFileProblem) -> [UInt8] {
    let folder: FolderHandle
    do throws(SyncCarrierError) {
      folder = try FolderHandle(path)
    } catch {
      throw .unreadable(error.reason)
    }
    let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let descriptor = openat(folder.descriptor, file.fileName, flags)
    guard descriptor >= 0 else { throw SyncFileProblem(openingError: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .unreadable(.systemError) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard let maximum else { return try Self.read(descriptor, count: SyncFileHeader.size) }
    guard status.st_size <= maximum else { throw .tooLarge }
    return try Self.read(descriptor, count: Int(status.st_size))
  }

  /// Reads from a descriptor until there are `count` bytes, or the file ends.
  private static func read(_ descriptor: CInt, count: Int) throws(SyncFileProblem) -> [UInt8] {
    var code: CInt = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, total in
      while total < count {
        let size = Glibc.read(descriptor, buffer.baseAddress?.advanced(by: total), count - total)
        if size < 0, errno == EINTR { continue }
        if size < 0 { code = errno }
        guard size > 0 else { return }
        total += size
      }
    }
    guard code == 0 else { throw .unreadable(.systemError(code)) }
    return bytes
  }
}

extension SyncFileProblem {
  /// Creates the problem for the error number of a failed `open`.
  fileprivate init(openingError code: CInt) {
    self =
      switch code {
      case ENOENT: .removed
      case ELOOP, ENXIO: .notAFile  // a symbolic link, a socket
      default: .unreadable(.systemError(code))
      }
  }
}

extension SyncCarrierError {
  /// The reason why a folder cannot be opened.
  fileprivate var reason: String {
    switch self {
    case .unreadable(_, let reason), .cannotWrite(_, let reason): reason
    case .notAFolder: .systemError(ENOTDIR)
    default: .systemError(ENOENT)
    }
  }
}

/// The decrypted and decoded content of a file.
package struct SyncFileContent: Sendable, Equatable {
  package let segment: SyncSegment
  /// The checksum of the whole file.
  package let checksum: SyncChecksum
  /// The checksum of the previous file of the same installation; `nil` if there was none.
  package let predecessor: SyncChecksum?
}
