import FilmzDomain
import FilmzExchange
import Foundation
import Testing

@testable import FilmzViewModels

/// Values of archives that no command writes.
struct ArchivedSubjectCheckingTests {
  private func problems(_ subject: inout ArchivedSubject) throws -> [RowProblem] {
    let declaration = try #require(SubjectRegistry.standard[subject.kind])
    let now = Date(timeIntervalSince1970: 1_790_000_000)
    return try subject.removeInvalidValues(
      declaration, at: now, today: try #require(PartialDate("2026-09-22")))
  }

  @Test func fractionCostsOnlyTheRating() throws {
    var film = ArchivedSubject(
      .entry, "tt0113277", fields: ["addedAt": .integer(1), "notes": .text("n")])
    film.invalidValues = ["rating": "85.5"]
    let problem = RowProblem.invalidValue(column: "rating of tt0113277", value: "85.5")
    #expect(try problems(&film) == [problem])
    #expect(film.fields == ["addedAt": .integer(1), "notes": .text("n")])
  }

  @Test func subjectCannotDoWithoutARequiredValue() {
    var film = ArchivedSubject(.entry, "tt0113277")
    film.invalidValues = ["addedAt": "1.5"]
    let problem = RowProblem.invalidValue(column: "addedAt of tt0113277", value: "1.5")
    #expect(throws: problem) { try problems(&film) }
  }

  /// Each case has a fact of a record, and the fact after the import.
  @Test(
    arguments: [
      ("year", "1700", nil), ("endYear", "2201", nil), ("year", "1870", "1870"), ("year", "null", "null"),
      ("genres", #"["a\nb","War"]"#, #"["a b","War"]"#), ("actors", #"["a\tb"]"#, #"["a\tb"]"#),
      ("genres", #"["\n"]"#, nil), ("title", #"" ""#, nil), ("type", #""opera""#, nil),
    ] as [(String, String, String?)])
  func factThatNoCommandWritesCostsOnlyItself(name: String, json: String, expected: String?) throws {
    var record = ArchivedSubject(.record, "tt0113277", fields: ["plot": .text(#""A""#), name: .text(json)])
    let problem = RowProblem.invalidValue(column: "\(name) of tt0113277", value: json)
    #expect(try problems(&record) == (expected == nil ? [problem] : []))
    #expect(record.fields["plot"] == .text(#""A""#) && record.fields[name] == expected.map { .text($0) })
  }

  /// Each case has the id of a record, and its facts, of which one is refused.
  @Test(arguments: [
    ("tt0113277", ["year": "1700"], "year"), ("tt0113277", ["genres": #"[" "]"#], "genres"),
    ("own:8A3C6F0E-1B52-4D97-A6E4-95D0C7B81F23", ["title": #"" ""#, "year": "2001"], "title"),
  ])
  func recordWithoutAValueOrItsTitleIsRefused(id: String, facts: [String: String], name: String) {
    var record = ArchivedSubject(.record, id, fields: facts.mapValues { .text($0) })
    record.fields["sourceTitle"] = .text("Heat")
    let problem = RowProblem.invalidValue(column: "\(name) of \(id)", value: facts[name] ?? "")
    #expect(throws: problem) { try problems(&record) }
  }

  /// Another machine can know genres that this one does not.
  @Test func savedCollectionKeepsItsGenres() throws {
    var saved = ArchivedSubject(.savedCollection, "odd", fields: ["name": .text("odd"), "filter": .text("genre:Zzz")])
    let original = saved
    #expect(try problems(&saved) == [] && saved == original)
  }

  /// Each case has a title, and the title without line breaks.
  @Test(arguments: [
    ("a\tb", "a\tb"), (" a\tb ", " a\tb "), (" a\u{1B}\tb\n", "a \tb"), ("a\r\nb", "a  b"),
  ])
  func titlesKeepTheirTabs(title: String, expected: String) throws {
    var film = ArchivedSubject(
      .entry, "tt0113277", fields: ["addedAt": .integer(1), "title": .text(title)])
    #expect(try problems(&film) == [])
    #expect(film.fields["title"] == .text(expected))
  }

  @Test func importedRecordKeepsTabsAndLosesInvalidPosters() throws {
    var facts = Film(
      id: FilmID(imdbNumber: 113_277), title: "a\tb", year: 1995, type: .movie, origin: .mflix)
    facts.poster = "https://x.example/p"
    func subject() -> ArchivedSubject {
      ArchivedSubject(
        .importedRecord, "tt0113277",
        fields: ["source": .text("mflix"), "facts": .text(ImportedRecord(facts).json)])
    }
    var valid = subject()
    #expect(try problems(&valid) == [] && valid == subject())
    facts.poster = "javascript:x"
    var invalid = subject()
    let problem = RowProblem.invalidValue(column: "poster of tt0113277", value: "javascript:x")
    #expect(try problems(&invalid) == [problem])
    facts.poster = nil
    #expect(invalid == subject())
  }
}
