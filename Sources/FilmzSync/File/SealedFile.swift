import Crypto
import Foundation

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
  /// - Throws: ``SyncCarrierError/contentTooLarge``.
  init(
    _ content: [UInt8], as file: SyncFile, predecessor: SyncChecksum?, key: SyncKey
  ) throws(SyncCarrierError) {
    let sealedSize = content.count + SyncFileHeader.tagSize
    guard sealedSize <= SyncFileHeader.maximumFileSize - SyncFileHeader.size else {
      throw .contentTooLarge
    }
    let nonce = ChaChaPoly.Nonce()
    let header = SyncFileHeader(
      keyFingerprint: key.fingerprint, predecessor: predecessor, nonce: Array(nonce),
      sealedSize: sealedSize)
    guard
      let box = try? ChaChaPoly.seal(
        content, using: key.cipherKey, nonce: nonce,
        authenticating: header.bytes + file.authenticatedBytes)
    else { throw .contentTooLarge }
    self.init(bytes: header.bytes + box.ciphertext + box.tag)
  }

  /// Returns the header and the compressed content.
  func open(
    as file: SyncFile, key: SyncKey
  ) throws(SyncFileProblem) -> (header: SyncFileHeader, content: [UInt8]) {
    let header = try SyncFileHeader(bytes)
    guard header.keyFingerprint == key.fingerprint else { throw .wrongKey }
    let sealed = bytes.dropFirst(SyncFileHeader.size)
    guard sealed.count >= header.sealedSize else { throw .incomplete }
    guard sealed.count == header.sealedSize,
      let nonce = try? ChaChaPoly.Nonce(data: header.nonce),
      let box = try? ChaChaPoly.SealedBox(
        nonce: nonce, ciphertext: sealed.dropLast(SyncFileHeader.tagSize),
        tag: sealed.suffix(SyncFileHeader.tagSize)),
      let content = try? ChaChaPoly.open(
        box, using: key.cipherKey,
        authenticating: bytes.prefix(SyncFileHeader.size) + file.authenticatedBytes)
    else { throw .damaged }
    return (header, Array(content))
  }
}

extension SyncFile {
  /// The installation and the number (eight bytes, little-endian), which are authenticated.
  fileprivate var authenticatedBytes: [UInt8] {
    Array(installation.utf8) + UInt64(number).littleEndianBytes
  }
}
