import FilmzDomain

/// Splits the lines of a dataset file into fields, and counts malformed lines.
///
/// Fields are separated by tabs and never quoted; `\N` stands for a missing value (source: IMDb,
/// non-commercial datasets).
struct DatasetRowReader {
  /// The number of malformed lines that are accepted if at least one line is well-formed.
  ///
  /// In files of more than 1000 lines, up to a tenth of the lines may be malformed instead.
  private static let acceptedMalformedLines = 100

  private let file: DatasetFile
  /// The number of columns in the header; 0 until the header has been read.
  private var columnCount: Int { fields.count }
  /// The ranges of the fields of the current line, as many as there are columns.
  private var fields: [Range<Int>] = []
  /// The number of lines read so far, without the header.
  private(set) var lineCount = 0
  /// The number of malformed lines.
  private(set) var malformedCount = 0
  /// The number of the first malformed line; 0 if there is none.
  private var firstMalformedLine = 0

  init(_ file: DatasetFile) { self.file = file }

  /// Passes the rows of a chunk to a closure, except those with a wrong number of fields.
  ///
  /// The closure receives the bytes of the chunk and the ranges of the row's fields, and returns
  /// whether the row is well-formed. Throws ``CatalogError`` if the header does not begin with the
  /// expected columns, or the last line has a wrong number of fields and lacks a line end.
  mutating func read(_ chunk: LineChunk, _ body: (Span<UInt8>, [Range<Int>]) throws -> Bool) throws {
    let bytes = chunk.bytes.span
    var line = chunk.firstLine
    var start = 0
    if line == 1 {
      start = try readHeader(bytes)
      line = 2
    }
    while start < bytes.count {
      let (next, fieldCount) = splitLine(bytes, from: start)
      lineCount += 1
      if next > bytes.count, fieldCount != columnCount {
        throw CatalogError.badFile(name: file.name, line: line, problem: "the file is truncated; download it again")
      }
      if try fieldCount != columnCount || !body(bytes, fields) {
        if malformedCount == 0 { firstMalformedLine = line }
        malformedCount += 1
      }
      line += 1
      start = next
    }
  }

  /// Returns the numbers of lines and malformed lines; all chunks have to have been read.
  ///
  /// - Throws: ``CatalogError`` if the file is empty, or has more malformed lines than are accepted
  ///   (see ``acceptedMalformedLines``).
  func summary() throws(CatalogError) -> CatalogInfo.File {
    guard columnCount > 0 else { throw .badFile(name: file.name, line: nil, problem: "it is empty") }
    if malformedCount > 0,
      malformedCount == lineCount || malformedCount > max(Self.acceptedMalformedLines, lineCount / 10)
    {
      throw .badFile(
        name: file.name, line: firstMalformedLine,
        problem: "\(malformedCount.counted("line")) cannot be read, starting with this one;"
          + " download the file again")
    }
    return CatalogInfo.File(
      name: file.name, date: file.date, rows: lineCount, malformed: malformedCount, dataset: file.kind.rawValue)
  }

  /// Checks the names of the columns; returns the start of the first row.
  private mutating func readHeader(_ bytes: Span<UInt8>) throws(CatalogError) -> Int {
    let hasByteOrderMark = bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let start = hasByteOrderMark ? 3 : 0
    // The first time, the fields are only counted.
    fields = Array(repeating: 0..<0, count: splitLine(bytes, from: start).fieldCount)
    let next = splitLine(bytes, from: start).next
    let names = fields.map { field in String(decoding: field.map { bytes[$0] }, as: UTF8.self) }
    guard names.starts(with: file.kind.columns) else {
      throw .badFile(
        name: file.name, line: 1,
        problem: "expected the columns of \(file.kind.rawValue): " + file.kind.columns.joined(separator: " "))
    }
    return next
  }

  /// Determines the fields of a line; returns the start of the next line, and the number of fields, which
  /// may differ from the number of columns.
  ///
  /// If the line has no line end, the start of the next line is greater than the number of bytes.
  private mutating func splitLine(_ bytes: Span<UInt8>, from start: Int) -> (next: Int, fieldCount: Int) {
    fields.withUnsafeMutableBufferPointer { fields in
      var count = 0
      var fieldStart = start
      func endField(at end: Int) {
        if count < fields.count { fields[count] = fieldStart..<end }
        count += 1
        fieldStart = end + 1
      }
      let lineEnd = bytes.firstSeparator(from: start) { separator in
        if bytes[separator] == 0x0A { return true }
        endField(at: separator)
        return false
      }
      let endsWithCarriageReturn = lineEnd > fieldStart && bytes[lineEnd - 1] == 0x0D
      endField(at: endsWithCarriageReturn ? lineEnd - 1 : lineEnd)
      return (lineEnd + 1, count)
    }
  }
}

extension Span<UInt8> {
  /// Returns the index of the first tab or line feed for which a closure returns `true`, or the number
  /// of bytes if there is none.
  ///
  /// Eight bytes are compared at once.
  @inline(__always) fileprivate func firstSeparator(from start: Int, where body: (Int) -> Bool) -> Int {
    var index = start
    while index + 8 <= count {
      let word = UInt64(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      // The highest bit of each byte is set if the seven low bits are at least 9 or, in the second sum, at least 11.
      let lowBits = word & 0x7F7F_7F7F_7F7F_7F7F
      let isAtLeast9 = lowBits &+ 0x7777_7777_7777_7777
      let isAtLeast11 = lowBits &+ 0x7575_7575_7575_7575
      var separators = isAtLeast9 & ~isAtLeast11 & ~word & 0x8080_8080_8080_8080
      while separators != 0 {
        let separator = index + separators.trailingZeroBitCount / 8
        if body(separator) { return separator }
        separators &= separators - 1
      }
      index += 8
    }
    while index < count {
      if self[index] == 0x09 || self[index] == 0x0A, body(index) { return index }
      index += 1
    }
    return count
  }
}

/// The series, season, and number of an episode.
struct EpisodeRow: Sendable {
  /// The id of the episode.
  let id: UInt32
  /// The id of the series.
  let series: UInt32
  /// The number of the season; 0 if unknown.
  let season: Int
  /// The number of the episode within the season; 0 if unknown.
  let number: Int

