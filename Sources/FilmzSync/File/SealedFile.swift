import FilmzDomain
import FilmzFiles

/// The bytes of a file: the header, and the compressed segment encrypted and authenticated.
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
  init(_ content: [UInt8], as file: SyncFileName, predecessor: SyncChecksum?, key: SyncKey) throws(SyncCarrierError) {
    let sealedSize = content.count + SyncFileHeader.tagSize
    guard sealedSize <= SyncFileHeader.maximumFileSize - SyncFileHeader.size else { throw .contentTooLarge }
    let nonce = [UInt8].random(count: SyncFileHeader.nonceSize)
    let header = SyncFileHeader(
      keyFingerprint: key.fingerprint, predecessor: predecessor, nonce: nonce, sealedSize: sealedSize)
    do {
      let (ciphertext, tag) = try ChaCha20Poly1305(key: key.cipherKey).seal(
        content, nonce: nonce, authenticating: header.bytes + file.authenticatedBytes)
      self.init(bytes: header.bytes + ciphertext + tag)
    } catch {
      throw .noLibrary(error)
    }
  }

  /// Authenticates and decrypts the file, and returns its header and its compressed content.
  ///
  /// - Throws: A ``SyncFileProblem``; ``SyncCarrierError/noLibrary(_:)``.
  func open(as file: SyncFileName, key: SyncKey) throws -> (header: SyncFileHeader, content: [UInt8]) {
    let header = try SyncFileHeader(bytes)
    guard header.keyFingerprint == key.fingerprint else { throw SyncFileProblem.wrongKey }
    let sealed = bytes.dropFirst(SyncFileHeader.size)
    guard sealed.count >= header.sealedSize else { throw SyncFileProblem.incomplete }
    guard sealed.count == header.sealedSize else { throw SyncFileProblem.damaged }
    do {
      let content = try ChaCha20Poly1305(key: key.cipherKey).open(
        sealed.dropLast(SyncFileHeader.tagSize), tag: sealed.suffix(SyncFileHeader.tagSize), nonce: header.nonce,
        authenticating: Array(bytes.prefix(SyncFileHeader.size)) + file.authenticatedBytes)
      guard let content else { throw SyncFileProblem.damaged }
      guard header.version == SyncFileHeader.currentVersion else { throw SyncFileProblem.olderVersion }
      return (header, content)
    } catch let error as SystemLibraryError {
      throw SyncCarrierError.noLibrary(error)
    }
  }
}

extension SyncFileName {
  /// The bytes that are authenticated: the installation, and the number in eight bytes in little-endian order.
  fileprivate var authenticatedBytes: [UInt8] { Array(installation.utf8) + UInt64(number).littleEndianBytes }
}
