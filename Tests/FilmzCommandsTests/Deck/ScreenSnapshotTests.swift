import FilmzDomain
import FilmzTerminal
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct ScreenSnapshotTests {
  private static func compare(_ name: String, _ content: Output.Content) throws {
    let problems = try ScreenSnapshot.problems(name) {
      Renderer.text(of: content.showing(Settings()), as: .table, on: $0)
    }
    #expect(problems == [])
  }

  @Test func searchResults() throws {
    try Self.compare("search", .list(.films(SampleFilms.results)))
  }

  @Test func theCollection() throws {
    try Self.compare("ls", .list(.films(SampleFilms.collection)))
  }

  @Test func theJournal() throws {
    let commands = [
      ("rate 1-4 8.5", ["Heat", "The Godfather", "千と千尋の神隠し"], 4, true),
      (
        "watched tt0133093 --on 2024-05-01 --rating 9 --note \"with all of us\"", ["The Matrix"], 1,
        false
      ),
      ("add heat", ["Heat"], 1, false),
    ]
    let steps = commands.enumerated().map { index, step in
      var journalStep = JournalStep(
        id: "\(index)", number: 12 - index, installation: "", madeAt: SampleFilms.moment, command: step.0,
        films: (1...step.2).map { FilmID(unchecked: "tt\($0)") }, isUndone: step.3)
      // The first step is undone.
      journalStep.undoCount = index == 0 ? nil : index
      return LoggedStep(step: journalStep, filmNames: step.1)
    }
    try Self.compare("log", .list(.steps(steps)))
  }

  @Test func viewingsOfAFilm() throws {
    try Self.compare("viewings", .list(.viewings(SampleFilms.godfather.viewingsByDate)))
  }

  @Test func theCache() throws {
    let items = SampleFilms.results.enumerated().map { index, item in
      CachedFilmItem(
        film: CachedFilm(
          id: item.id, title: item.name, year: item.year,
          fetchedAt: index == 0 ? nil : SampleFilms.moment, storedAt: SampleFilms.moment,
          usedOn: 19_844, version: 1, bytes: 400 + 900 * index, isComplete: true,
          isInCollection: false), isStale: index == 1)
    }
    try Self.compare("cache", .list(.cache(items)))
  }

  @Test func backups() throws {
    let backups = [
      ("manual-20240501T140501Z", 2_400_000, 1234), ("2024-04-30", 92_160, 5),
      ("replaced-20240429T235959Z", 512, nil),
    ].map { name, bytes, films in
      Backup(name: name, time: SampleFilms.moment, bytes: bytes, films: films)
    }
    try Self.compare("backups", .list(.backups(backups)))
  }

  @Test func settings() throws {
    let settings = Settings(
      file: [.pageSize: "20", .omdbAPIKey: "a1b2c3d4"],
      environment: ["OMDB_BASE_URL": "https://films.example.org/omdb/v1/"])
    try Self.compare("config", .list(.settings(settings.all)))
  }

  @Test func healthChecks() throws {
    let backup = Backup(name: "2024-04-30", time: SampleFilms.moment, bytes: 92_160, films: 5)
    let checks: [HealthCheck] = [
      .ok("settings", "/home/ann/.config/filmz/config.toml, mode 0600"),
      .warn(
        "omdb.apiKey", "no key is set; searches use the catalog of this machine",
        remedy: .getKey(.omdbAPIKey, address: "https://www.omdbapi.com/apikey.aspx")),
      .fail(
        "collection", "the file is damaged", remedy: .restoreNewest(backup, days: 1)),
      .ok("disk", "69.0 GB free"),
    ]
    try Self.compare("doctor", .checks(checks))
  }

  @Test func genres() throws {
    let counts = ["Action": 2, "Drama": 31, "Sci-Fi": 11].sorted { $0.key < $1.key }
    let genres = counts.map { ValueCount(value: $0.key, count: $0.value) }
    try Self.compare("genres", .list(.genres(genres, isUTF8: true)))
  }

  @Test func statistics() throws {
    let problems = try ScreenSnapshot.problems("stats") { renderTarget in
      let card = StatisticsCard(statistics: SampleFilms.statistics, renderTarget: renderTarget)
      return Renderer.text(of: card.content, as: .table, on: renderTarget)
    }
    #expect(problems == [])
  }

  @Test(arguments: [true, false])
  func oneFilm(isFull: Bool) throws {
    let detail = FilmDetail(
      item: SampleFilms.collection[0], isStale: true, age: "40 days ago", serviceNames: ["OMDb"])
    let name = isFull ? "show-full" : "show"
    try Self.compare(name, FilmCard(detail: detail, isFull: isFull).content)
  }

  @Test func aFilmToRate() throws {
    let card = DeckCard(item: SampleFilms.collection[0], number: 3, total: 120)
    #expect(try ScreenSnapshot.problems("rate") { card.renderedForRating(.points, on: $0) } == [])
  }
}
