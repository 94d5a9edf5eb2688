/// The input of libFuzzer, which is consumed from the beginning.
struct FuzzInput {
  private var remaining: ArraySlice<UInt8>

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    remaining = Array(UnsafeBufferPointer(start: start, count: count))[...]
  }

  /// The remaining bytes as text; invalid UTF-8 is repaired.
  var text: String { String(decoding: remaining, as: UTF8.self) }

  /// The remaining bytes.
  var bytes: [UInt8] { Array(remaining) }

  /// Consumes a byte; returns 0 at the end.
  mutating func byte() -> Int { Int(remaining.popFirst() ?? 0) }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// Consumes a string of up to 255 bytes.
  mutating func shortText() -> String {
    let bytes = remaining.prefix(byte())
    remaining = remaining.dropFirst(bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Crashes with a message if the condition is `false`.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
