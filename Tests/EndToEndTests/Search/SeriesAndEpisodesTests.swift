import FilmzTestSupport
import Foundation
import Synchronization
import Testing

/// The years of running series, and the series of episodes, from all sources.
struct SeriesAndEpisodesTests {
  private static let episodeID = "tt9100001"
  private static let seriesID = "tt9100002"

  private static func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    request.query["i"] == seriesID
      ? OMDbResponse.film([
        "Title": "Lantern Road", "Type": "series", "Year": "2013–", "imdbID": seriesID,
      ])
      : OMDbResponse.film([
        "Title": "Embers", "Type": "episode", "Season": "5", "Episode": "14", "seriesID": seriesID,
      ])
  }

  private static func text(_ filmz: FilmzProcess, _ arguments: String...) async throws -> String {
    let result = try await filmz.run(arguments, environment: ["COLUMNS": "100"])
    #expect(result.status == 0, "\(result.stderr)")
    return result.stdout
  }

  @Test func episodeOfOMDbShowsItsSeries() async throws {
    try await FilmzProcess.withOMDb(Self.respond) { filmz, server in
      let card = try await Self.text(filmz, "show", Self.episodeID)
      #expect(card.hasPrefix("Embers (2008)\nepisode"))
      #expect(card.contains(/\nEpisode of +Lantern Road, season 5, episode 14\n/))
      #expect(server.requests.count == 2)
      _ = try await filmz.run("add", Self.episodeID)
      let cached = try await Self.text(filmz, "--offline", "show", Self.episodeID)
      #expect(cached.contains(/\nEpisode of +Lantern Road, season 5, episode 14\n/))
      let list = try await Self.text(filmz, "--offline", "ls")
      #expect(list.contains(/Title +Episode of +Year/))
      #expect(list.contains(/Embers +Lantern Road S05E14 +2008/))
      #expect(server.requests.count == 2)
    }
  }

  @Test func seriesThatTheKidsFilterHidesIsNotNamed() async throws {
    try await FilmzProcess.withOMDb(Self.respond) { filmz, _ in
      _ = try await Self.text(filmz, "add", Self.episodeID)
      _ = try await filmz.answer(to: "edit \(Self.episodeID) rated=TV-PG; kids on")
      for command in ["show \(Self.episodeID)", "ls", "show \(Self.episodeID) --format json"] {
        let result = try await filmz.run("--offline", "-c", command)
        #expect(result.status == 0 && result.stdout.contains("Embers"), "\(result)")
        #expect(!result.stdout.contains("Lantern Road"), "\(result)")
      }
      _ = try await filmz.answer(to: "kids off")
      let card = try await Self.text(filmz, "--offline", "show", Self.episodeID)
      #expect(card.contains("Lantern Road"))
    }
  }

  @Test func failedRequestForTheSeriesIsRepeatedAtTheNextLookup() async throws {
    let isSeriesStalled = Mutex(true)
    let handler: LoopbackServer.Handler = { request in
      request.query["i"] == Self.seriesID && isSeriesStalled.withLock { $0 }
        ? .stall : Self.respond(to: request)
    }
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      let card = try await Self.text(filmz, "show", Self.episodeID)
      #expect(card.contains(/\nEpisode of +season 5, episode 14\n/))
      isSeriesStalled.withLock { $0 = false }
      for options in [[], ["--offline"]] {
        let result = try await filmz.run(
          options + ["show", Self.episodeID], environment: ["COLUMNS": "100"])
        #expect(result.stdout.contains(/\nEpisode of +Lantern Road, season 5, episode 14\n/))
      }
      #expect(server.requests.count == 3)
    }
  }

  @Test func runningSeriesOfOMDbHasNoLastYear() async throws {
    try await FilmzProcess.withOMDb(Self.respond) { filmz, _ in
      let card = try await Self.text(filmz, "show", Self.seriesID)
      #expect(card.hasPrefix("Lantern Road (2013–)\n"))
      _ = try await filmz.run("add", Self.seriesID)
      #expect(try await Self.text(filmz, "--offline", "ls").contains("Lantern Road  2013–  series"))
      let row = try await filmz.answer(to: "ls").array[0]
      #expect(row["year"] == 2013 && row["endYear"] == .null)
    }
  }

  @Test func importedEpisodesAndSeriesShowTheSame() async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      try datasets.write(
        .titles,
        SampleDatasets.titles + [
          #"tt9100020|tvSeries|Paper Moons|Paper Moons|0|2013|\N|45|Crime"#,
          #"tt9100021|tvMiniSeries|Paper Suns|Paper Suns|0|2014|\N|45|Crime"#,
        ])
      try datasets.write(.episodes, SampleDatasets.episodes)
      let result = try await filmz.run("catalog", "import", "imdb", "--episodes")
      #expect(result.status == 0, "\(result.stderr)")
      let table = try await Self.text(filmz, "--offline", "search", "paper")
      #expect(table.contains(/Paper Pilot +Paper Streets S01E01 +1999 +episode/))
      #expect(table.contains(/Paper Moons +2013– +series/))
      #expect(table.contains(/Paper Suns +2014 +miniseries/))
      #expect(table.contains(/Paper Streets +1999–2003 +series/))
      let card = try await Self.text(filmz, "--offline", "show", "tt9100004")
      #expect(card.hasPrefix("Paper Pilot (1999)\n"))
      #expect(card.contains(/\nEpisode of +Paper Streets, season 1, episode 1\n/))
      _ = try await filmz.run("--offline", "add", "tt9100004", "tt9100020")
      let list = try await Self.text(filmz, "--offline", "ls")
      #expect(list.contains(/Paper Pilot +Paper Streets S01E01 +1999/))
      #expect(list.contains(/Paper Moons +2013–/))
    }
  }
}
