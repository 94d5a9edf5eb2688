import FilmzDomain
import FilmzFiles

/// A segment as the content of a file: compressed, encrypted, and authenticated.
struct SealedFile {
  let bytes: [UInt8]
  let checksum: SyncChecksum

  init(bytes: [UInt8]) {
    self.bytes = bytes
    checksum = SyncChecksum(of: bytes)
  }

  /// Encrypts compressed content with a random nonce.
  ///
  /// - Throws: ``SyncCarrierError/contentTooLarge``, ``SyncCarrierError/noLibrary(_:)``.
  init(
    _ content: [UInt8], as file: SyncFile, predecessor: SyncChecksum?, key: SyncKey
  ) throws(SyncCarrierError) {
    let sealedSize = content.count + SyncFileHeader.tagSize
    guard sealedSize <= SyncFileHeader.maximumFileSize - SyncFileHeader.size else {
      throw .contentTooLarge
    }
    let nonce = [UInt8].random(count: SyncFileHeader.nonceSize)
    let header = SyncFileHeader(
      keyFingerprint: key.fingerprint, predecessor: predecessor, nonce: nonce,
      sealedSize: sealedSize)
    do {
      let (ciphertext, tag) = try ChaCha20Poly1305(key: key.cipherKey).seal(
        content, nonce: nonce, authenticating: header.bytes + file.authenticatedBytes)
      self.init(bytes: header.bytes + ciphertext + tag)
    } catch {
      throw .noLibrary(error)
    }
  }

  /// Returns the header and the compressed content.
  ///
  /// - Throws: A ``SyncFileProblem``; ``SyncCarrierError/noLibrary(_:)``.
  func open(
    as file: SyncFile, key: SyncKey
  ) throws -> (header: SyncFileHeader, content: [UInt8]) {
    let header = try SyncFileHeader(bytes)
    guard header.keyFingerprint == key.fingerprint else { throw SyncFileProblem.wrongKey }
    let sealed = bytes.dropFirst(SyncFileHeader.size)
    guard sealed.count >= header.sealedSize else { throw SyncFileProblem.incomplete }
    guard sealed.count == header.sealedSize else { throw SyncFileProblem.damaged }
    do {
      let content = try ChaCha20Poly1305(key: key.cipherKey).open(
        sealed.dropLast(SyncFileHeader.tagSize), tag: sealed.suffix(SyncFileHeader.tagSize),
        nonce: header.nonce,
        authenticating: Array(bytes.prefix(SyncFileHeader.size)) + file.authenticatedBytes)
      guard let content else { throw SyncFileProblem.damaged }
      guard header.version == SyncFileHeader.currentVersion else {
        throw SyncFileProblem.olderVersion
      }
      return (header, content)
    } catch let error as SystemLibraryError {
      throw SyncCarrierError.noLibrary(error)
    }
  }
}

extension SyncFile {
  /// The installation and the number (eight bytes, little-endian), which are authenticated.
  fileprivate var authenticatedBytes: [UInt8] {
    Array(installation.utf8) + UInt64(number).littleEndianBytes
  }
}
