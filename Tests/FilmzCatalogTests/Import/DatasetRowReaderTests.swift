import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// The splitting of lines into fields.
@Suite struct DatasetRowReaderTests {
  private static let header = "tconst\taverageRating\tnumVotes"

  /// Returns the fields of all rows, and the summary of the file.
  private func read(
    _ text: String, _ kind: DatasetKind = .ratings, isValid: ([String]) -> Bool = { _ in true }
  ) throws -> (rows: [[String]], file: CatalogInfo.File) {
    try ScratchFolder.with { folder in
      var rows = DatasetRowReader(try folder.dataset([], kind))
      var parsedRows: [[String]] = []
      let chunk = LineChunk(bytes: Array(text.utf8), firstLine: 1, lineCount: 0, position: 0)
      try rows.read(chunk) { bytes, fields in
        let row = fields.map { field in String(decoding: field.map { bytes[$0] }, as: UTF8.self) }
        parsedRows.append(row)
        return isValid(row)
      }
      return (parsedRows, try rows.summary())
    }
  }

  @Test(
    "Fields may contain all bytes except tabs and line ends", arguments: 0..<20 as Range<UInt64>)
  func anyBytesAreRead(seed: UInt64) throws {
    try ScratchFolder.with { folder in
      var random = SplitMix(seed)
      let bytes: [UInt8] = [0, 8, 11, 12, 65, 0x7F, 0x80, 0x88, 0x89, 0x8A, 0x8B, 0xFF]
      let rows = (0..<50).map { _ in
        (0..<3).map { _ in
          (0..<Int.random(in: 0...20, using: &random)).map { _ in random.element(of: bytes) }
        }
      }
      let lines = rows.map { Array($0.joined(separator: [9])) }.joined(separator: [10])
      var reader = DatasetRowReader(try folder.dataset([], .ratings))
      var parsedRows: [[[UInt8]]] = []
      let text = Array((Self.header + "\n").utf8) + lines
      try reader.read(LineChunk(bytes: text, firstLine: 1, lineCount: 51, position: 0)) {
        bytes, fields in
        parsedRows.append(fields.map { field in field.map { bytes[$0] } })
        return true
      }
      #expect(parsedRows == rows)
    }
  }

  @Test(
    "Rows are split at tabs, with any line ending",
    arguments: [
      "\n", "\r\n",
    ], [true, false])
  func linesAreSplit(lineEnding: String, endsWithLineBreak: Bool) throws {
    let lines = [Self.header, "tt1\t8.1\t5", "\t\t", "tt\"2\"\t \\N\t\""]
    let text = lines.joined(separator: lineEnding) + (endsWithLineBreak ? lineEnding : "")
    let (rows, file) = try read(text)
    #expect(rows == [["tt1", "8.1", "5"], ["", "", ""], ["tt\"2\"", " \\N", "\""]])
    #expect(file.rows == 3 && file.malformed == 0)
  }

  @Test("A byte order mark is skipped, and additional columns are accepted")
  func headersMayHaveMoreColumns() throws {
    let (rows, _) = try read("\u{FEFF}\(Self.header)\tmore\ntt1\t8.1\t5\tx\n")
    #expect(rows == [["tt1", "8.1", "5", "x"]])
  }

  @Test(
    "Other headers are rejected",
    arguments: [
      "", "\n", "tconst\taverageRating\n", "tconst,averageRating,numVotes\n",
      "averageRating\ttconst\tnumVotes\n", "<html>\n", "tconst\taverageRating\tnumVote\n",
      "\u{0}\n",
    ])
  func otherHeadersAreRejected(text: String) throws {
    #expect {
      try read(text)
    } throws: { error in
      guard case .badFile("title.ratings.tsv", 1, let problem)? = error as? CatalogError else {
        return false
      }
      return problem.contains("tconst averageRating numVotes")
    }
  }

  @Test("The header of each kind is accepted", arguments: DatasetKind.allCases)
  func headersAreAccepted(kind: DatasetKind) throws {
    let (rows, file) = try read(DatasetRow.fileContent(kind, []), kind)
    #expect(rows == [] && file.rows == 0)
  }

  @Test(
    "A few malformed lines are counted; a file with many of them is rejected",
    arguments: [
      (good: 1, bad: 1, isAccepted: true), (1, 100, true), (1, 101, false), (0, 1, false),
      (900, 100, true), (910, 101, true), (900, 101, false), (2000, 200, true), (0, 0, true),
    ])
  func malformedLinesAreCounted(good: Int, bad: Int, isAccepted: Bool) throws {
    let lines =
      Array(repeating: "tt1\t8.1\t5", count: good) + Array(repeating: "tt1\t8.1", count: bad)
    let text = ([Self.header] + lines).joined(separator: "\n") + "\n"
    if isAccepted {
      let file = try read(text).file
      #expect(file.rows == good + bad)
      #expect(file.malformed == bad)
    } else {
      let error = CatalogError.badFile(
        name: "title.ratings.tsv", line: good + 2,
        problem: "\(bad.counted("line")) cannot be read, starting with this one;"
          + " download the file again")
      #expect(throws: error) { try read(text) }
    }
  }

  @Test("Rows with a wrong number of fields, and rows that the closure rejects, are malformed")
  func malformedRows() throws {
    let text = [Self.header, "a\tb\tc", "a\tb\tc\td", "a", "", "x\tb\tc"].joined(separator: "\n")
    let (rows, file) = try read(text + "\n") { $0[0] != "x" }
    #expect(rows.map(\.count) == [3, 3])
    #expect(file.rows == 5 && file.malformed == 4)
  }

  @Test("Errors in later chunks have the right line numbers")
  func laterChunksHaveLineNumbers() throws {
    try ScratchFolder.with { folder in
      var rows = DatasetRowReader(try folder.dataset([], .ratings))
      let header = Array((Self.header + "\n").utf8)
      try rows.read(LineChunk(bytes: header, firstLine: 1, lineCount: 1, position: 0)) { _, _ in
        true
      }
      let bad = Array("x\n".utf8)
      try rows.read(LineChunk(bytes: bad, firstLine: 77, lineCount: 1, position: 0)) { _, _ in true
      }
      let error = CatalogError.badFile(
        name: "title.ratings.tsv", line: 77,
        problem: "1 line cannot be read, starting with this one; download the file again")
      #expect(throws: error) { try rows.summary() }
    }
  }

  @Test("A file without a header is empty")
  func emptyFiles() throws {
    try ScratchFolder.with { folder in
      let rows = DatasetRowReader(try folder.dataset([], .ratings))
      let error = CatalogError.badFile(name: "title.ratings.tsv", line: nil, problem: "it is empty")
      #expect(throws: error) { try rows.summary() }
    }
  }
}

