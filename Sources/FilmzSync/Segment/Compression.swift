import CZlib
import FilmzDomain

/// Compression in the zlib format (RFC 1950).
///
/// The data is preceded by the size of the uncompressed content, in eight bytes in little-endian order.
enum Compression {
  /// The maximum size of uncompressed content: 256 MB.
  static let maximumSize = 256 << 20
  private static let sizeBytes = 8
  /// The maximum ratio of the size of uncompressed content to that of the zlib data.
  ///
  /// Source: zlib, "Technical Details".
  private static let maximumRatio = 1032

  /// Compresses content.
  ///
  /// Uses the fastest level: the default level takes twice the time and saves only 8 %, because most of the compressed
  /// data are random ids.
  ///
  /// - Throws: ``SyncCarrierError/contentTooLarge`` if the content is larger than ``maximumSize``.
  static func compress(_ content: [UInt8]) throws(SyncCarrierError) -> [UInt8] {
    guard content.count <= maximumSize else { throw .contentTooLarge }
    let size = UInt64(content.count).littleEndianBytes
    let bound = Int(compressBound(uLong(content.count)))
    var status = Z_OK
    let data = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      var compressedSize = uLong(bound)
      status = compress2(buffer.baseAddress, &compressedSize, content, uLong(content.count), Z_BEST_SPEED)
      count = status == Z_OK ? Int(compressedSize) : 0
    }
    guard status == Z_OK else { throw .contentTooLarge }
    return size + data
  }

  /// Returns uncompressed content.
  ///
  /// - Throws: ``SyncFileProblem/tooLarge`` if the content is larger than ``maximumSize``;
  ///   ``SyncFileProblem/damaged`` if it does not have exactly the stated size.
  static func uncompress(_ bytes: [UInt8]) throws(SyncFileProblem) -> [UInt8] {
    let size = try statedSize(of: bytes)
    guard let content = uncompress(bytes.dropFirst(sizeBytes), size: size) else { throw .damaged }
    return content
  }

  /// Returns the size that the bytes state for the uncompressed content.
  ///
  /// Memory of this size will be allocated, so a size that exceeds the limit, or that the data cannot have, is refused.
  static func statedSize(of bytes: [UInt8]) throws(SyncFileProblem) -> Int {
    guard bytes.count >= sizeBytes else { throw .damaged }
    let size = UInt64(littleEndian: bytes.prefix(sizeBytes))
    guard size <= UInt64(maximumSize) else { throw .tooLarge }
    guard size <= UInt64((bytes.count - sizeBytes) * maximumRatio) else { throw .damaged }
    return Int(size)
  }

  /// Returns the uncompressed content, or `nil` if the data is not compressed content of this size.
  private static func uncompress(_ data: ArraySlice<UInt8>, size: Int) -> [UInt8]? {
    var isComplete = false
    // zlib needs a buffer of at least one byte.
    let content = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { buffer, count in
      data.withUnsafeBufferPointer { data in
        var contentSize = uLong(size)
        var dataSize = uLong(data.count)
        let status = uncompress2(buffer.baseAddress, &contentSize, data.baseAddress, &dataSize)
        isComplete = status == Z_OK && contentSize == uLong(size) && dataSize == uLong(data.count)
      }
      count = isComplete ? size : 0
    }
    return isComplete ? content : nil
  }
}
