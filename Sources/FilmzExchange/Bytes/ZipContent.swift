import CZlib
import FilmzFiles

/// Yields the content of an entry of a ZIP archive in chunks, and verifies its size and checksum.
final class ZipContent {
  private static let chunkSize = 65_536

  private let entry: ZipReader.Entry
  private let inflation: InflateStream?
  /// The data that has not been decompressed.
  private var input: ArraySlice<UInt8>
  /// The number of bytes that have been yielded.
  private var count = 0
  /// The CRC-32 of the bytes that have been yielded.
  private var checksum: UInt32 = 0

  init(of entry: ZipReader.Entry) {
    self.entry = entry
    inflation = entry.isDeflated ? InflateStream(.raw) : nil
    input = entry.data
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
      return try inflated(inflation, rest < Self.chunkSize ? rest + 1 : Self.chunkSize)
    } catch { throw .damagedEntry(entry.name) }
  }

  /// Returns the next decompressed bytes, at most `maximum`, which is positive; none at the end of the data, which must
  /// be that of the stream.
  private func inflated(
    _ inflation: InflateStream, _ maximum: Int
  ) throws(InflateStream.DamagedData) -> [UInt8] {
    while !inflation.isAtEnd {
      var output: [UInt8] = []
      let used = try input.withUnsafeBufferPointer { input throws(InflateStream.DamagedData) in
        try inflation.unpack(input, appendingTo: &output, atMost: maximum)
      }
      input = input.dropFirst(used)
      guard output.isEmpty else { return output }
      guard inflation.isAtEnd || used > 0 else { throw InflateStream.DamagedData() }
    }
    guard input.isEmpty else { throw InflateStream.DamagedData() }
    return []
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