/// The parsing of single fields.
@Suite struct FieldTests {
  private func read<Value>(_ text: String, _ body: (Span<UInt8>, Range<Int>) -> Value) -> Value {
    let bytes = Array("\t\(text)\t".utf8)
    return body(bytes.span, 1..<bytes.count - 1)
  }

  @Test(
    "A number consists of digits, and has a maximum",
    arguments: [
      ("0", 0), ("7", 7), ("4294967295", 4_294_967_295), ("4294967296", nil), ("9999999999", nil),
      ("00000000001", nil), ("0000000001", 1), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil),
      ("\\N", nil), ("1 ", nil), ("１", nil), ("/", nil), (":", nil),
    ])
  func numbers(text: String, value: Int?) {
    #expect(read(text) { $0.number($1) } == value)
  }

  @Test(
    "An optional number has a maximum, and is 0 if it is missing",
    arguments: [("9", 9), ("10", nil), ("\\N", 0), ("", nil)])
  func boundedNumbers(text: String, value: Int?) {
    #expect(read(text) { $0.optionalNumber($1, maximum: 9) } == value)
  }

  @Test(
    "An id consists of a prefix and a number",
    arguments: [
      ("tt0133093", 133_093), ("tt1", 1), ("tt12345678", 12_345_678), ("tt4294967295", .max),
      ("tt0", nil), ("tt", nil), ("nm0000001", nil), ("TT1", nil), ("tt1x", nil), ("1", nil),
      ("", nil), ("tt4294967296", nil), ("tt-1", nil), ("\\N", nil),
    ] as [(String, UInt32?)])
  func ids(text: String, value: UInt32?) {
    #expect(read(text) { $0.id($1, "tt") } == value)
  }

  @Test(
    "A rating is parsed to tenths",
    arguments: [
      ("8.7", 87), ("10.0", 100), ("0.0", 0), ("1.0", 10), ("7", 70), ("10", 100), ("10.1", nil),
      ("11", nil), ("8.75", nil), ("8,7", nil), (".7", nil), ("8.", nil), ("", nil), ("\\N", nil),
      ("-1.0", nil), ("8.x", nil), ("99999999999.0", nil),
    ])
  func ratings(text: String, value: Int?) {
    #expect(read(text) { $0.tenths($1) } == value)
  }

  @Test(
    "A list is split at commas",
    arguments: [
      ("Drama", ["Drama"]), ("Drama,War", ["Drama", "War"]), ("\\N", []), ("", [""]),
      ("a,,b,", ["a", "", "b", ""]), ("\\N,a", ["\\N", "a"]),
    ])
  func lists(text: String, parts: [String]) {
    let result = read(text) { bytes, field in
      var elements: [String] = []
      bytes.forEachItem(ofList: field) { part in
        elements.append(String(decoding: part.map { bytes[$0] }, as: UTF8.self))
      }
      return elements
    }
    #expect(result == parts)
  }

  @Test(
    "Fields are compared by their bytes",
    arguments: [("ab", "ab", true), ("ab", "ac", false), ("ab", "abc", false), ("", "", true)])
  func equality(left: String, right: String, areEqual: Bool) {
    let bytes = Array((left + "\t" + right).utf8)
    let middle = left.utf8.count
    let result = bytes.span.areEqual(0..<middle, middle + 1..<bytes.count)
    #expect(result == areEqual)
  }
}
