import CZlib

/// Decompresses a gzip stream of any number of consecutive members (RFC 1952, 2.2).
final class GzipStream {
  /// A reason why data cannot be decompressed.
  enum FormatError: Error {
    /// zlib rejected the data, or could not be initialized.
    case damaged
    /// The data after a member is neither another member nor padding.
    case trailingData
  }

  private var stream = z_stream()
  private let isReady: Bool
  /// `true` if a member has begun and not ended.
  private(set) var isInsideMember = false
  /// `true` if at least one member has ended.
  private var hasCompleteMember = false
  /// `true` if padding has begun; no members may follow the padding.
  private var isInPadding = false

  init() { isReady = filmz_inflate_init_gzip(&stream) == Z_OK }

  deinit { inflateEnd(&stream) }

  /// Decompresses input until the output is full, the input is consumed, or a member ends.
  ///
  /// If the input is empty, only bytes that are pending from earlier input are written to the output.
  /// Padding is consumed without output. Returns the number of input bytes that were consumed, and the
  /// number of output bytes that were filled.
  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(FormatError) -> (used: Int, filled: Int) {
    guard isReady else { throw .damaged }
    if !isInsideMember {
      guard !input.isEmpty else { return (0, 0) }
      if hasCompleteMember {
        if try isPadding(input) { return (input.count, 0) }
        inflateReset(&stream)
      }
    }
    isInsideMember = true
    stream.next_in = UnsafeMutablePointer(
      mutating: input.baseAddress?.assumingMemoryBound(to: Bytef.self))
    stream.avail_in = uInt(input.count)
    stream.next_out = output.baseAddress?.assumingMemoryBound(to: Bytef.self)
    stream.avail_out = uInt(output.count)
    let status = inflate(&stream, Z_NO_FLUSH)
    if status == Z_STREAM_END {
      isInsideMember = false
      hasCompleteMember = true
    } else if status != Z_OK, status != Z_BUF_ERROR {
      throw .damaged
    }
    return (input.count - Int(stream.avail_in), output.count - Int(stream.avail_out))
  }

  /// Returns whether the input, which follows a member, is padding: zeros only, which fill the rest of
  /// a tape block.
  ///
  /// - Throws: ``FormatError/trailingData`` if the input is not padding and does not begin like a member.
  private func isPadding(_ input: UnsafeRawBufferPointer) throws(FormatError) -> Bool {
    if isInPadding || input[0] == 0 {
      isInPadding = true
      guard input.allSatisfy({ $0 == 0 }) else { throw .trailingData }
      return true
    }
    guard input[0] == 0x1F else { throw .trailingData }
    return false
  }
}
