/// Separates the elements of a JSON file, and returns one after another, unparsed.
///
/// If a file begins with `[`, its elements are those of this array. Otherwise its elements are values with a line break
/// after each. If the first value is on one line, the file is read as JSON lines: each value must be on one line.
package struct JSONElementReader {
  /// A reason why an element, or the rest of the file, cannot be read.
  package enum Problem: Error, Hashable {
    /// The element is longer than ``JSONElementReader/maximumSize``.
    case tooLong
    /// Arrays and objects are nested deeper than ``JSONElementReader/maximumDepth``.
    case tooDeep
    /// Brackets or quotes of the element do not match, or it does not end on its line of JSON lines.
    case unbalanced
    /// There is something other than a comma between two elements of an array, or something after a value on its
    /// line.
    case unexpectedText
    /// The file ends inside an element, or before the end of the array.
    case cutOff
    /// Brackets or quotes of the element do not match, and no element could be found after it.
    case unreadableRest
    /// The file continues after the end of its array.
    case trailingText

    /// `true` if elements of the file can be missing: nothing of it is read after the problem.
    package var concernsFile: Bool { [.cutOff, .unreadableRest, .trailingText].contains(self) }
  }

  /// The maximum size of an element, in bytes; filmz writes all viewings of a film, with their notes, as one.
  package static let maximumSize = 16 << 20
  /// The maximum number of arrays and objects inside each other in an element.
  package static let maximumDepth = 200

  /// The form of the file as far as it is known, and the position in this form.
  private enum Form {
    case unknown
    case array(ArrayPosition)
    case afterArray
    /// Values that can span several lines; `isDecided` is `true` after the first one that does.
    case values(isDecided: Bool)
    /// Values that are on one line each.
    case lines
    case ended
  }

  private enum ArrayPosition {
    case afterBracket
    case afterComma
    case afterElement
  }

  private var input: JSONInput
  private var form = Form.unknown

  /// Creates a reader; `stream` is in UTF-8 without a byte order mark.
  package init(_ stream: ByteStream) { input = JSONInput(stream) }

  /// Returns the next element, with the number of the line on which it begins, from 1; `nil` at the end of the file.
  ///
  /// After a failure, reading continues behind the element if its end was found. Otherwise it continues on the next
  /// line of JSON lines, or on the next line that begins with an object that is not indented further than the failed
  /// element.
  ///
  /// - Throws: The errors of the stream.
  package mutating func next() throws -> (line: Int, element: Result<[UInt8], Problem>)? {
    while true {
      guard try input.skipWhitespace() != nil else { return endOfFile() }
      switch form {
      case .unknown: try begin()
      case .array(let position):
        let line = input.line
        if let element = try nextInArray(position) { return (line, element) }
      case .afterArray:
        form = .ended
        return (input.line, .failure(.trailingText))
      case .values, .lines: return (input.line, try nextValue())
      case .ended: return nil
      }
    }
  }

  private mutating func begin() throws {
    if input.byte == UInt8(ascii: "[") {
      try input.advance()
      form = .array(.afterBracket)
    } else {
      form = .values(isDecided: false)
    }
  }

  private mutating func endOfFile() -> (line: Int, element: Result<[UInt8], Problem>)? {
    defer { form = .ended }
    guard case .array = form else { return nil }
    return (input.line, .failure(.cutOff))
  }
}

// MARK: - Arrays

extension JSONElementReader {
  /// Returns the next element, or `nil` if there was a comma or the end of the array.
  private mutating func nextInArray(_ position: ArrayPosition) throws -> Result<[UInt8], Problem>? {
    switch (input.byte, position) {
    case (UInt8(ascii: ","), _):
      try input.advance()
      form = .array(.afterComma)
      return position == .afterElement ? nil : .failure(.unexpectedText)
    case (UInt8(ascii: "]"), .afterComma):
      form = .array(.afterElement)
      return .failure(.unexpectedText)
    case (UInt8(ascii: "]"), _):
      try input.advance()
      form = .afterArray
      return nil
    case (_, .afterElement):
      try skipToElement()
      return .failure(.unexpectedText)
    default: return try arrayElement()
    }
  }

