import CZlib

/// Yields the content of an entry of a ZIP archive in chunks, and verifies its size and checksum.
final class ZipContent {
  private static let chunkSize = 65_536

  private let entry: ZipReader.Entry
  private let inflation: InflateStream?
  /// The number of bytes that have been yielded.
  private var count = 0
  /// The CRC-32 of the bytes that have been yielded.
  private var checksum: UInt32 = 0

  init(of entry: ZipReader.Entry) {
    self.entry = entry
    inflation = entry.isDeflated ? InflateStream(entry.data) : nil
  }

  /// Returns the next bytes, or `nil` at the end.
  func next() throws(ZipReader.Problem) -> [UInt8]? {
    let chunk = try unpackedChunk()
    guard chunk.count <= entry.size - count else { throw .damagedEntry(entry.name) }
    guard !chunk.isEmpty else {
      guard count == entry.size, checksum == entry.checksum else {
        throw .damagedEntry(entry.name)
      }
      return nil
    }
    count += chunk.count
    checksum = chunk.zipChecksum(continuing: checksum)
    return chunk
  }

  /// Returns the next bytes, at most one more than the entry should have; none at the end.
  private func unpackedChunk() throws(ZipReader.Problem) -> [UInt8] {
    let rest = entry.size - count
    guard let inflation else { return Array(entry.data.dropFirst(count).prefix(Self.chunkSize)) }
    do {
      return try inflation.next(rest < Self.chunkSize ? rest + 1 : Self.chunkSize)
    } catch { throw .damagedEntry(entry.name) }
  }
}

extension [UInt8] {
  /// Returns the CRC-32 of the bytes (APPNOTE 4.4.7), or of some previous bytes and these.
  func zipChecksum(continuing checksum: UInt32 = 0) -> UInt32 {
    withUnsafeBufferPointer {
      UInt32(truncatingIfNeeded: crc32_z(uLong(checksum), $0.baseAddress, $0.count))
    }
  }
}
