/// Finds the end of an element.
struct JSONElement {
  let mayContainLineBreaks: Bool
  private var bytes: [UInt8] = []
  private var brackets = JSONBrackets()
  /// A reason why the element cannot be used, although its end can be found.
  private var problem: JSONElementReader.Problem?

  init(mayContainLineBreaks: Bool) { self.mayContainLineBreaks = mayContainLineBreaks }

  /// Reads the element, whose first byte is the next one.
  ///
  /// - Throws: ``JSONElementReader/Problem`` if the end cannot be found, or the errors of the stream.
  mutating func read(
    from input: inout JSONInput
  ) throws -> Result<[UInt8], JSONElementReader.Problem> {
    let isScalar = ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(input.byte)
    repeat {
      try accept(input.byte)
      try input.advance()
    } while isScalar ? input.byte?.endsScalar == false : brackets.isOpen
    return problem.map { .failure($0) } ?? .success(bytes)
  }

  private mutating func accept(_ byte: UInt8?) throws(JSONElementReader.Problem) {
    guard let byte else { throw .cutOff }
    if byte.isLineBreak, !mayContainLineBreaks || brackets.isInString {
      throw problem ?? .unbalanced
    }
    if let problem = try brackets.accept(byte) { self.problem = self.problem ?? problem }
    if bytes.count == JSONElementReader.maximumSize { problem = problem ?? .tooLong }
    if problem == nil { bytes.append(byte) } else { bytes = [] }
  }
}

/// Tracks the strings, arrays and objects that have begun and not ended.
private struct JSONBrackets {
  /// `true` inside of quotes.
  private(set) var isInString = false
  private var isEscaped = false
  /// The opening brackets, up to the maximum depth.
  private var open: [UInt8] = []
  /// The number of brackets that are open beyond the maximum depth.
  private var excess = 0
  /// The last byte that is neither white space nor inside of a string.
  private var last: UInt8?

  var isOpen: Bool { isInString || !open.isEmpty }

  /// Accepts the next byte, and returns the problem if the element cannot be used.
  ///
  /// - Throws: ``JSONElementReader/Problem/unbalanced`` if the element should have ended before.
  mutating func accept(
    _ byte: UInt8
  ) throws(JSONElementReader.Problem) -> JSONElementReader.Problem? {
    if isInString {
      acceptInString(byte)
      return nil
    }
    defer { if !byte.isJSONWhitespace { last = byte } }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try begin(byte)
    case UInt8(ascii: "}"): return end(UInt8(ascii: "{"))
    case UInt8(ascii: "]"): return end(UInt8(ascii: "["))
    default: break
    }
    return nil
  }

  private mutating func acceptInString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }

  private mutating func begin(
    _ bracket: UInt8
  ) throws(JSONElementReader.Problem) -> JSONElementReader.Problem? {
    guard excess > 0 || mayBegin else { throw .unbalanced }
    guard open.count < JSONElementReader.maximumDepth else {
      excess += 1
      return .tooDeep
    }
    open.append(bracket)
    return nil
  }

  /// `true` if the last byte can be in front of an array or object.
  ///
  /// If it cannot, closing brackets are missing, and the next element has begun.
  private var mayBegin: Bool {
    switch open.last {
    case nil: last == nil
    case UInt8(ascii: "{"): last == UInt8(ascii: ":")
    default: last == UInt8(ascii: "[") || last == UInt8(ascii: ",")
    }
  }

  /// Closes a bracket, with those inside it that have not been closed.
  private mutating func end(_ bracket: UInt8) -> JSONElementReader.Problem? {
    guard excess == 0 else {
      excess -= 1
      return nil
    }
    guard let index = open.lastIndex(of: bracket) else { return .unbalanced }
    let isInnermost = index == open.count - 1
    open.removeSubrange(index...)
    return isInnermost ? nil : .unbalanced
  }
}
