import FilmzDomain

/// Cuts the lines of a dataset into fields, and counts those that cannot be read.
///
/// Fields are separated by tabs, nothing is quoted, `\N` stands for nothing (IMDb, non-commercial
/// datasets).
struct DatasetRows {
  /// Bad lines up to which a file is taken however few good ones it has.
  private static let mostBad = 100

  private let file: DatasetFile
  private var columns = 0
  private var fields: [Range<Int>] = []
  /// Lines behind the head so far.
  private(set) var count = 0
  /// Those that could not be read.
  private(set) var malformed = 0
  private var firstMalformed = 0

  init(_ file: DatasetFile) { self.file = file }

  /// Goes through the rows of some lines.
  ///
  /// The body gets the bytes and where the fields stand in them, and says whether it could read the
  /// row. Throws ``CatalogError`` where the head is another one.
  mutating func read(
    _ chunk: LineChunk, _ body: (Span<UInt8>, [Range<Int>]) throws -> Bool
  ) throws {
    let bytes = chunk.bytes.span
    var line = chunk.firstLine
    var start = 0
    if line == 1 {
      start = try readHead(bytes)
      line = 2
    }
    while start < bytes.count {
      let next = cut(bytes, from: start)
      count += 1
      if next > bytes.count, fields.count != columns {
        throw CatalogError.badFile(
          name: file.name, line: line, problem: "the file ends in the middle; get it again")
      }
      if try fields.count != columns || !body(bytes, fields) {
        if malformed == 0 { firstMalformed = line }
        malformed += 1
      }
      line += 1
      start = next
    }
  }

  /// What came of the file, at its end.
  ///
  /// - Throws: ``CatalogError`` where there is no head, or where so many lines cannot be read that
  ///   the file is another one.
  func finished() throws(CatalogError) -> CatalogInfo.File {
    guard columns > 0 else { throw .badFile(name: file.name, line: nil, problem: "it is empty") }
    if malformed > 0, malformed == count || malformed > max(Self.mostBad, count / 10) {
      throw .badFile(
        name: file.name, line: firstMalformed,
        problem: "\(malformed.counted("line")) cannot be read, this one first; get the file again")
    }
    return CatalogInfo.File(name: file.name, date: file.date, rows: count, malformed: malformed)
  }

  /// - Returns: Where the first row begins.
  private mutating func readHead(_ bytes: Span<UInt8>) throws(CatalogError) -> Int {
    let hasMark = bytes.count > 2 && bytes[0] == 0xEF && bytes[1] == 0xBB && bytes[2] == 0xBF
    let next = cut(bytes, from: hasMark ? 3 : 0)
    let names = fields.map { field in
      String(decoding: field.map { bytes[$0] }, as: UTF8.self)
    }
    guard names.starts(with: file.kind.columns) else {
      throw .badFile(
        name: file.name, line: 1,
        problem: "these are not the columns of \(file.kind.rawValue): "
          + file.kind.columns.joined(separator: " "))
    }
    columns = names.count
    return next
  }

  /// Finds the fields of a line.
  ///
  /// - Returns: Where the next line begins.
  private mutating func cut(_ bytes: Span<UInt8>, from start: Int) -> Int {
    fields.removeAll(keepingCapacity: true)
    var begin = start
    var index = start
    while index < bytes.count {
      let byte = bytes[index]
      if byte == 0x0A { break }
      if byte == 0x09 {
        fields.append(begin..<index)
        begin = index + 1
      }
      index += 1
    }
    let hasReturn = index > begin && bytes[index - 1] == 0x0D
    fields.append(begin..<(hasReturn ? index - 1 : index))
    return index + 1
  }
}

extension Span<UInt8> {
  /// Whether a field is `\N`.
  func isNull(_ field: Range<Int>) -> Bool {
    field.count == 2 && self[field.lowerBound] == 0x5C && self[field.lowerBound + 1] == 0x4E
  }

  /// A number of digits, at most `most`; nothing where the field is no such number.
  func number(_ field: Range<Int>, most: Int = Int(UInt32.max)) -> Int? {
    guard !field.isEmpty, field.count <= 10 else { return nil }
    var value = 0
    for index in field {
      let digit = Int(self[index]) - 48
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
    }
    return value <= most ? value : nil
  }

  /// A number, or 0 for `\N`; nothing where the field is neither.
  func optionalNumber(_ field: Range<Int>, most: Int) -> Int? {
    isNull(field) ? 0 : number(field, most: most)
  }

  /// The number of an id such as `tt0133093` or `nm0000206`; nothing where it is none.
  func id(_ field: Range<Int>, _ prefix: StaticString) -> UInt32? {
    guard field.count > 2, self[field.lowerBound] == prefix.utf8Start[0],
      self[field.lowerBound + 1] == prefix.utf8Start[1]
    else { return nil }
    return number(field.dropFirst(2)).flatMap { $0 > 0 ? UInt32($0) : nil }
  }

  /// A rating such as `8.7` in tenths of a point, 0–100.
  func tenths(_ field: Range<Int>) -> Int? {
    guard field.count > 2, self[field.upperBound - 2] == 0x2E,
      let whole = number(field.dropLast(2)), let tenth = number(field.suffix(1))
    else { return number(field, most: 10).map { $0 * 10 } }
    let value = whole * 10 + tenth
    return value <= 100 ? value : nil
  }

  /// Whether two fields hold the same bytes.
  func areEqual(_ left: Range<Int>, _ right: Range<Int>) -> Bool {
    guard left.count == right.count else { return false }
    let distance = right.lowerBound - left.lowerBound
    for index in left where self[index] != self[index + distance] { return false }
    return true
  }

  /// Goes through the items of a list, which commas separate; `\N` has none.
  func list(_ field: Range<Int>, _ body: (Range<Int>) -> Void) {
    if !isNull(field) { forEachPart(of: field, separatedBy: UInt8(ascii: ","), body) }
  }

  /// Goes through the parts of some bytes that a mark separates, empty ones too.
  func forEachPart(
    of range: Range<Int>, separatedBy mark: UInt8, _ body: (Range<Int>) -> Void
  ) {
    var start = range.lowerBound
    for index in range where self[index] == mark {
      body(start..<index)
      start = index + 1
    }
    body(start..<range.upperBound)
  }
}
