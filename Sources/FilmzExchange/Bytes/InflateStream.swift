import CZlib

/// Decompresses deflated data that is in memory (RFC 1951).
final class InflateStream {
  /// zlib rejected the data or could not be initialized, or the data is shorter or longer than the stream in it.
  struct DamagedData: Error {}

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let isReady: Bool
  private var isAtEnd = false
  /// The data that has not been decompressed.
  private var input: ArraySlice<UInt8>

  init(_ input: ArraySlice<UInt8>) {
    self.input = input
    stream.initialize(to: z_stream())
    isReady = filmz_inflate_init_raw(stream) == Z_OK
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Returns the next bytes, at most `maximum`, which is positive; none at the end.
  func next(_ maximum: Int) throws(DamagedData) -> [UInt8] {
    guard isReady else { throw DamagedData() }
    while !isAtEnd {
      let previousCount = input.count
      let output = try inflate(upTo: maximum)
      guard output.isEmpty else { return output }
      guard isAtEnd || input.count < previousCount else { throw DamagedData() }
    }
    guard input.isEmpty else { throw DamagedData() }
    return []
  }

  private func inflate(upTo maximum: Int) throws(DamagedData) -> [UInt8] {
    var status = Z_OK
    let output = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, count in
      status = inflate(into: buffer)
      count = buffer.count - Int(stream.pointee.avail_out)
    }
    // Z_BUF_ERROR: there was no input or no place for output.
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(status) else { throw DamagedData() }
    isAtEnd = status == Z_STREAM_END
    return output
  }

  private func inflate(into buffer: UnsafeMutableBufferPointer<UInt8>) -> CInt {
    let (status, used) = input.withUnsafeBufferPointer { input in
      let count = uInt(clamping: input.count)
      // zlib does not change the input.
      stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
      stream.pointee.avail_in = count
      stream.pointee.next_out = buffer.baseAddress
      stream.pointee.avail_out = uInt(buffer.count)
      return (CZlib.inflate(stream, Z_NO_FLUSH), Int(count - stream.pointee.avail_in))
    }
    input = input.dropFirst(used)
    return status
  }
}
