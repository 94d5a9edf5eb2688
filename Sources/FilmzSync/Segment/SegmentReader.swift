import FilmzStore
import Foundation

/// Reads values from the binary form of a segment, which ``SegmentWriter`` has written.
///
/// The methods throw ``SyncFileProblem/damaged`` if the value is cut or has another form.
struct SegmentReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }

  private var remainingCount: Int { bytes.count - position }

  mutating func number() throws(SyncFileProblem) -> UInt64 {
    var number: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard position < bytes.count else { throw .damaged }
      let byte = bytes[position]
      position += 1
      number |= UInt64(byte & 0x7F) << shift
      // The tenth byte has only one bit.
      if byte < 0x80 {
        guard shift < 63 || byte < 2 else { throw .damaged }
        return number
      }
    }
    throw .damaged
  }

  mutating func signedNumber() throws(SyncFileProblem) -> Int64 {
    let number = try number()
    return Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1)
  }

  /// Reads a number of elements, each of which takes at least one byte.
  mutating func count(maximum: Int) throws(SyncFileProblem) -> Int {
    let count = try number()
    guard count <= UInt64(min(maximum, remainingCount)) else { throw .damaged }
    return Int(count)
  }

  /// Reads an index of an array with the given number of elements.
  mutating func index(below count: Int) throws(SyncFileProblem) -> Int {
    let index = try number()
    guard index < UInt64(count) else { throw .damaged }
    return Int(index)
  }

  mutating func flag() throws(SyncFileProblem) -> Bool { try index(below: 2) == 1 }

  mutating func date() throws(SyncFileProblem) -> Date {
    guard try flag() else { return Date(microseconds: try signedNumber()) }
    let seconds = Double(bitPattern: try number())
    guard seconds.isFinite else { throw .damaged }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }

  /// Reads numbers that are stored as differences.
  mutating func differences(_ count: Int) throws(SyncFileProblem) -> [Int64] {
    var previous: Int64 = 0
    return try array(count) { reader throws(SyncFileProblem) in
      previous &+= try reader.signedNumber()
      return previous
    }
  }

  /// Reads a column of texts that may be `nil`.
  mutating func optionalTexts(_ count: Int) throws(SyncFileProblem) -> [String?] {
    let forms = try array(count) { reader throws(SyncFileProblem) in
      TextForm(code: try reader.number())
    }
    var texts: [String?] = []
    texts.reserveCapacity(count)
    for form in forms { texts.append(try text(form)) }
    return texts
  }

  /// Reads a column of texts.
  mutating func texts(_ count: Int) throws(SyncFileProblem) -> [String] {
    let texts = try optionalTexts(count).compactMap(\.self)
    guard texts.count == count else { throw .damaged }
    return texts
  }

  /// Reads values by calling a closure repeatedly.
  mutating func array<Value>(
    _ count: Int, _ body: (inout Self) throws(SyncFileProblem) -> Value
  ) throws(SyncFileProblem) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for _ in 0..<count { values.append(try body(&self)) }
    return values
  }

  private mutating func text(_ form: TextForm) throws(SyncFileProblem) -> String? {
    switch form {
    case .none: return nil
    case .uppercaseUUID:
      return PackedUUID.text(of: try slice(PackedUUID.size), isUppercase: true)
    case .lowercaseUUID:
      return PackedUUID.text(of: try slice(PackedUUID.size), isUppercase: false)
    case .text(let size):
      let bytes = try slice(size)
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .damaged }
      return text
    }
  }

  private mutating func slice(_ size: Int) throws(SyncFileProblem) -> ArraySlice<UInt8> {
    guard size <= remainingCount else { throw .damaged }
    defer { position += size }
    return bytes[position..<position + size]
  }
}
