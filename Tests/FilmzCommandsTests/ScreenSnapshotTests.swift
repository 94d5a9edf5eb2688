import FilmzDomain
import FilmzTerminal
import Foundation
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct ScreenSnapshotTests {
  private static func compare(_ name: String, _ content: Output.Content) throws {
    let problems = try ScreenSnapshot.problems(name) {
      Renderer.text(of: content, as: .table, on: $0)
    }
    #expect(problems == [])
  }

  private static func compare<Row: OutputRow>(_ name: String, _ rows: [Row]) throws {
    try compare(name, .list(Row.self, rows))
  }

  @Test func searchResults() throws {
    try Self.compare("search", SampleFilms.results.map(FilmRow.init(item:)))
  }

  @Test func theCollection() throws {
    try Self.compare("ls", SampleFilms.collection.map(FilmRow.init(item:)))
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
    try Self.compare(
      "log",
      commands.enumerated().map { index, step in
        LogRow(
          logged: LoggedStep(
            step: JournalStep(
              id: "\(index)", number: 12 - index, madeAt: SampleFilms.moment, command: step.0,
              films: (1...step.2).map { FilmID(canonical: "tt\($0)") }, isUndone: step.3),
            names: step.1))
      })
  }

  @Test func viewingsOfAFilm() throws {
    try Self.compare("viewings", ViewingRow.rows(SampleFilms.godfather.viewingsByDate))
  }

  @Test func theCache() throws {
    let rows = SampleFilms.results.enumerated().map { index, item in
      CacheRow(
        item: CacheItem(
          film: CachedFilm(
            id: item.id, title: item.name, year: item.year,
            fetchedAt: index == 0 ? nil : SampleFilms.moment, storedAt: SampleFilms.moment,
            usedOn: 19_844, version: 1, bytes: 400 + 900 * index, isComplete: true,
            isInCollection: false), isStale: index == 1))
    }
    try Self.compare("cache", rows)
  }

  @Test func backups() throws {
    try Self.compare(
      "backups",
      [
        ("manual-20240501T140501Z", 2_400_000, 1234), ("2024-04-30", 92_160, 5),
        ("replaced-20240429T235959Z", 512, nil),
      ].map { name, bytes, films in
        BackupRow(
          backup: Backup(name: name, time: SampleFilms.moment, bytes: bytes, films: films))
      })
  }

  @Test func settings() throws {
    let settings = Settings(
      file: [.pageSize: "20", .omdbAPIKey: "a1b2c3d4"],
      environment: ["OMDB_BASE_URL": "https://films.example.org/omdb/v1/"])
    try Self.compare("config", settings.all.map(SettingRow.init(entry:)))
  }

  @Test func whatWorksHere() throws {
    let checks: [HealthCheck] = [
      .ok("settings", "/home/ann/.config/filmz/config.toml, mode 0600"),
      .warn(
        "omdb.apiKey", "no key is set; searches use the catalog of this machine",
        remedy:
          "get a free one at https://www.omdbapi.com/apikey.aspx, then `config set omdb.apiKey -`"),
      .fail(
        "collection", "the file is damaged", remedy: "`backup restore 2024-04-30` brings it back"),
      .ok("disk", "69.0 GB free"),
    ]
    try Self.compare("doctor", .report(HealthRow.self, [], HealthRow.card(of: checks)))
  }

  @Test func genres() throws {
    let counts = ["Action": 2, "Drama": 31, "Sci-Fi": 11].sorted { $0.key < $1.key }
    try Self.compare(
      "genres",
      GenreRow.rows(counts.map { ValueCount(value: $0.key, count: $0.value) }, isUTF8: true))
  }

  @Test func statistics() throws {
    try Self.compare("stats", .card(StatisticsCard(statistics: SampleFilms.statistics)))
  }

  @Test(arguments: [true, false])
  func oneFilm(isFull: Bool) throws {
    let detail = FilmDetail(
      item: SampleFilms.collection[0], isStale: true, age: "40 days ago", serviceName: "OMDb")
    let name = isFull ? "show-full" : "show"
    try Self.compare(name, .card(FilmCard(detail: detail, isFull: isFull)))
  }

  @Test func aFilmToRate() throws {
    let card = RatingCard(item: SampleFilms.collection[0], number: 3, total: 120)
    #expect(try ScreenSnapshot.problems("rate") { card.rendered(on: $0) } == [])
  }
}
