import FilmzDomain
import FilmzTerminal
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

/// Rows of films that may be films of the collection.
struct UncertainRowsTests {
  private static func item(isWatched: Bool?) -> FilmItem {
    let film = Film(
      id: FilmID(tmdb: .movie, 949), title: "Heath", year: 1995, type: .movie, origin: .tmdb)
    var item = FilmItem(id: film.id, film: film, entry: nil, number: 3)
    item.possibleEntry = isWatched.map {
      (FilmID(unchecked: "tt7000001"), $0 ? .seen : .wanted)
    }
    return item
  }

  @Test(arguments: [(true, "✓? Heath"), (false, "+? Heath"), (nil, "3  Heath")], [60, 80, 200])
  func tableShowsTheMarkWithAQuestionMark(
    row: (isWatched: Bool?, text: String), width: Int
  ) {
    let rows = Rows.films([Self.item(isWatched: row.isWatched)])
    let text = Renderer.text(of: .list(rows), as: .table, on: RenderTarget(width: width))
    let words = text.split(separator: " ").joined(separator: " ")
    #expect(words.contains(row.text.split(separator: " ").joined(separator: " ")), "\(text)")
    #expect(text.contains("?") == (row.isWatched != nil))
  }

  @Test func otherFormatsShowAFilmThatIsNotInTheCollection() throws {
    let texts = [true, false, nil].map {
      Renderer.text(
        of: .list(.films([Self.item(isWatched: $0)])), as: .json, on: RenderTarget(width: 80))
    }
    #expect(texts[0] == texts[2] && texts[1] == texts[2])
    #expect(texts[0].contains(#""inCollection":false"#))
  }
}
