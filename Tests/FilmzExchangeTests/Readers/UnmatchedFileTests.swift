import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzExchange

struct UnmatchedFileTests {
  /// Reads a file as an import does.
  private static func rows(_ bytes: [UInt8]) throws -> [Result<ImportedRow, RowProblem>] {
    try ScratchFolder.with { folder in
      let path = try folder.write(Data(bytes), to: "x.csv").path
      let source = try #require(try ImportSourceFinder.files(at: [path]).first)
      guard case .success(var file) = try ImportFile.open(source) else { return [] }
      #expect(file.format == .filmz && file.unknownColumns.isEmpty)
      #expect(file.unknownColumns.isEmpty)
      var rows: [Result<ImportedRow, RowProblem>] = []
      while let (_, element) = try file.next() {
        rows.append(
          element.map { element in
            if case .row(let row) = element { row } else { ImportedRow(film: NamedFilm()) }
          })
      }
      return rows
    }
  }

  @Test(arguments: Seeds.of(0...3))
  func rowsAreReadAsTheyWereWritten(seed: UInt64) throws {
    var random = SplitMix(seed)
    let rows = (0..<100).map { index in
      UnmatchedRow(
        random.importedRow(), reason: random.words(), candidates: [random.words()],
        file: random.words(), line: index)
    }
    let read = try Self.rows(UnmatchedFile.bytes(rows)).map { result in
      var row = try result.get()
      row.originalFile = nil
      row.originalLine = nil
      return row
    }
    #expect(read.count == rows.count)
    let counts = Dictionary(grouping: read) { $0 }.mapValues(\.count)
    #expect(counts == Dictionary(grouping: rows.map(\.row)) { $0 }.mapValues(\.count))
  }

  @Test func fileHasTheReasonAndThreeCandidates() throws {
    let candidates = [1, 2, 3, 4].map {
      UnmatchedRow.candidate(FilmID(imdbNumber: $0), title: $0 == 2 ? nil : "Heat", year: 1995)
    }
    let row = ImportedRow(film: NamedFilm(title: "Heat, the film", year: 1995))
    let bytes = UnmatchedFile.bytes([
      UnmatchedRow(row, reason: "ambiguous", candidates: candidates, file: "a/b.csv", line: 7)
    ])
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    #expect(lines.count == 3 && lines[2].isEmpty)
    #expect(lines[0].hasPrefix("imdbID,reason,candidate1,candidate2,candidate3,title,"))
    #expect(
      lines[1].hasPrefix(
        ",ambiguous,tt0000001 Heat (1995),tt0000002 (1995),tt0000003 Heat (1995),"
          + "\"Heat, the film\",,1995,"))
    #expect(lines[1].hasSuffix(",a/b.csv,7"))
  }

  @Test func rowsOfTheSameFilmFollowEachOther() throws {
    let rows = ["Heat", "Alien", "Heat", "Alien", "Up", "Heat"].enumerated().map { index, title in
      var row = ImportedRow(film: NamedFilm(title: title, year: 1995))
      row.position = index
      return UnmatchedRow(row, reason: "", file: "", line: 1)
    }
    let positions = try Self.rows(UnmatchedFile.bytes(rows)).map { try $0.get().position }
    #expect(positions == [0, 2, 5, 1, 3, 4])
  }

  private static func table(_ lines: String...) -> [UInt8] {
    Array(
      (["imdbID,reason,candidate1,viewing,viewingDate,title,year,ids"] + lines)
        .joined(separator: "\n").utf8)
  }

  @Test func enteredIDHoldsForRowsOfTheSameTitleAndYear() throws {
    let rows = try Self.rows(
      Self.table(
        ",,,,,Heat,1995,tmdb:movie:1", " tt113277 ,,,,,Heat,1995,", ",,,,,Heat,1996,",
        ",,,,,Heat,1995,", "tt2,,,,,Up,,", "tt3,,,,,Up,,", ",,,,,Up,,tt9",
        "https://www.imdb.com/title/tt0078748/,,,,,Alien,1979,tt5", " 133093 ,,,,,Matrix,1999,"))
    #expect(
      try rows.map { try $0.get().film.ids.map(\.rawValue) } == [
        ["tt0113277"], ["tt0113277"], [], ["tt0113277"], ["tt0000002"], ["tt0000003"],
        ["tt0000009"], ["tt0078748"], ["tt0133093"],
      ])
  }

  @Test func enteredIDDoesNotHoldForRowsWithAnotherAddress() throws {
    let header = "imdbID,reason,candidate1,viewing,viewingDate,title,year,address"
    let rows = try Self.rows(
      Array(
        [header, "tt1,,,,,Heat,1995,a", ",,,,,Heat,1995,b", ",,,,,Heat,1995,a", ",,,,,Heat,1995,"]
          .joined(separator: "\n").utf8))
    #expect(
      try rows.map { try $0.get().film.ids.map(\.rawValue) } == [["tt0000001"], [], ["tt0000001"], ["tt0000001"]])
  }

  @Test func wrongEntriesCostOnlyThemselves() throws {
    let rows = try Self.rows(
      Self.table("heat,,,,,Heat,1995,", ",,,,,,1995,", ",,,,,Heat,x,", ",,,TRUE,2020-13,Heat,,"))
    let problems = rows.map { row in
      switch row {
      case .success(let row): row.leftOut
      case .failure(let problem): [problem]
      }
    }
    #expect(
      problems == [
        [.invalidValue(column: "imdbID", value: "heat")], [.noFilm],
        [.invalidValue(column: "year", value: "x")],
        [.invalidValue(column: "viewingDate", value: "2020-13")],
      ])
    #expect(try rows[3].get().viewing == ImportedViewing(date: nil))
  }

  @Test func rowsThatCannotBeReadAreLeftOutUntilTheyHaveAnID() throws {
    let row = UnmatchedRow(unreadable: "Heat,\"1995", reason: "a quotation mark is missing", file: "x.csv", line: 7)
    let text = String(decoding: UnmatchedFile.bytes([row]), as: UTF8.self)
    #expect(text.contains("\"Heat,\"\"1995\",x.csv,7"))
    #expect(try Self.rows(Array(text.utf8)).isEmpty)
    let completed = text.replacing("\r\n,a quot", with: "\r\ntt0113277,a quot")
    #expect(try Self.rows(Array(completed.utf8)).map { try $0.get().film.ids } == [[FilmID(imdbNumber: 113_277)]])
  }
}