  /// Parses a row of `title.episode`: tconst, parentTconst, seasonNumber, episodeNumber.
  ///
  /// Returns `nil` if the row is malformed.
  init?(_ bytes: Span<UInt8>, _ fields: [Range<Int>]) {
    guard let id = bytes.id(fields[0], "tt"), let series = bytes.id(fields[1], "tt"),
      let season = bytes.optionalNumber(fields[2], maximum: Int(UInt32.max)),
      let number = bytes.optionalNumber(fields[3], maximum: Int(UInt32.max))
    else { return nil }
    (self.id, self.series, self.season, self.number) = (id, series, season, number)
  }
}

/// A title to be written to the catalog; the ranges refer to the bytes of the ``NamedRows``.
struct TitleRow: Sendable {
  let facts: FactBlock.Facts
  let title: Range<Int>
  /// The original title; empty if it is missing or equals the title.
  let original: Range<Int>
  /// The last year of a series; 0 if unknown.
  let endYear: UInt16
}

/// A person to be written to the catalog; the range refers to the bytes of the ``NamedRows``.
typealias PersonRow = (id: UInt32, name: Range<Int>)

/// Titles or people to be written to the catalog, with the bytes that contain their names.
struct NamedRows<Row: Sendable>: Sendable {
  let bytes: [UInt8]
  var rows: [Row] = []
}

/// Local titles to be written to the catalog.
struct LocalTitleBatch: Sendable {
  /// For each title, its id and its local titles in UTF-8, separated by line feeds.
  private(set) var rows: [(title: UInt32, names: [UInt8])] = []

  /// Adds a local title; consecutive local titles of the same title form one row.
  mutating func add(_ name: Span<UInt8>, of title: UInt32) {
    if rows.last?.title == title {
      rows[rows.count - 1].names.append(UInt8(ascii: "\n"))
    } else {
      rows.append((title, []))
    }
    for index in name.indices { rows[rows.count - 1].names.append(name[index]) }
  }
}

// Parsing of the fields of a dataset, given as ranges of bytes.
extension Span<UInt8> {
  /// Returns whether a field is `\N`.
  func isNull(_ field: Range<Int>) -> Bool {
    field.count == 2 && self[field.lowerBound] == 0x5C && self[field.lowerBound + 1] == 0x4E
  }

  /// Returns whether a field is a name: neither empty nor `\N`, and valid UTF-8.
  func isName(_ field: Range<Int>) -> Bool { !field.isEmpty && !isNull(field) && extracting(field).isValidUTF8 }

  /// Returns the number in a field of one to ten digits, or `nil` if the field has another form or
  /// the number is greater than `maximum`.
  func number(_ field: Range<Int>, maximum: Int = Int(UInt32.max)) -> Int? {
    guard !field.isEmpty, field.count <= 10 else { return nil }
    var value = 0
    for index in field {
      let digit = Int(self[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
    }
    return value <= maximum ? value : nil
  }

  /// Returns the number in a field, or 0 for `\N`; `nil` if the field is neither `\N` nor a number up
  /// to `maximum`.
  func optionalNumber(_ field: Range<Int>, maximum: Int) -> Int? { isNull(field) ? 0 : number(field, maximum: maximum) }

  /// Returns the number in an IMDb id such as `tt0133093`.
  ///
  /// The prefix has two characters. Returns `nil` if the field does not begin with it, or if the rest of the field
  /// is not a number from 1 to `UInt32.max` with at most ten digits.
  func id(_ field: Range<Int>, _ prefix: StaticString) -> UInt32? {
    guard field.count > 2, self[field.lowerBound] == prefix.utf8Start[0],
      self[field.lowerBound + 1] == prefix.utf8Start[1]
    else { return nil }
    return number(field.dropFirst(2)).flatMap { $0 > 0 ? UInt32($0) : nil }
  }

  /// Returns a rating such as `8.7` or `8` in tenths of a point, or `nil` if the field has another
  /// form or the rating is greater than 10.
  func tenths(_ field: Range<Int>) -> Int? {
    guard field.count > 2, self[field.upperBound - 2] == 0x2E,
      let whole = number(field.dropLast(2)), let tenth = number(field.suffix(1))
    else { return number(field, maximum: 10).map { $0 * 10 } }
    let value = whole * 10 + tenth
    return value <= 100 ? value : nil
  }

  /// Returns whether two fields contain the same bytes.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    let distance = right.lowerBound - left.lowerBound
    for index in left where self[index] != self[index + distance] { return false }
    return true
  }

  /// Calls a closure with each item of a comma-separated list; `\N` is an empty list.
  func forEachItem(ofList field: Range<Int>, _ body: (Range<Int>) -> Void) {
    if !isNull(field) { forEachPart(of: field, separatedBy: UInt8(ascii: ","), body) }
  }

  /// Splits a range at a separator, and calls a closure with each part, including empty ones.
  func forEachPart(of range: Range<Int>, separatedBy separator: UInt8, _ body: (Range<Int>) -> Void) {
    var start = range.lowerBound
    for index in range where self[index] == separator {
      body(start..<index)
      start = index + 1
    }
    body(start..<range.upperBound)
  }
}
