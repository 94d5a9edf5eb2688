import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzCatalog

/// Lines cut into fields.
@Suite struct DatasetRowsTests {
  private static let head = "tconst\taverageRating\tnumVotes"

  /// The fields of all rows, and what came of the file.
  private func read(
    _ text: String, _ kind: DatasetKind = .ratings, isGood: ([String]) -> Bool = { _ in true }
  ) throws -> (rows: [[String]], file: CatalogInfo.File) {
    try ScratchFolder.with { folder in
      var rows = DatasetRows(try folder.dataset([], kind))
      var found: [[String]] = []
      let chunk = LineChunk(bytes: Array(text.utf8), firstLine: 1, lineCount: 0, position: 0)
      try rows.read(chunk) { bytes, fields in
        let row = fields.map { field in String(decoding: field.map { bytes[$0] }, as: UTF8.self) }
        found.append(row)
        return isGood(row)
      }
      return (found, try rows.finished())
    }
  }

  @Test(
    "Rows are cut at tabs, whatever ends the lines",
    arguments: [
      "\n", "\r\n",
    ], [true, false])
  func linesAreCut(end: String, endsWithOne: Bool) throws {
    let lines = [Self.head, "tt1\t8.1\t5", "\t\t", "tt\"2\"\t \\N\t\""]
    let text = lines.joined(separator: end) + (endsWithOne ? end : "")
    let (rows, file) = try read(text)
    #expect(rows == [["tt1", "8.1", "5"], ["", "", ""], ["tt\"2\"", " \\N", "\""]])
    #expect(file.rows == 3 && file.malformed == 0)
  }

  @Test("A mark of byte order before the head is skipped, and further columns are taken")
  func headsMayHaveMore() throws {
    let (rows, _) = try read("\u{FEFF}\(Self.head)\tmore\ntt1\t8.1\t5\tx\n")
    #expect(rows == [["tt1", "8.1", "5", "x"]])
  }

  @Test(
    "Another head is refused",
    arguments: [
      "", "\n", "tconst\taverageRating\n", "tconst,averageRating,numVotes\n",
      "averageRating\ttconst\tnumVotes\n", "<html>\n", "tconst\taverageRating\tnumVote\n",
      "\u{0}\n",
    ])
  func otherHeadsAreRefused(text: String) throws {
    #expect {
      try read(text)
    } throws: { error in
      guard case .badFile("title.ratings.tsv", 1, let problem)? = error as? CatalogError else {
        return false
      }
      return problem.contains("tconst averageRating numVotes")
    }
  }

  @Test("Every kind's own head is taken", arguments: DatasetKind.allCases)
  func headsAreTaken(kind: DatasetKind) throws {
    let (rows, file) = try read(Datasets.text(kind, []), kind)
    #expect(rows == [] && file.rows == 0)
  }

  @Test(
    "A few lines that cannot be read are counted, many are another file",
    arguments: [
      (good: 1, bad: 1, isTaken: true), (1, 100, true), (1, 101, false), (0, 1, false),
      (900, 100, true), (910, 101, true), (900, 101, false), (2000, 200, true), (0, 0, true),
    ])
  func badLinesAreCounted(good: Int, bad: Int, isTaken: Bool) throws {
    let lines =
      Array(repeating: "tt1\t8.1\t5", count: good) + Array(repeating: "tt1\t8.1", count: bad)
    let text = ([Self.head] + lines).joined(separator: "\n") + "\n"
    if isTaken {
      let file = try read(text).file
      #expect(file.rows == good + bad)
      #expect(file.malformed == bad)
    } else {
      let error = CatalogError.badFile(
        name: "title.ratings.tsv", line: good + 2,
        problem: "\(bad.counted("line")) cannot be read, this one first; get the file again")
      #expect(throws: error) { try read(text) }
    }
  }

  @Test("Rows that have another number of fields, or that the reader refuses, are malformed")
  func malformedRows() throws {
    let text = [Self.head, "a\tb\tc", "a\tb\tc\td", "a", "", "x\tb\tc"].joined(separator: "\n")
    let (rows, file) = try read(text + "\n") { $0[0] != "x" }
    #expect(rows.map(\.count) == [3, 3])
    #expect(file.rows == 5 && file.malformed == 4)
  }

  @Test("Lines of a later portion keep their numbers")
  func laterPortionsKeepNumbers() throws {
    try ScratchFolder.with { folder in
      var rows = DatasetRows(try folder.dataset([], .ratings))
      let head = Array((Self.head + "\n").utf8)
      try rows.read(LineChunk(bytes: head, firstLine: 1, lineCount: 1, position: 0)) { _, _ in true
      }
      let bad = Array("x\n".utf8)
      try rows.read(LineChunk(bytes: bad, firstLine: 77, lineCount: 1, position: 0)) { _, _ in true
      }
      let error = CatalogError.badFile(
        name: "title.ratings.tsv", line: 77,
        problem: "1 line cannot be read, this one first; get the file again")
      #expect(throws: error) { try rows.finished() }
    }
  }

  @Test("A file without a head is empty")
  func emptyFiles() throws {
    try ScratchFolder.with { folder in
      let rows = DatasetRows(try folder.dataset([], .ratings))
      let error = CatalogError.badFile(name: "title.ratings.tsv", line: nil, problem: "it is empty")
      #expect(throws: error) { try rows.finished() }
    }
  }
}

