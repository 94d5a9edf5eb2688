import FilmzTestSupport
import Testing

struct ShowCardTests {
  private static let facts = [
    "Rated": "PG-13", "Released": "18 Jul 2008", "Runtime": "152 min",
    "Genre": "Action, Crime, Drama", "Director": "Odile Varnet", "Writer": "N/A",
    "Actors": "Bram Hollis, Ines Corvo, Petra Lund, Tobias Quill, Mara Ostley, Dario Fenn",
    "Plot": OMDbResponse.plot(250), "Language": "English", "Country": "N/A", "Awards": "",
    "imdbRating": "9.0", "imdbVotes": "2,654,264",
  ]

  @Test(arguments: [60, 80, 200])
  func aCardFitsItsWidth(width: Int) async throws {
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(Self.facts)) { filmz, _ in
      let text = try await Self.card(filmz, width: width)
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines[0] == "Glasshouse (2008)")
      #expect(lines[1] == "movie • PG-13 • 152 min • Action, Crime, Drama")
      #expect(lines[2] == "IMDb 9.0/10 (2,654,264 votes)")
      let plot = try #require(text.split(separator: "\n\n").dropFirst().first)
      #expect(Self.unwrapped(String(plot)) == OMDbResponse.plot(250))
      #expect(plot.split(separator: "\n").count == 250 / min(width, 100) + 1)
    }
  }

  @Test func unknownFactsAreLeftOut() async throws {
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(Self.facts)) { filmz, _ in
      let text = try await Self.card(filmz, width: 200)
      let labels = text.split(separator: "\n").compactMap {
        $0.wholeMatch(of: /(\w[\w ]*?)  +\S.*/)?.1
      }
      #expect(labels == ["Directed by", "With", "Released", "Origin", "Id", "Source"])
      #expect(!text.contains("N/A"))
      #expect(text.contains(/\nOrigin +English\n/) && text.contains(/\nReleased +2008-07-18\n/))
      #expect(text.contains(/\nSource +OMDb, fetched today\n/))
      let json = try await filmz.answer(to: "show \(OMDbResponse.id)")
      for name in ["awards", "poster", "metascore"] { #expect(json[name] == .null, "\(name)") }
      for name in ["writers", "countries", "ratings"] { #expect(json[name] == [], "\(name)") }
    }
  }

  @Test func theCardShowsTheUsersData() async throws {
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(Self.facts)) { filmz, _ in
      _ = try await filmz.run(
        "add", OMDbResponse.id, "--on", "2024-05-01", "--rating", "8.5", "--audience", "family",
        "--from", "Ann", "--note", "loud")
      let text = try await Self.card(filmz, width: 80)
      #expect(text.contains("\nMine 8.5/10  IMDb 9.0/10 (2,654,264 votes)\n"))
      for line in [
        /\nStatus +Watched on 2024-05-01\n/, /\nRecommended by +Ann\n/, /\nNote +loud\n/,
      ] { #expect(text.contains(line)) }
      #expect(!text.contains("\nTags") && !text.contains("\nViewings"))
    }
  }

  @Test func longPlotsAreTruncatedUnlessFullIsGiven() async throws {
    let plot = OMDbResponse.plot(400)
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(["Plot": plot])) { filmz, server in
      for width in [60, 80, 200] {
        let text = try await Self.card(filmz, width: width)
        let match = Self.unwrapped(text).firstMatch(of: /(wave .*)… \(show --full\)/)
        let shownPlot = try #require(match?.1)
        #expect(
          (290...300).contains(shownPlot.count) && plot.hasPrefix(shownPlot)
            && shownPlot.hasSuffix("wave"))
        let full = try await Self.card(filmz, "--full", width: width)
        #expect(Self.unwrapped(full).contains(plot) && !full.contains("…"))
        #expect(full.split(separator: "\n").allSatisfy { $0.count <= width })
      }
      #expect(try await filmz.answer(to: "show \(OMDbResponse.id)")["plot"] == .string(plot))
      #expect(server.requests.map { $0.query["plot"] } == ["full"])
    }
  }

  @Test(arguments: [10, 299, 300])
  func shortPlotsAreNotTruncated(count: Int) async throws {
    let plot = OMDbResponse.plot(count)
    try await FilmzProcess.withOMDb(answering: OMDbResponse.film(["Plot": plot])) { filmz, _ in
      let text = try await Self.card(filmz, width: 80)
      #expect(Self.unwrapped(text).contains(" \(plot) ") && !text.contains("…"))
    }
  }

  @Test func onlyRefreshSendsAnotherRequest() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      for call in [
        ["show", "tt9000001"], ["show", "tt9000001", "--full"], ["show", "tt9000001"],
      ] {
        #expect(try await filmz.run(call).status == 0)
      }
      #expect(server.requests.count == 1)
      #expect(try await filmz.run("show", "tt9000001", "--refresh").status == 0)
      #expect(server.requests.count == 2)
      let offline = try await filmz.run("--offline", "show", "tt9000001", "--refresh")
      #expect(offline.status == 0 && server.requests.count == 2)
    }
  }

  @Test func staleCopiesShowTheirAge() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("show", "tt9000001")
      #expect(try await filmz.answer(to: "show tt9000001")["stale"] == false)
      try filmz.ageCache(days: 40)
      let text = try await filmz.run("--offline", "show", "tt9000001").stdout
      #expect(
        text.contains("OMDb, fetched 40 days ago; stale; `show --refresh` fetches them again"))
      #expect(try await filmz.answer(to: "show tt9000001")["stale"] == true)
      server.stop()
      let fallback = try await filmz.run("show", "tt9000001")
      #expect(fallback.status == 0 && fallback.stdout.contains("Lantern (1957)"))
      #expect(
        fallback.errorLines.count == 1
          && fallback.stderr.hasSuffix("from a copy fetched 40 days ago\n"))
    }
  }

  private static func card(
    _ filmz: FilmzProcess, _ option: String..., width: Int
  ) async throws -> String {
    let result = try await filmz.run(
      ["show", OMDbResponse.id] + option, environment: ["COLUMNS": "\(width)"])
    #expect(result.status == 0 && result.stderr == "")
    return result.stdout
  }

  private static func unwrapped(_ text: String) -> String { text.replacing("\n", with: " ") }
}
