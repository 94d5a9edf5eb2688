import FilmzDomain
import FilmzTerminal
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

/// The source of the facts on the card of a film, and the facts that a catalog provides.
struct FilmCardSourceTests {
  private static func card(
    _ origin: Film.Origin, ratingsAsOf: String?, age: String? = nil,
    _ edit: (inout Film) -> Void = { _ in }
  ) -> Card {
    var film = Film(
      id: FilmID(unchecked: "tt0000011"), title: "Moth", year: 1995, type: .tvMovie,
      origin: origin, fetchedAt: age.map { _ in SampleFilms.moment }, isComplete: true)
    film.ratingsAsOf = ratingsAsOf
    edit(&film)
    let item = FilmItem(id: film.id, film: film, entry: nil)
    let service = origin == .omdb ? "OMDb" : nil
    let detail = FilmDetail(
      item: item, isStale: false, age: age, serviceNames: [service].compactMap { $0 })
    return FilmCard(detail: detail, isFull: false).card
  }

  @Test(
    "the last line names the source and its age",
    arguments: [
      (Film.Origin.catalog, "2026-11-20", nil, "the catalog, as of 2026-11-20"),
      (.catalog, nil, nil, "the catalog"),
      (.starter, "2024", nil, "the starter catalog, ratings as of 2024"),
      (.omdb, nil, "yesterday", "OMDb, fetched yesterday"),
      (
        .omdb, "2026-11-20", "yesterday",
        "OMDb, fetched yesterday; IMDb's rating from the catalog, as of 2026-11-20"
      ),
    ] as [(Film.Origin, String?, String?, String)])
  func source(_ origin: Film.Origin, ratingsAsOf: String?, age: String?, text: String) {
    let field = Self.card(origin, ratingsAsOf: ratingsAsOf, age: age).fields.last
    #expect(field?.label == "Source")
    #expect(field?.value == text)
  }

  @Test("the people and the type that a catalog provides are shown") func people() {
    let card = Self.card(.catalog, ratingsAsOf: nil) { film in
      film.directors = ["A B", "C D"]
      film.writers = ["E F"]
      film.actors = ["G H", "I J"]
      film.originalTitle = "Motte"
      film.runtimeMinutes = 91
      film.genres = ["Drama"]
    }
    #expect(card.subtitle == "TV movie • 91 min • Drama")
    let texts = card.fields.map { "\($0.label): \($0.value)" }
    #expect(
      texts.prefix(4) == [
        "Original title: Motte", "Directed by: A B, C D", "Written by: E F", "With: G H, I J",
      ])
  }

  @Test("a row shows the type in words, JSON by its identifier") func row() {
    let film = Film(
      id: FilmID(unchecked: "tt0000011"), title: "Moth", type: .miniSeries, origin: .catalog)
    let rows = Rows.films([FilmItem(id: film.id, film: film, entry: nil)])
    #expect(rows.cells(0).contains { $0.text == "miniseries" })
    #expect(rows.members(0).contains { $0.value == .text("miniSeries") })
  }
}
