import FilmzDomain

/// Splits the lines of a dataset into fields, and counts malformed lines.
///
/// Fields are separated by tabs and never quoted; `\N` stands for a missing value (source: IMDb,
/// non-commercial datasets).
struct DatasetRowReader {
  /// The number of malformed lines that is accepted even in a file with few well-formed lines.
  private static let acceptedMalformedLines = 100

  private let file: DatasetFile
  /// The number of columns, or 0 before the header is read.
  private var columns = 0
  /// The ranges of the fields of the current line.
  private var fields: [Range<Int>] = []
  /// The number of lines read so far, without the header.
  private(set) var count = 0
  /// The number of malformed lines.
  private(set) var malformed = 0
  private var firstMalformed = 0

  init(_ file: DatasetFile) { self.file = file }

  /// Passes the rows of some lines to a closure.
  ///
  /// The closure receives the bytes and the ranges of the fields, and returns whether the row is
  /// well-formed. Throws ``CatalogError`` if the header has other columns or the last line is
  /// truncated.
  mutating func read(
    _ chunk: LineChunk, _ body: (Span<UInt8>, [Range<Int>]) throws -> Bool
  ) throws {
    let bytes = chunk.bytes.span
    var line = chunk.firstLine
    var start = 0
    if line == 1 {
      start = try readHeader(bytes)
      line = 2
    }
    while start < bytes.count {
      let next = splitLine(bytes, from: start)
      count += 1
      if next > bytes.count, fields.count != columns {
        throw CatalogError.badFile(
          name: file.name, line: line, problem: "the file is truncated; download it again")
      }
      if try fields.count != columns || !body(bytes, fields) {
        if malformed == 0 { firstMalformed = line }
        malformed += 1
      }
      line += 1
      start = next
    }
  }

  /// Returns the number of rows and malformed lines after the end of the file.
  ///
  /// - Throws: ``CatalogError`` if the file has no header, or so many malformed lines that it is
  ///   probably not the dataset.
  func summary() throws(CatalogError) -> CatalogInfo.File {
    guard columns > 0 else { throw .badFile(name: file.name, line: nil, problem: "it is empty") }
    if malformed > 0, malformed == count || malformed > max(Self.acceptedMalformedLines, count / 10)
    {
      throw .badFile(
        name: file.name, line: firstMalformed,
        problem: "\(malformed.counted("line")) cannot be read, starting with this one;"
          + " download the file again")
    }
    return CatalogInfo.File(name: file.name, date: file.date, rows: count, malformed: malformed)
  }

  /// Checks the names of the columns; returns the start of the first row.
  private mutating func readHeader(_ bytes: Span<UInt8>) throws(CatalogError) -> Int {
    let hasByteOrderMark =
      bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let next = splitLine(bytes, from: hasByteOrderMark ? 3 : 0)
    let names = fields.map { field in
      String(decoding: field.map { bytes[$0] }, as: UTF8.self)
    }
    guard names.starts(with: file.kind.columns) else {
      throw .badFile(
        name: file.name, line: 1,
        problem: "expected the columns of \(file.kind.rawValue): "
          + file.kind.columns.joined(separator: " "))
    }
    columns = names.count
    return next
  }

  /// Determines the fields of a line; returns the start of the next line.
  private mutating func splitLine(_ bytes: Span<UInt8>, from start: Int) -> Int {
    fields.removeAll(keepingCapacity: true)
    var fieldStart = start
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A { break }
      if byte == 0x09 {
        fields.append(fieldStart..<index)
        fieldStart = index + 1
      }
      index += 1
    }
    let endsWithCarriageReturn = index > fieldStart && bytes[index - 1] == 0x0D
    fields.append(fieldStart..<(endsWithCarriageReturn ? index - 1 : index))
    return index + 1
  }
}

extension Span<UInt8> {
  /// Returns whether a field is `\N`.
  func isNull(_ field: Range<Int>) -> Bool {
    field.count == 2 && self[field.lowerBound] == 0x5C && self[field.lowerBound + 1] == 0x4E
  }

  /// Returns the number that a field of digits stands for, or `nil` if it has other characters or
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

  /// Returns the number of a field, or 0 for `\N`; `nil` if the field is neither.
  func optionalNumber(_ field: Range<Int>, maximum: Int) -> Int? {
    isNull(field) ? 0 : number(field, maximum: maximum)
  }

  /// Returns the number of an id such as `tt0133093`, or `nil` if the field is not an id.
  func id(_ field: Range<Int>, _ prefix: StaticString) -> UInt32? {
    guard field.count > 2, self[field.lowerBound] == prefix.utf8Start[0],
      self[field.lowerBound + 1] == prefix.utf8Start[1]
    else { return nil }
    return number(field.dropFirst(2)).flatMap { $0 > 0 ? UInt32($0) : nil }
  }

  /// Returns a rating such as `8.7` in tenths of a point, or `nil` if the field is not a rating.
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
  func list(_ field: Range<Int>, _ body: (Range<Int>) -> Void) {
    if !isNull(field) { forEachPart(of: field, separatedBy: UInt8(ascii: ","), body) }
  }

  /// Calls a closure with each part of a range that is split at a separator, including empty parts.
  func forEachPart(
    of range: Range<Int>, separatedBy separator: UInt8, _ body: (Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    for index in range where self[index] == separator {
      body(start..<index)
      start = index + 1
    }
    body(start..<range.upperBound)
  }
}
