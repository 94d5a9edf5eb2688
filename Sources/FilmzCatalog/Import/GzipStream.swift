import CZlib

/// Decompresses a gzip stream of any number of consecutive members (RFC 1952, 2.2).
final class GzipStream {
  /// A violation of the gzip format.
  enum FormatError: Error {
    case damaged
    /// The data after the last member is not another member.
    case trailingData
  }

  private var stream = z_stream()
  private let isReady: Bool
  /// `true` if a member has begun and not ended.
  private(set) var isInside = false
  private var hasMember = false
  private var isInPadding = false

  init() { isReady = filmz_inflate_init_gzip(&stream) == Z_OK }

  deinit { inflateEnd(&stream) }

  /// Decompresses a part of the input; with empty input, returns what is left of earlier input.
  ///
  /// Returns how many bytes of the input were consumed, and how many of the output were filled.
  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(FormatError) -> (used: Int, filled: Int) {
    guard isReady else { throw .damaged }
    if !isInside {
      guard !input.isEmpty else { return (0, 0) }
      if hasMember {
        if try skipsPadding(input) { return (input.count, 0) }
        inflateReset(&stream)
      }
    }
    isInside = true
    stream.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.avail_in = uInt(input.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.avail_out = uInt(output.count)
    let status = inflate(&stream, Z_NO_FLUSH)
    if status == Z_STREAM_END {
      isInside = false
      hasMember = true
    } else if status != Z_OK, status != Z_BUF_ERROR {
      throw .damaged
    }
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
  }

  /// Returns whether the input is padding after the last member: zeros, as on tapes.
  private func skipsPadding(_ input: UnsafeRawBufferPointer) throws(FormatError) -> Bool {
    if isInPadding || input[0] == 0 {
      isInPadding = true
      guard input.allSatisfy({ $0 == 0 }) else { throw .trailingData }
      return true
    }
    guard input[0] == 0x1F else { throw .trailingData }
    return false
  }
}
