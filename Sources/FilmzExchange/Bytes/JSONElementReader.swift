/// Separates the elements of a JSON file, and returns one after another, unparsed.
///
/// A file that begins with `[` has the elements of this array. Another file has values, each of which ends its line:
/// only one, or JSON lines. If the first value is entirely on one line, so must be the others.
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

  private enum Form {
    case unknown
    case array(ArrayPosition)
    case afterArray
    /// Values that can be on several lines; `isDecided` if one of them is.
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
  /// After a failure, reading continues with the next element: after a comma; on the next line of JSON lines; else on
  /// the next line that begins with an object that is not further to the right than the element that failed.
  ///
  /// - Throws: The errors of the stream.
  package mutating func next() throws -> (line: Int, element: Result<[UInt8], Problem>)? {
    while true {
      guard try input.skipWhitespace() != nil else { return endOfFile() }
      switch form {
      case .unknown:
        try begin()
      case .array(let position):
        let line = input.line
        if let element = try nextInArray(position) { return (line, element) }
      case .afterArray:
        form = .ended
        return (input.line, .failure(.trailingText))
      case .values, .lines:
        return (input.line, try nextValue())
      case .ended:
        return nil
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
  private mutating func nextInArray(
    _ position: ArrayPosition
  ) throws -> Result<[UInt8], Problem>? {
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
    default:
      return try arrayElement()
    }
  }

  private mutating func arrayElement() throws -> Result<[UInt8], Problem> {
    let column = input.column
    var element = JSONElement(mayContainLineBreaks: true)
    do {
      form = .array(.afterElement)
      return try element.read(from: &input)
    } catch let problem as Problem {
      guard try input.skipToObject(column: column) else { return .failure(lastProblem(problem)) }
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

  /// Ends the file, because no element was found after one with a problem, and returns the problem of the file.
  private mutating func lastProblem(_ problem: Problem) -> Problem {
    form = .ended
    return problem == .unbalanced ? .unreadableRest : problem
  }
}

// MARK: - Values

extension JSONElementReader {
  private mutating func nextValue() throws -> Result<[UInt8], Problem> {
    if case .lines = form { return try nextLine() }
    let (line, column) = (input.line, input.column)
    var element = JSONElement(mayContainLineBreaks: true)
    do {
      let result = try element.read(from: &input)
      if case .values(isDecided: false) = form {
        form = input.line == line ? .lines : .values(isDecided: true)
      }
      return try endLine(after: result)
    } catch let problem as Problem {
      guard try input.skipToObject(column: column) else { return .failure(lastProblem(problem)) }
      return .failure(problem)
    }
  }

  private mutating func nextLine() throws -> Result<[UInt8], Problem> {
    var element = JSONElement(mayContainLineBreaks: false)
    do {
      return try endLine(after: element.read(from: &input))
    } catch let problem as Problem {
      try input.skipLine()
      return .failure(problem)
    }
  }

  /// Skips the rest of the line of a value, which must be blank.
  private mutating func endLine(
    after result: Result<[UInt8], Problem>
  ) throws -> Result<[UInt8], Problem> {
    while let byte = input.byte, byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") {
      try input.advance()
    }
    guard let byte = input.byte, !byte.isLineBreak else { return result }
    try input.skipLine()
    return .failure(.unexpectedText)
  }
}
