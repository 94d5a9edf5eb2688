import FilmzFiles

/// Decompresses a gzip stream of any number of consecutive members (RFC 1952, 2.2).
final class GzipStream {
  /// A reason why data cannot be decompressed.
  enum FormatError: Error {
    /// zlib rejected the data, or could not be initialized.
    case damaged
    /// The data after a member is neither another member nor padding.
    case trailingData
  }

  private let stream = InflateStream(.gzip)
  /// `true` if a member has begun and not ended.
  private(set) var isInsideMember = false
  /// `true` if at least one member has ended.
  private var hasCompleteMember = false
  /// `true` if padding has begun; no members may follow the padding.
  private var isInPadding = false

  /// Decompresses input until the output is full, the input is consumed, or a member ends.
  ///
  /// At most `maximum` bytes are appended to the output. If the input is empty, these are only bytes that are pending
  /// from earlier input. Padding is consumed without output. Returns the number of input bytes that were consumed.
  func unpack(
    _ input: UnsafeBufferPointer<UInt8>, appendingTo output: inout [UInt8], atMost maximum: Int
  ) throws(FormatError) -> Int {
    if !isInsideMember {
      guard !input.isEmpty else { return 0 }
      if hasCompleteMember {
        if try isPadding(input) { return input.count }
        stream.restart()
      }
    }
    isInsideMember = true
    let used: Int
    do { used = try stream.unpack(input, appendingTo: &output, atMost: maximum) } catch {
      throw .damaged
    }
    if stream.isAtEnd {
      isInsideMember = false
      hasCompleteMember = true
    }
    return used
  }

  /// Returns whether the input, which follows a member, is padding: zeros only, which fill the rest of
  /// a tape block.
  ///
  /// - Throws: ``FormatError/trailingData`` if the input is not padding and does not begin like a member.
  private func isPadding(_ input: UnsafeBufferPointer<UInt8>) throws(FormatError) -> Bool {
    if isInPadding || input[0] == 0 {
      isInPadding = true
      guard input.allSatisfy({ $0 == 0 }) else { throw .trailingData }
      return true
    }
    guard input[0] == 0x1F else { throw .trailingData }
    return false
  }
}
