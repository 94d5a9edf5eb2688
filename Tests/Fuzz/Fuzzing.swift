/// An input of libFuzzer, taken apart from its beginning.
struct FuzzInput {
  private var rest: ArraySlice<UInt8>

  init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    rest = Array(UnsafeBufferPointer(start: start, count: count))[...]
  }

  /// All that is left, as text; bytes that are no UTF-8 are replaced.
  var text: String { String(decoding: rest, as: UTF8.self) }

  /// All that is left.
  var bytes: [UInt8] { Array(rest) }

  /// The next byte, 0 at the end.
  mutating func byte() -> Int { Int(rest.popFirst() ?? 0) }

  mutating func bool() -> Bool { byte() & 1 == 1 }

  /// A text of up to 255 bytes.
  mutating func shortText() -> String {
    let bytes = rest.prefix(byte())
    rest = rest.dropFirst(bytes.count)
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// Ends the program with a word for whoever looks at the finding.
func require(_ condition: Bool, _ message: @autoclosure () -> String) {
  if !condition { fatalError(message()) }
}