extension SplitMix {
  /// Returns a text with characters that files must escape, and at least one character.
  fileprivate mutating func words() -> String { "x" + textWithoutZeros() }

  /// Files with zeros are not text.
  private mutating func textWithoutZeros() -> String { text().replacing("\0", with: "") }

  private mutating func optional<Value>(_ value: Value) -> Value? { chance(oneIn: 2) ? value : nil }

  private mutating func tags() -> [String] {
    (0..<Int.random(in: 0...3, using: &self)).map { _ in "\(words())x" }
  }

  private mutating func film() -> NamedFilm {
    let ids = [
      FilmID(imdbNumber: 7), FilmID(tmdb: .tv, 8),
      FilmID(unchecked: "own:8111A6CF-A187-4052-A4E2-2ACF0645AC71"),
    ]
    let title = words()
    let original = words()
    return NamedFilm(
      ids: ids.filter { _ in chance(oneIn: 3) }, title: title, originalTitle: optional(original),
      year: optional(Int.random(in: -5...3000, using: &self)),
      type: optional(element(of: MediaType.allCases)))
  }

  /// Returns a row with any values.
  fileprivate mutating func importedRow() -> ImportedRow {
    var row = ImportedRow(film: film())
    row.episode = chance(oneIn: 3) ? film() : nil
    row.isSummary = chance(oneIn: 2)
    row.isSeen = chance(oneIn: 2)
    row.isWanted = chance(oneIn: 2)
    if chance(oneIn: 2) {
      let note = words()
      row.viewing = ImportedViewing(
        date: date(), rating: rating(), note: optional(note), tags: tags())
    }
    row.rating = rating()
    let texts = (0..<5).map { _ in words() }
    row.note = optional(texts[0])
    row.tags = tags()
    row.date = date()
    row.addedOn = date()
    row.position = optional(Int.random(in: .min ... .max, using: &self))
    row.list = optional(ImportedList(name: texts[1], description: optional(texts[2]), address: optional(texts[0])))
    row.address = optional(texts[3])
    row.audience = optional(element(of: Audience.allCases))
    row.recommendedBy = optional(texts[4])
    return row
  }
}
