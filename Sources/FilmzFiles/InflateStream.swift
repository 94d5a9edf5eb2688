import CZlib

/// Decompresses a deflate stream step by step (RFC 1951).
package final class InflateStream {
  /// The header and trailer around the deflated data.
  package enum Format {
    /// Nothing, as in a ZIP archive.
    case raw
    /// The header and trailer of gzip (RFC 1952).
    case gzip
  }

  /// zlib rejected the data, or could not be initialized.
  package struct DamagedData: Error { package init() {} }

  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private let isInitialized: Bool
  /// `true` if the stream has ended.
  package private(set) var isAtEnd = false

  package init(_ format: Format) {
    stream.initialize(to: z_stream())
    // The window has its maximum size, 2^15 bytes. zlib expects 16 more for gzip, and a negative number for raw data.
    let windowBits: CInt = format == .gzip ? 16 + 15 : -15
    let size = CInt(MemoryLayout<z_stream>.size)
    isInitialized = inflateInit2_(stream, windowBits, ZLIB_VERSION, size) == Z_OK
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Prepares for another stream, which follows the stream that has ended.
  package func restart() {
    inflateReset(stream)
    isAtEnd = false
  }

  /// Decompresses input, and appends the result to the output: at most `maximum` bytes, which must be positive.
  ///
  /// Returns the number of input bytes that were consumed. Bytes are left only if the result has `maximum` bytes, or the
  /// stream has ended.
  ///
  /// - Throws: ``DamagedData``; nothing is appended.
  package func unpack(
    _ input: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8], atMost maximum: Int
  ) throws(DamagedData) -> Int {
    guard isInitialized else { throw DamagedData() }
    let inputSize = uInt(clamping: input.count)
    // zlib does not change the input.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = inputSize
    var isValid = false
    output.append(addingCapacity: maximum) { output in
      output.withUnsafeMutableBufferPointer { buffer, count in
        let outputSize = uInt(clamping: min(buffer.count, maximum))
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = outputSize
        let status = inflate(stream, Z_NO_FLUSH)
        isAtEnd = status == Z_STREAM_END
        // Z_BUF_ERROR: there was no input or no room for output.
        isValid = isAtEnd || status == Z_OK || status == Z_BUF_ERROR
        count = isValid ? Int(outputSize - stream.pointee.avail_out) : 0
      }
    }
    guard isValid else { throw DamagedData() }
    return Int(inputSize - stream.pointee.avail_in)
  }
}
