import FilmzDomain
import Testing

struct OwnFactTests {
  @Test(
    arguments: [
      (.title, " Ocean's Eleven ", .text("Ocean's Eleven")), (.title, "1984", .text("1984")),
      (.year, "1870", .integer(1870)), (.year, "2028", .integer(2028)), (.year, "none", .null),
      (.type, "Short", .text("short")), (.type, "tv movie", .text("tvMovie")),
      (.released, "1995-12", .text("1995-12")), (.runtimeMinutes, "170", .integer(170)),
      (.genres, "crime,scifi", .list(["Crime", "Sci-Fi"])), (.plot, "NONE", .null),
      (
        .genres, "Kids, Action & Adventure,Action", .list(["Family", "Action", "Adventure"])
      ),
      (.genres, "Foo,foo , FOO", .list(["Foo"])), (.genres, "Fo\no,\nWar", .list(["Fo o", "War"])),
      (.poster, "https://x.example/a%20b", .text("https://x.example/a%20b")),
      (.directors, " Joel Coen , Ethan Coen,", .list(["Joel Coen", "Ethan Coen"])),
    ] as [(RecordField, String, OwnFact)])
  func valueIsParsed(field: RecordField, text: String, fact: OwnFact) throws {
    #expect(try field.fact(text, latestYear: 2028) == fact)
    #expect(OwnFact(json: fact.json) == fact)
  }

  @Test(
    arguments: [
      (.title, ""), (.title, "none"), (.type, "none"), (.type, "gmae"), (.year, "1869"),
      (.year, "2029"), (.year, "soon"), (.released, "1995-13"), (.runtimeMinutes, "0"),
      (.poster, "javascript:x"), (.poster, "https://x.example/a b"),
      (.poster, "https://u@x.example/a"), (.poster, "http://x.example/a"),
      (.runtimeMinutes, "two hours"), (.genres, ","), (.plot, "  "),
    ] as [(RecordField, String)])
  func wrongValueIsNamed(field: RecordField, text: String) throws {
    let error = #expect(throws: DomainError.self) { try field.fact(text, latestYear: 2028) }
    let message = try #require(error).message
    #expect(message.contains(field.rawValue) && message.contains("\"\(text.trimmed)\""))
    #expect(error?.exitCategory == .usage)
  }

  @Test func recordReplacesEachFactOfAFilm() {
    var film = Film(
      id: FilmID(imdbNumber: 113277), title: "Heat", year: 1995, type: .movie, origin: .starter)
    film.genres = ["Action", "Crime"]
    film.plot = "A plot."
    film.endYear = 1996
    for field in RecordField.allCases where field.canBeNone {
      let record = OwnRecord(film: film.id, facts: [field: .null])
      #expect(film.applying(record).fact(field) == .null, "\(field)")
    }
    let record = OwnRecord(
      film: film.id,
      facts: [.title: .text("Hitze"), .year: .null, .genres: .list(["Drama"]), .plot: .null])
    let changed = film.applying(record)
    #expect(changed.title == "Hitze" && changed.year == nil && changed.plot == nil)
    #expect(changed.genres == ["Drama"] && changed.type == .movie && changed.endYear == 1996)
    #expect(changed.ownFields == [.title, .year, .genres, .plot])
  }

  @Test(arguments: [("yer", RecordField.year), ("Director", .directors), ("RATED", .rated)])
  func nearestFieldIsFound(name: String, field: RecordField) {
    #expect(RecordField.nearest(to: name) == field)
  }
}
