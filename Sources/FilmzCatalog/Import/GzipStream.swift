import CZlib

/// Unpacks gzip as it comes: any number of members behind each other (RFC 1952, 2.2).
final class GzipStream {
  /// What is wrong with packed data.
  enum Fault: Error {
    case damaged
    /// Something follows the last member that is no member.
    case trailing
  }

  private var stream = z_stream()
  private let isReady: Bool
  /// Whether a member has begun and not ended.
  private(set) var isInside = false
  private var hasMember = false
  private var padding = false

  init() { isReady = filmz_inflate_init_gzip(&stream) == Z_OK }

  deinit { inflateEnd(&stream) }

  /// Unpacks some of the input; without any, what is left of earlier input.
  ///
  /// - Returns: How many bytes of the input were used up, and how many of the output were filled.
  func unpack(
    _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
  ) throws(Fault) -> (used: Int, filled: Int) {
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

  /// Behind the last member only zeros are allowed, as tapes have them.
  private func skipsPadding(_ input: UnsafeRawBufferPointer) throws(Fault) -> Bool {
    if padding || input[0] == 0 {
      padding = true
      guard input.allSatisfy({ $0 == 0 }) else { throw .trailing }
      return true
    }
    guard input[0] == 0x1F else { throw .trailing }
    return false
  }
}