  private mutating func arrayElement() throws -> Result<[UInt8], Problem> {
    let column = input.column
    var element = JSONElementScanner(mayContainLineBreaks: true)
    do {
      form = .array(.afterElement)
      return try element.read(from: &input)
    } catch let problem as Problem {
      guard try input.skipToObject(column: column) else { return .failure(endReading(after: problem)) }
      form = .array(.afterComma)
      return .failure(problem)
    }
  }

  /// Skips text that is not expected after an element.
  private mutating func skipToElement() throws {
    while let byte = input.byte, byte != UInt8(ascii: ","), byte != UInt8(ascii: "]") {
      if byte == UInt8(ascii: "{") {
        form = .array(.afterComma)
        return
      }
      try input.advance()
    }
  }

  /// Ends reading, because there is nothing to continue with after an element, and returns the problem to report.
  private mutating func endReading(after problem: Problem) -> Problem {
    form = .ended
    return problem == .unbalanced ? .unreadableRest : problem
  }
}

// MARK: - Values

extension JSONElementReader {
  private mutating func nextValue() throws -> Result<[UInt8], Problem> {
    if case .lines = form { return try nextLine() }
    let (line, column) = (input.line, input.column)
    var element = JSONElementScanner(mayContainLineBreaks: true)
    do {
      let result = try element.read(from: &input)
      if case .values(isDecided: false) = form { form = input.line == line ? .lines : .values(isDecided: true) }
      return try endLine(after: result)
    } catch let problem as Problem {
      guard try input.skipToObject(column: column) else { return .failure(endReading(after: problem)) }
      return .failure(problem)
    }
  }

  private mutating func nextLine() throws -> Result<[UInt8], Problem> {
    var element = JSONElementScanner(mayContainLineBreaks: false)
    do {
      return try endLine(after: element.read(from: &input))
    } catch let problem as Problem {
      try input.skipLine()
      return .failure(problem)
    }
  }

  /// Skips the rest of the line of a value, which must be blank.
  private mutating func endLine(after result: Result<[UInt8], Problem>) throws -> Result<[UInt8], Problem> {
    while let byte = input.byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") { try input.advance() }
    guard let byte = input.byte, !byte.isLineBreak else { return result }
    try input.skipLine()
    return .failure(.unexpectedText)
  }
}

/// Reads one element, and finds its end by brackets and quotes.
struct JSONElementScanner {
  let mayContainLineBreaks: Bool
  private var bytes: [UInt8] = []
  /// `true` inside of quotes.
  private var isInString = false
  /// `true` after a backslash in a string.
  private var isEscaped = false
  /// The opening brackets that have not been closed, up to the maximum depth.
  private var openBrackets: [UInt8] = []
  /// The number of brackets that are open beyond the maximum depth.
  private var excessDepth = 0
  /// The last byte that is neither white space nor inside of a string.
  private var lastSignificantByte: UInt8?
  /// A reason why the element cannot be used, although its end can be found.
  private var problem: JSONElementReader.Problem?

  init(mayContainLineBreaks: Bool) { self.mayContainLineBreaks = mayContainLineBreaks }

