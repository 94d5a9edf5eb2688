import Glibc

extension SyncFolder {
  /// Writes a segment as a new file, which is never changed afterwards.
  ///
  /// The file is written under a temporary name, flushed, and renamed; another file with the name is not
  /// replaced. Temporary files that interrupted calls for the same installation have left behind are removed
  /// first, so only one call for an installation may run at a time. A call that fails leaves no new file.
  ///
  /// - Parameters:
  ///   - segment: The content.
  ///   - file: The name; no file may have it.
  ///   - predecessor: The checksum of the installation's previous file, if there was one.
  /// - Returns: The checksum of the new file.
  /// - Throws: Any ``SyncCarrierError`` except ``SyncCarrierError/emptied(path:)``.
  @discardableResult
  package func write(
    _ segment: SyncSegment, as file: SyncFileName, predecessor: SyncChecksum?
  ) throws(SyncCarrierError) -> SyncChecksum {
    let sealed = try sealed(segment, as: file, predecessor: predecessor)
    let folder = try FolderHandle(path)
    try removeLeftovers(of: file.installation, in: folder)
    let temporary = Self.temporaryName(for: file.installation)
    let descriptor = openat(folder.descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .failedWrite(path: path) }
    do throws(SyncCarrierError) {
      try Self.write(sealed.bytes, to: descriptor, path: path)
      try rename(temporary, as: file, in: folder)
    } catch {
      unlinkat(folder.descriptor, temporary, 0)
      throw error
    }
    return sealed.checksum
  }

  /// Renames a temporary file, and flushes the folder; removes the file again if the folder cannot be flushed.
  private func rename(
    _ temporary: String, as file: SyncFileName, in folder: borrowing FolderHandle
  ) throws(SyncCarrierError) {
    let code = Self.rename(temporary, as: file.fileName, in: folder.descriptor)
    guard code != EEXIST else { throw .exists(file) }
    guard code == 0 else { throw .failedWrite(path: path, code: code) }
    do throws(SyncCarrierError) {
      try folder.flush()
    } catch {
      unlinkat(folder.descriptor, file.fileName, 0)
      throw error
    }
  }

  /// Writes bytes to a file, flushes it to the disk, and closes it.
  private static func write(_ bytes: [UInt8], to descriptor: CInt, path: String) throws(SyncCarrierError) {
    var code: CInt = 0
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while code == 0, !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno != EINTR {
          code = errno
        }
      }
    }
    if code == 0, fsync(descriptor) != 0 { code = errno }
    // Network file systems may report a failed write only when the file is closed.
    if close(descriptor) != 0, code == 0, errno != EINTR { code = errno }
    guard code == 0 else { throw .failedWrite(path: path, code: code) }
  }

  /// Dropbox does not sync files whose names begin with `.~`.
  private static let temporaryPrefix = ".~filmz-"
  private static let temporarySuffix = ".tmp"

  private static func temporaryName(for installation: String) -> String {
    let random = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    return "\(temporaryPrefix)\(installation)-\(random)\(temporarySuffix)"
  }

  private func removeLeftovers(of installation: String, in folder: borrowing FolderHandle) throws(SyncCarrierError) {
    for case let name? in try folder.names()
    where name.hasPrefix("\(Self.temporaryPrefix)\(installation)-") && name.hasSuffix(Self.temporarySuffix) {
      // A leftover that cannot be removed does no harm.
      unlinkat(folder.descriptor, name, 0)
    }
  }
}