/// Single fields.
@Suite struct FieldTests {
  private func read<Value>(_ text: String, _ body: (Span<UInt8>, Range<Int>) -> Value) -> Value {
    let bytes = Array("\t\(text)\t".utf8)
    return body(bytes.span, 1..<bytes.count - 1)
  }

  @Test(
    "A number has digits only, and is not too great",
    arguments: [
      ("0", 0), ("7", 7), ("4294967295", 4_294_967_295), ("4294967296", nil), ("9999999999", nil),
      ("00000000001", nil), ("0000000001", 1), ("", nil), ("-1", nil), ("+1", nil), ("1.0", nil),
      ("\\N", nil), ("1 ", nil), ("１", nil), ("/", nil), (":", nil),
    ])
  func numbers(text: String, value: Int?) {
    #expect(read(text) { $0.number($1) } == value)
  }

  @Test("A number is held to its most", arguments: [("9", 9), ("10", nil), ("\\N", 0), ("", nil)])
  func boundedNumbers(text: String, value: Int?) {
    #expect(read(text) { $0.optionalNumber($1, most: 9) } == value)
  }

  @Test(
    "An id is its letters and a number",
    arguments: [
      ("tt0133093", 133_093), ("tt1", 1), ("tt12345678", 12_345_678), ("tt4294967295", .max),
      ("tt0", nil), ("tt", nil), ("nm0000001", nil), ("TT1", nil), ("tt1x", nil), ("1", nil),
      ("", nil), ("tt4294967296", nil), ("tt-1", nil), ("\\N", nil),
    ] as [(String, UInt32?)])
  func ids(text: String, value: UInt32?) {
    #expect(read(text) { $0.id($1, "tt") } == value)
  }

  @Test(
    "A rating is in tenths of a point",
    arguments: [
      ("8.7", 87), ("10.0", 100), ("0.0", 0), ("1.0", 10), ("7", 70), ("10", 100), ("10.1", nil),
      ("11", nil), ("8.75", nil), ("8,7", nil), (".7", nil), ("8.", nil), ("", nil), ("\\N", nil),
      ("-1.0", nil), ("8.x", nil), ("99999999999.0", nil),
    ])
  func ratings(text: String, value: Int?) {
    #expect(read(text) { $0.tenths($1) } == value)
  }

  @Test(
    "A list is cut at commas",
    arguments: [
      ("Drama", ["Drama"]), ("Drama,War", ["Drama", "War"]), ("\\N", []), ("", [""]),
      ("a,,b,", ["a", "", "b", ""]), ("\\N,a", ["\\N", "a"]),
    ])
  func lists(text: String, parts: [String]) {
    let found = read(text) { bytes, field in
      var found: [String] = []
      bytes.list(field) { part in
        found.append(String(decoding: part.map { bytes[$0] }, as: UTF8.self))
      }
      return found
    }
    #expect(found == parts)
  }

  @Test(
    "Fields are equal byte by byte",
    arguments: [("ab", "ab", true), ("ab", "ac", false), ("ab", "abc", false), ("", "", true)])
  func equality(left: String, right: String, areEqual: Bool) {
    let bytes = Array((left + "\t" + right).utf8)
    let middle = left.utf8.count
    let found = bytes.span.areEqual(0..<middle, middle + 1..<bytes.count)
    #expect(found == areEqual)
  }
}