  /// Reads the element, whose first byte is the next one.
  ///
  /// - Throws: ``JSONElementReader/Problem`` if the end cannot be found, or the errors of the stream.
  mutating func read(from input: inout JSONInput) throws -> Result<[UInt8], JSONElementReader.Problem> {
    let isScalar = ![UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\"")].contains(input.byte)
    repeat {
      try accept(input.byte)
      try input.advance()
    } while isScalar ? input.byte?.endsScalar == false : isInString || !openBrackets.isEmpty
    return problem.map { .failure($0) } ?? .success(bytes)
  }

  private mutating func accept(_ byte: UInt8?) throws(JSONElementReader.Problem) {
    guard let byte else { throw .cutOff }
    if byte.isLineBreak, !mayContainLineBreaks || isInString { throw problem ?? .unbalanced }
    if let problem = try track(byte) { self.problem = self.problem ?? problem }
    if bytes.count == JSONElementReader.maximumSize { problem = problem ?? .tooLong }
    if problem == nil { bytes.append(byte) } else { bytes = [] }
  }

  /// Tracks strings, arrays and objects, and returns the problem if the element cannot be used.
  ///
  /// - Throws: ``JSONElementReader/Problem/unbalanced`` if the element should have ended before.
  private mutating func track(_ byte: UInt8) throws(JSONElementReader.Problem) -> JSONElementReader.Problem? {
    if isInString {
      acceptInString(byte)
      return nil
    }
    defer { if !byte.isJSONWhitespace { lastSignificantByte = byte } }
    switch byte {
    case UInt8(ascii: "\""): isInString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try open(byte)
    case UInt8(ascii: "}"): return close(UInt8(ascii: "{"))
    case UInt8(ascii: "]"): return close(UInt8(ascii: "["))
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

  private mutating func open(_ bracket: UInt8) throws(JSONElementReader.Problem) -> JSONElementReader.Problem? {
    guard excessDepth > 0 || canOpenBracket else { throw .unbalanced }
    guard openBrackets.count < JSONElementReader.maximumDepth else {
      excessDepth += 1
      return .tooDeep
    }
    openBrackets.append(bracket)
    return nil
  }

  /// `true` if an array or object can begin after the last byte.
  ///
  /// If it cannot, closing brackets are missing, and the next element has begun.
  private var canOpenBracket: Bool {
    switch openBrackets.last {
    case nil: lastSignificantByte == nil
    case UInt8(ascii: "{"): lastSignificantByte == UInt8(ascii: ":")
    default: lastSignificantByte == UInt8(ascii: "[") || lastSignificantByte == UInt8(ascii: ",")
    }
  }

  /// Closes the last open bracket of a kind, and the brackets that were opened after it.
  private mutating func close(_ bracket: UInt8) -> JSONElementReader.Problem? {
    guard excessDepth == 0 else {
      excessDepth -= 1
      return nil
    }
    guard let index = openBrackets.lastIndex(of: bracket) else { return .unbalanced }
    let isInnermost = index == openBrackets.count - 1
    openBrackets.removeSubrange(index...)
    return isInnermost ? nil : .unbalanced
  }
}

/// The bytes of a JSON file, with their position.
struct JSONInput {
  private var stream: ByteStream
  private var hasBegun = false
  /// The next byte, or `nil` at the end.
  private(set) var byte: UInt8?
  /// The number of the line, from 1.
  private(set) var line = 1
  /// The number of bytes before the next byte on its line.
  private(set) var column = 0
  /// `true` if the bytes before the next byte on its line are white space.
  private var isLineBlank = true

  init(_ stream: ByteStream) { self.stream = stream }

  /// Consumes the next byte.
  mutating func advance() throws {
    guard let previous = byte else { return }
    byte = try stream.next()
    column += 1
    if !previous.isJSONWhitespace { isLineBlank = false }
    if previous == UInt8(ascii: "\n") || previous == UInt8(ascii: "\r") && byte != UInt8(ascii: "\n") {
      line += 1
      column = 0
      isLineBlank = true
    }
  }

  /// Skips white space and returns the byte after it.
  mutating func skipWhitespace() throws -> UInt8? {
    if !hasBegun {
      byte = try stream.next()
      hasBegun = true
    }
    while byte?.isJSONWhitespace == true { try advance() }
    return byte
  }

  /// Skips to the end of the line.
  mutating func skipLine() throws { while byte?.isLineBreak == false { try advance() } }

  /// Skips to the next object that begins its line, at most at a column; skips nothing if it begins at the next byte.
  ///
  /// Returns `false` if there is none before the end.
  mutating func skipToObject(column maximumColumn: Int) throws -> Bool {
    while let byte {
      if byte == UInt8(ascii: "{"), isLineBlank, column <= maximumColumn { return true }
      try advance()
    }
    return false
  }
}

extension UInt8 {
  var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  var isJSONWhitespace: Bool { isLineBreak || self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// `true` for the bytes that can follow a number, `true`, `false` or `null`.
  var endsScalar: Bool { isJSONWhitespace || self == UInt8(ascii: ",") || self == UInt8(ascii: "]") }
}
