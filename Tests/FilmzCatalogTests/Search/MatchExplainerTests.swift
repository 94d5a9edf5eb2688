import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// The reasons why films were found.
@Suite struct MatchExplainerTests {
  private static let film = {
    var film = Film(
      id: FilmID(imdbNumber: 1), title: "The Zorbal-Vexi House II", origin: .catalog,
      isComplete: true)
    film.originalTitle = "Das Qimbhaus"
    return film
  }()
  private static let localTitles = ["La casa de Zurqua", "Zurqua 2", "Дом"]

  @Test(
    arguments: [
      ("zorbal vexi", .words, .title), ("zorbalvexi hou", .words, .title),
      ("the zorbal vexi house 2", .words, .title), ("a house", .words, .title),
      ("zorb hou two", .words, .title), ("house zorbal 1999", .words, .title),
      ("qimbhaus", .words, .alias("Das Qimbhaus")), ("zurqua", .words, .alias("La casa de Zurqua")),
      ("zurqua 2", .words, .alias("Zurqua 2")), ("zurqua two", .words, .alias("Zurqua 2")),
      ("дом", .words, .alias("Дом")), ("casa дом", .words, .alias("La casa de Zurqua")),
      ("zorbla house", .correctedWords, .spelling(nil)),
      ("zurqau", .correctedWords, .spelling("La casa de Zurqua")),
      ("qimphaus", .correctedWords, .spelling("Das Qimbhaus")),
      ("zorbal", .filter, .filter), ("ada", .director, .person("Ada", isDirector: true)),
      ("ada", .person, .person("Ada", isDirector: false)),
    ] as [(String, ScoredTitle.Cause, SearchMatch)])
  func reasonFollowsFromTheTitles(text: String, cause: ScoredTitle.Cause, match: SearchMatch) {
    let explainer = MatchExplainer(SearchQuery(text: text), person: "Ada")
    #expect(explainer.match(Self.film, cause, localTitles: Self.localTitles) == match)
  }

  @Test("Without stored local titles, the local title is not named")
  func unknownLocalTitleIsNotNamed() {
    let explainer = MatchExplainer(SearchQuery(text: "zurqua"), person: nil)
    #expect(explainer.match(Self.film, .words, localTitles: []) == .alias(nil))
  }
}

/// The matching and ranking of local titles.
@Suite struct LocalTitleSearchTests {
  private static func titles(_ text: String, _ titles: [(String, Int, [String])]) async throws
    -> [String]
  {
    try await ScratchFolder.with { folder in
      let ids = 1...titles.count
      try folder.write(.basics, ids.map { DatasetRow.title($0, titles[$0 - 1].0) })
      try folder.write(.ratings, ids.map { DatasetRow.rating($0, "7.0", titles[$0 - 1].1) })
      try folder.write(
        .akas, ids.flatMap { id in titles[id - 1].2.map { DatasetRow.aka(id, $0) } })
      try await folder.importCatalog()
      let page = try await folder.source().search(SearchQuery(text: text), page: 1)
      return page.films.map(\.title).filter { title in titles.contains { $0.0 == title } }
    }
  }

  @Test(
    "A word of two or three letters matches a local title only as a whole word",
    arguments: [
      ("qux", ["Qux", "Quxim", "Vexilo"]), ("vexilo qu", ["Vexilo Quon"]),
      ("quxi", ["Quxim", "Wrixono"]),
    ])
  func shortWordsMatchLocalTitlesAsAWhole(text: String, expected: [String]) async throws {
    let found = try await Self.titles(
      text,
      [
        ("Qux", 5000, []), ("Quxim", 4000, []), ("Vexilo", 3000, ["Zorbal Qux"]),
        ("Wrixono", 2000, ["Quxinor", "Vexilo Quxinor"]), ("Vexilo Quon", 90, []),
      ])
    #expect(Set(found) == Set(expected) && found.first == expected.first)
  }

  @Test("A title that equals the text precedes local titles, unless they are much better known")
  func exactTitlesPrecedeLocalTitles() async throws {
    let films = [
      ("Zorbal", 800, []), ("Quaxim", 90_000, ["Zorbal"]), ("Vexilo", 900_000, ["Zorbal"]),
      ("Zorbal Nights", 70, []), ("Qux", 1, []), ("Wrixono", 900_000, ["Qux"]),
    ]
    #expect(
      try await Self.titles("zorbal", films) == ["Vexilo", "Zorbal", "Quaxim", "Zorbal Nights"])
    #expect(try await Self.titles("the qux", films) == ["Qux", "Wrixono"])
  }
}
