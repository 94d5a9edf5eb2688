import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzCatalog

/// Searches for names of people in an imported catalog.
@Suite struct NamedPersonTests {
  /// A title with its votes, its local title, and the people who worked on it.
  private typealias Title = (
    id: Int, name: String, votes: Int, localTitle: String?, people: [(Int, String)]
  )

  private static let titles: [Title] = [
    (1, "Zorbal Nights", 90_000, nil, [(1, "director"), (2, "actor")]),
    (2, "Zorbal Days", 30_000, nil, [(1, "director"), (3, "actor")]),
    (3, "Vexilo", 5000, nil, [(4, "actor"), (5, "composer")]),
    (4, "Quaxim Street", 200_000, "Orlixo", []), (5, "Wrixono", 2000, nil, [(6, "actor")]),
    (6, "Wrixono Returns", 100, nil, [(7, "director")]),
    (7, "Vexilo Again", 100, nil, [(8, "actor")]),
    (8, "Avenzor", 20, nil, [(9, "actor"), (10, "director")]),
  ]
  private static let names = [
    1: "Ada Quimbo", 2: "Bo Zurqua", 3: "Cy Zurqua", 4: "Dee Quaxim", 5: "Eli Zimzum",
    6: "Fay T. Orlixo", 7: "Wrixono Gil", 8: "Hal Wrixono", 9: "Ina Quimbo", 10: "Jon Le Vexo Jr.",
  ]

  private static func withCatalog(_ body: (any FilmCatalog) async throws -> Void) async throws {
    try await ScratchFolder.with { folder in
      try folder.write(.basics, titles.map { DatasetRow.title($0.id, $0.name) })
      try folder.write(.ratings, titles.map { DatasetRow.rating($0.id, "7.0", $0.votes) })
      try folder.write(
        .akas, titles.compactMap { title in title.localTitle.map { DatasetRow.aka(title.id, $0) } })
      try folder.write(
        .principals,
        titles.flatMap { title in
          title.people.map { DatasetRow.principal(title.id, $0.0, $0.1) }
        })
      try folder.write(.names, names.sorted { $0.key < $1.key }.map { DatasetRow.name($0, $1) })
      try await folder.importCatalog()
      try await body(try await folder.source())
    }
  }

  @Test(
    "The films of a well-known person come first",
    arguments: [
      ("quimbo", "Ada Quimbo", [1, 2]), ("ada quimbo", "Ada Quimbo", [1, 2]),
      ("QUIMBO ADA", "Ada Quimbo", [1, 2]), ("ina quimbo", "Ina Quimbo", [8]),
      ("zurqua", "Bo Zurqua", [1]), ("cy zurqua", "Cy Zurqua", [2]),
      ("eli zimzum", "Eli Zimzum", [3]), ("fay orlixo", "Fay T. Orlixo", [5]),
      ("le vexo", "Jon Le Vexo Jr.", [8]), ("jon le vexo jr", "Jon Le Vexo Jr.", [8]),
      // The title was found by its local title.
      ("orlixo", "Fay T. Orlixo", [5]),
      // A given name, and a typing error.
      ("ada", "Ada Quimbo", [1, 2]), ("quimb", "Ada Quimbo", [1, 2]), ("ada quinbo", "Ada Quimbo", [1, 2]),
    ] as [(String, String, [Int])])
  func personsFilmsComeFirst(text: String, name: String, ids: [Int]) async throws {
    try await Self.withCatalog { source in
      let page = try await source.search(SearchQuery(text: text), page: 1)
      #expect(page.person == NamedPerson(name: name, filmCount: ids.count))
      let found = page.films.prefix(ids.count)
      #expect(found.map(\.id) == ids.map(FilmID.init(imdbNumber:)))
      for film in found {
        guard case .person(name, _) = page.matches?[film.id] else {
          Issue.record("\(film.title): \(String(describing: page.matches?[film.id]))")
          continue
        }
      }
    }
  }

  @Test(
    "A better-known title, the given name of a less-known person, and a short text find no person",
    arguments: ["quaxim", "wrixono", "quimbo*", "jr", "hal", "wrixon", "le"])
  func otherTextsFindNoPerson(text: String) async throws {
    try await Self.withCatalog { source in
      let page = try await source.search(SearchQuery(text: text), page: 1)
      #expect(page.person == nil)
    }
  }

  @Test("The films of a less-known person with this full name come last")
  func lessKnownFullNameComesLast() async throws {
    try await ScratchFolder.with { folder in
      try folder.write(
        .basics, [DatasetRow.title(1, "Zorbal Vexilo"), DatasetRow.title(2, "Quaxim")])
      try folder.write(
        .ratings, [DatasetRow.rating(1, "7.0", 5000), DatasetRow.rating(2, "7.0", 90)])
      try folder.write(.principals, [DatasetRow.principal(2, 1, "actor")])
      try folder.write(.names, [DatasetRow.name(1, "Zorbal Vexilo")])
      try await folder.importCatalog()
      let source = try await folder.source()
      let page = try await source.search(SearchQuery(text: "zorbal vexilo"), page: 1)
      #expect(page.films.map(\.title) == ["Zorbal Vexilo", "Quaxim"])
      #expect(page.person == nil)
      #expect(
        page.films.compactMap { page.matches?[$0.id] }
          == [.title, .person("Zorbal Vexilo", isDirector: false)])
    }
  }

  @Test("The role decides whether a film is by or with a person")
  func roleIsKnown() async throws {
    try await Self.withCatalog { source in
      for (text, isDirector) in [("ada quimbo", true), ("bo zurqua", false)] {
        let page = try await source.search(SearchQuery(text: text), page: 1)
        let match = page.films.first.flatMap { page.matches?[$0.id] }
        guard case .person(_, isDirector) = match else {
          Issue.record("\(text)")
          continue
        }
      }
    }
  }

  @Test("A filter and a sort order apply to the films of the person, which stay before the titles")
  func filterAndOrderApply() async throws {
    try await Self.withCatalog { source in
      var query = SearchQuery(text: "quimbo")
      query.filter.votes = 0...50_000
      let filtered = try await source.search(query, page: 1)
      #expect(filtered.person?.filmCount == 1)
      #expect(filtered.films.first?.title == "Zorbal Days")
      let sorted = try await source.search(
        SearchQuery(text: "quimbo", order: FilmOrder(.name)), page: 1)
      #expect(sorted.films.prefix(2).map(\.title) == ["Zorbal Days", "Zorbal Nights"])
    }
  }
}
