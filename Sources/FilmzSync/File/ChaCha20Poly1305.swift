import CDynamicLibraries
import FilmzFiles

/// Authenticated encryption with ChaCha20 and Poly1305 (RFC 8439), by OpenSSL's libcrypto.
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
  ///   - data: Further bytes that are authenticated but not encrypted.
  /// - Returns: The encrypted content, which has the size of the content, and its tag.
  /// - Throws: A ``SystemLibraryError`` if libcrypto does not offer the cipher.
  func seal(
    _ content: [UInt8], nonce: [UInt8], authenticating data: [UInt8]
  ) throws(SystemLibraryError) -> (ciphertext: [UInt8], tag: [UInt8]) {
    let operation = try CipherOperation()
    try operation.begin(encrypting: true, key: key, nonce: nonce)
    try operation.authenticate(data)
    let ciphertext = try operation.update(with: content[...])
    guard operation.finish() else { throw .noCipher }
    return (ciphertext, try operation.tag())
  }

  /// Decrypts a ciphertext.
  ///
  /// - Returns: The content; `nil` if the tag does not match the ciphertext, the data, the key and the nonce.
  /// - Throws: A ``SystemLibraryError`` if libcrypto does not offer the cipher.
  func open(_ ciphertext: ArraySlice<UInt8>, tag: ArraySlice<UInt8>, nonce: [UInt8], authenticating data: [UInt8])
    throws(SystemLibraryError) -> [UInt8]?
  {
    guard tag.count == Self.tagSize else { return nil }
    let operation = try CipherOperation()
    try operation.begin(encrypting: false, key: key, nonce: nonce)
    try operation.expect(tag: Array(tag))
    try operation.authenticate(data)
    let content = try operation.update(with: ciphertext)
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
    guard filmz_EVP_CipherInit_ex(context, cipher, key, nonce, encrypting ? 1 : 0) == 1 else { throw .noCipher }
  }

  /// Sets the tag that ``finish()`` compares.
  func expect(tag: [UInt8]) throws(SystemLibraryError) {
    var tag = tag
    let size = CInt(tag.count)
    guard filmz_EVP_CIPHER_CTX_ctrl(context, CInt(FILMZ_AEAD_SET_TAG), size, &tag) == 1 else { throw .noCipher }
  }

  /// Adds data that is only authenticated; must be called before ``update(with:)``.
  func authenticate(_ data: [UInt8]) throws(SystemLibraryError) {
    guard !data.isEmpty else { return }
    var size: CInt = 0
    guard filmz_EVP_CipherUpdate(context, nil, &size, data, CInt(data.count)) == 1 else { throw .noCipher }
  }

  /// Encrypts or decrypts bytes; decrypted bytes are authentic only if ``finish()`` returns `true`.
  func update(with input: ArraySlice<UInt8>) throws(SystemLibraryError) -> [UInt8] {
    guard !input.isEmpty else { return [] }
    var hasSucceeded = false
    let output = input.withUnsafeBufferPointer { input in
      [UInt8](unsafeUninitializedCapacity: input.count) { output, count in
        var size: CInt = 0
        let result = filmz_EVP_CipherUpdate(context, output.baseAddress, &size, input.baseAddress, CInt(input.count))
        count = Int(size)
        hasSucceeded = result == 1 && count == input.count
      }
    }
    guard hasSucceeded else { throw .noCipher }
    return output
  }

  /// Ends the operation, and returns whether it succeeded; `false` if the decrypted bytes are not authentic.
  func finish() -> Bool {
    var rest = [UInt8](repeating: 0, count: ChaCha20Poly1305.tagSize)
    var size: CInt = 0
    return filmz_EVP_CipherFinal_ex(context, &rest, &size) == 1
  }

  /// Returns the tag of the encrypted bytes, after ``finish()``.
  func tag() throws(SystemLibraryError) -> [UInt8] {
    var tag = [UInt8](repeating: 0, count: ChaCha20Poly1305.tagSize)
    let size = CInt(tag.count)
    guard filmz_EVP_CIPHER_CTX_ctrl(context, CInt(FILMZ_AEAD_GET_TAG), size, &tag) == 1 else { throw .noCipher }
    return tag
  }
}

extension SystemLibraryError {
  /// The error if libcrypto does not offer the cipher, such as in a configuration with approved ciphers only.
  fileprivate static var noCipher: Self { Self(.crypto, missingFunction: "ChaCha20-Poly1305") }
}
