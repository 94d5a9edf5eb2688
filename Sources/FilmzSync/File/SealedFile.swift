import CDynamicLibraries
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

/// Authenticated encryption with ChaCha20 and Poly1305 (RFC 8439), as OpenSSL's libcrypto has it.
struct ChaCha20Poly1305 {
  static let keySize = 32
  static let nonceSize = 12
  static let tagSize = 16

  /// The key, of ``keySize`` bytes.
  private let key: [UInt8]

  /// Creates a cipher with a key of ``keySize`` bytes.
  ///
  /// - Throws: A ``SystemLibraryError`` if libcrypto cannot be loaded.
  init(key: [UInt8]) throws(SystemLibraryError) {
    precondition(key.count == Self.keySize)
    try SystemLibrary.crypto.require()
    self.key = key
  }

  /// Encrypts content.
  ///
  /// - Parameters:
  ///   - content: The content.
  ///   - nonce: A number of ``nonceSize`` bytes that is used only once with the key.
  ///   - data: What is authenticated with the content, but not encrypted.
  /// - Returns: The encrypted content, which has the size of the content, and its tag.
  /// - Throws: A ``SystemLibraryError`` if libcrypto does not offer the cipher.
  func seal(
    _ content: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
  ) throws(SystemLibraryError) -> (ciphertext: [UInt8], tag: [UInt8]) {
    let operation = try CipherOperation()
    try operation.begin(encrypting: true, key: key, nonce: nonce)
    try operation.authenticate(data)
    let ciphertext = try operation.process(content[...])
    guard operation.finish() else { throw .noCipher }
    return (ciphertext, try operation.tag())
  }

  /// Decrypts a ciphertext.
  ///
  /// - Returns: The content; `nil` if the tag is not that of the ciphertext and the data with this key and nonce.
  /// - Throws: A ``SystemLibraryError`` if libcrypto does not offer the cipher.
  func open(
    _ ciphertext: ArraySlice<UInt8>, tag: ArraySlice<UInt8>, nonce: [UInt8],
    authenticating data: [UInt8]
  ) throws(SystemLibraryError) -> [UInt8]? {
    guard tag.count == Self.tagSize else { return nil }
    let operation = try CipherOperation()
    try operation.begin(encrypting: false, key: key, nonce: nonce)
    try operation.expect(tag: Array(tag))
    try operation.authenticate(data)
    let content = try operation.process(ciphertext)
    return operation.finish() ? content : nil
  }
}

/// One encryption or decryption, whose memory is overwritten and freed at its end.
private struct CipherOperation: ~Copyable {
  private let context: OpaquePointer

  init() throws(SystemLibraryError) {
    guard let context = filmz_EVP_CIPHER_CTX_new() else { throw .noCipher }
    self.context = context
  }

  deinit {
    filmz_EVP_CIPHER_CTX_free(context)
    filmz_ERR_clear_error()
  }

  func begin(encrypting: Bool, key: [UInt8], nonce: [UInt8]) throws(SystemLibraryError) {
    precondition(nonce.count == ChaCha20Poly1305.nonceSize)
    let cipher = filmz_EVP_chacha20_poly1305()
    guard filmz_EVP_CipherInit_ex(context, cipher, key, nonce, encrypting ? 1 : 0) == 1 else {
      throw .noCipher
    }
  }

  /// Sets the tag that ``finish()`` compares.
  func expect(tag: [UInt8]) throws(SystemLibraryError) {
    var tag = tag
    let size = CInt(tag.count)
    guard filmz_EVP_CIPHER_CTX_ctrl(context, CInt(FILMZ_AEAD_SET_TAG), size, &tag) == 1
    else { throw .noCipher }
  }

  /// Adds data that is authenticated only; precedes what is encrypted or decrypted.
  func authenticate(_ data: [UInt8]) throws(SystemLibraryError) {
    guard !data.isEmpty else { return }
    var size: CInt = 0
    guard filmz_EVP_CipherUpdate(context, nil, &size, data, CInt(data.count)) == 1 else {
      throw .noCipher
    }
  }

  /// Encrypts or decrypts bytes; what was decrypted is only valid if ``finish()`` returns `true`.
  func process(_ input: ArraySlice<UInt8>) throws(SystemLibraryError) -> [UInt8] {
    guard !input.isEmpty else { return [] }
    var hasSucceeded = false
    let output = input.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        var size: CInt = 0
        let result = filmz_EVP_CipherUpdate(
          context, output.baseAddress, &size, input.baseAddress, CInt(input.count))
        count = Int(size)
        hasSucceeded = result == 1 && count == input.count
      }
    }
    guard hasSucceeded else { throw .noCipher }
    return output
  }

  /// Returns `false` if what was decrypted is not authentic.
  func finish() -> Bool {
    var rest = [UInt8](repeating: 0, count: ChaCha20Poly1305.tagSize)
    var size: CInt = 0
    return filmz_EVP_CipherFinal_ex(context, &rest, &size) == 1
  }

  /// Returns the tag of what was encrypted.
  func tag() throws(SystemLibraryError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: ChaCha20Poly1305.tagSize)
    let size = CInt(tag.count)
    guard filmz_EVP_CIPHER_CTX_ctrl(context, CInt(FILMZ_AEAD_GET_TAG), size, &tag) == 1
    else { throw .noCipher }
    return tag
  }
}

extension SystemLibraryError {
  /// libcrypto is installed, but does not encrypt, such as if it was set up to offer approved ciphers only.
  fileprivate static var noCipher: Self {
    Self(.crypto, missingFunction: "ChaCha20-Poly1305")
  }
}
