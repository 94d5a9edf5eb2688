/// A record of a CSV file.
package struct CSVRecord {
  /// The number of the line on which the record begins, from 1.
  package let line: Int
  /// The content of all fields, without quotes and separators.
  fileprivate var bytes: [UInt8] = []
  /// The end of each field in `bytes`.
  fileprivate var ends: [Int] = []

  fileprivate init(line: Int) { self.line = line }

  /// The number of fields.
  package var count: Int { ends.count }

  /// The bytes of a field; empty if the record has fewer fields.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    guard index < ends.count else { return [] }
    return bytes[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// `true` if all fields are blank.
  fileprivate var isBlank: Bool { bytes.allSatisfy { " \t".utf8.contains($0) } }
}

/// Reads the records of a CSV file (RFC 4180), one after another.
///
/// Lines may end with CR LF, LF or CR. Quoted fields may contain separators, quotes (doubled) and line breaks.
/// Quotes that do not begin a field belong to its text. Records without any text are skipped.
package struct CSVReader {
  /// A reason why a record cannot be read.
  package enum Problem: Error, Hashable {
    /// A quoted field does not end before the end of the file, or is longer than ``CSVReader/maximumSize``.
    case unterminatedQuote
    /// The record is longer than ``CSVReader/maximumSize``.
    case tooLong
  }

  /// The maximum size of a record, in bytes; the records that filmz writes can have texts of 1 MB.
  package static let maximumSize = 4 << 20

  private var stream: ByteStream
  /// The byte between fields.
  private let separator: UInt8
  /// The number of the line at the start of the next record.
  private var line = 1
  /// The bytes of the last record, as they are in the file; of a record that cannot be read, only the first line.
  private(set) var rawBytes: [UInt8] = []

  /// Creates a reader; `stream` is in UTF-8 or another superset of ASCII.
  package init(_ stream: ByteStream, separator: UInt8) {
    self.stream = stream
    self.separator = separator
  }

  /// Returns the next record, or `nil` at the end of the file.
  ///
  /// A record that cannot be read is a failure; reading continues on the line after the first line of the record.
  ///
  /// - Throws: The errors of the stream.
  package mutating func next() throws -> (line: Int, record: Result<CSVRecord, Problem>)? {
    while try stream.peek(1).first != nil {
      let start = line
      let record = try readRecord()
      if case .success(let record) = record, record.isBlank { continue }
      return (start, record)
    }
    return nil
  }

  private mutating func readRecord() throws -> Result<CSVRecord, Problem> {
    var record = CSVRecord(line: line)
    rawBytes.removeAll(keepingCapacity: true)
    var isQuoted = false
    var isFieldStart = true
    while let byte = try nextByte() {
      guard rawBytes.count <= Self.maximumSize else { return try failure(isQuoted ? .unterminatedQuote : .tooLong) }
      if isQuoted {
        isQuoted = try appendQuoted(byte, to: &record)
        continue
      }
      switch byte {
      case UInt8(ascii: "\"") where isFieldStart:
        isQuoted = true
        isFieldStart = false
      case separator:
        record.ends.append(record.bytes.count)
        isFieldStart = true
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        if byte == UInt8(ascii: "\r"), try stream.peek(1).first == UInt8(ascii: "\n") { _ = try nextByte() }
        return finished(record)
      default:
        record.bytes.append(byte)
        isFieldStart = false
      }
    }
    return isQuoted ? try failure(.unterminatedQuote) : finished(record)
  }

  /// Appends a byte within quotes, unless it is the closing quote; returns `false` for the closing quote.
  private mutating func appendQuoted(_ byte: UInt8, to record: inout CSVRecord) throws -> Bool {
    if byte == UInt8(ascii: "\"") {
      guard try stream.peek(1).first == UInt8(ascii: "\"") else { return false }
      _ = try nextByte()
    }
    record.bytes.append(byte)
    return true
  }

  private mutating func nextByte() throws -> UInt8? {
    let byte = try stream.next()
    if let byte { rawBytes.append(byte) }
    return byte
  }

  private mutating func finished(_ record: CSVRecord) -> Result<CSVRecord, Problem> {
    var record = record
    record.ends.append(record.bytes.count)
    line += Self.lineBreaks(in: rawBytes)
    return .success(record)
  }

  /// Returns the failure of a record, and continues after its first line feed or, without any, carriage return.
  private mutating func failure(_ problem: Problem) throws -> Result<CSVRecord, Problem> {
    line += 1
    let lineBreaks = [UInt8(ascii: "\n"), UInt8(ascii: "\r")]
    if let end = lineBreaks.lazy.compactMap({ [rawBytes] in rawBytes.firstIndex(of: $0) }).first {
      stream.putBack(rawBytes[(end + 1)...])
      rawBytes.removeSubrange(end...)
    } else {
      while let byte = try stream.next(), !lineBreaks.contains(byte) {}
    }
    return .failure(problem)
  }

  /// Returns the number of line breaks; a CR LF is one.
  private static func lineBreaks(in bytes: [UInt8]) -> Int {
    bytes.indices.count { index in
      let isLoneCR = bytes[index] == UInt8(ascii: "\r") && bytes[(index + 1)...].first != UInt8(ascii: "\n")
      return isLoneCR || bytes[index] == UInt8(ascii: "\n")
    }
  }
}

extension [String] {
  /// The texts in one field of a table, separated by a comma and a space.
  ///
  /// Commas and backslashes within a text have a backslash before them, so that all texts can be read back.
  var joinedInField: String { map(\.escapedInField).joined(separator: ", ") }
}

extension String {
  /// The texts that commas separate in a field, without blank texts and surrounding white space.
  ///
  /// A comma or backslash with a backslash before it belongs to the text; any other backslash does as well.
  var textsInField: [String] {
    var texts: [String] = []
    var text = String.UnicodeScalarView()
    var isAfterBackslash = false
    for scalar in unicodeScalars {
      if isAfterBackslash {
        if scalar != "," && scalar != "\\" { text.append("\\") }
        text.append(scalar)
        isAfterBackslash = false
      } else if scalar == "\\" {
        isAfterBackslash = true
      } else if scalar == "," {
        texts.append(Self.trimmed(text))
        text.removeAll()
      } else {
        text.append(scalar)
      }
    }
    if isAfterBackslash { text.append("\\") }
    texts.append(Self.trimmed(text))
    return texts.filter { !$0.isEmpty }
  }

  /// Returns a text without surrounding white space; a combining mark after leading white space is kept.
  private static func trimmed(_ scalars: String.UnicodeScalarView) -> String {
    var scalars = scalars[...]
    while scalars.first?.properties.isWhitespace == true { scalars = scalars.dropFirst() }
    while scalars.last?.properties.isWhitespace == true { scalars = scalars.dropLast() }
    return String(scalars)
  }

  fileprivate var escapedInField: String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\\") }) else { return self }
    var scalars = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if scalar == "," || scalar == "\\" { scalars.append("\\") }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}
