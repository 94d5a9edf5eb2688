import FilmzTestSupport
import Foundation
import Testing

/// Films with an own record that come into the collection later, in each way: their rows have the facts of the catalog.
struct RecordBeforeArrivalTests {
  private static let id = "tt0133093"

  /// Ways for The Matrix to come into the collection.
  private static let arrivals = [
    "add tt0133093", "add matrix", "watched tt0133093", "import ids.csv", "import titles.csv",
    "import archive.filmz", "backup restore %", "list add New tt0133093 --create",
    "rm tt0133093; undo", "undo; redo",
  ]

  @Test(
    arguments: arrivals,
    ["rated=PG", "plot=x", "year=1998", "title=Matrix", "genres=Drama", "type=series"])
  func rowIsThatOfANewIndex(arrival: String, fact: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("Const,Your Rating\ntt0133093,9\n", to: "ids.csv")
      try filmz.folder.write("Name,Year,Rating\nThe Matrix,1999,8\n", to: "titles.csv")
      var arrival = arrival
      if arrival.contains("archive") {
        _ = try await filmz.answer(to: "add tt0133093; export archive.filmz; undo")
      } else if arrival.contains("restore") {
        _ = try await filmz.answer(to: "add tt0133093; backup now; rm tt0133093 --yes")
        let backup = try #require(
          try await filmz.answer(to: "backup ls").array.first?["name"]?.string)
        arrival = "backup restore \(backup) --yes"
      } else if arrival.contains("undo") {
        _ = try await filmz.answer(to: "add tt0133093")
      }
      let edit = try await filmz.run(
        ["--offline", "-c", "record edit tt0133093 \(fact); ls"])
      #expect(edit.status == 0, "\(edit)")
      let result = try await filmz.run(["--offline", "--yes"], script: arrival + "\nls\n")
      #expect(result.status == 0 && !result.stderr.contains("damaged"), "\(result)")
      try await filmz.expectNewIndex()
    }
  }

  @Test func rowOfAReceivedFilmHasItsFacts() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      try await machines.script("A", "record edit tt0133093 rated=PG")
      try await machines.expectAlike(["A", "B"])
      #expect(try await machines.run("B", ["ls"]).status == 0)
      try await machines.script("A", "add tt0133093")
      try await machines.expectAlike(["A", "B"])
      let films = try await machines.run("B", ["--format", "json", "ls", "--genre", "sci-fi"]).json
      #expect(films.each("id") == [.string(Self.id)] && films.each("type") == ["movie"])
    }
  }

  /// The facts of the id that a film had before are not those of the one that it gets.
  @Test func filmThatIsIdentifiedElsewhereHasTheFactsOfItsNewID() async throws {
    try await SyncMachines.with(["A", "B"]) { machines in
      for name in ["A", "B"] {
        try await machines.script(name, "add tt0133093\nls")
        try await machines.sync(name)
      }
      try await machines.script("A", "identify tt0133093 tt0113277\nexport a.filmz")
      try await machines.sync("A")
      try await machines.sync("B")
      try await machines.script("C", "add tt0133093\nls\nimport a.filmz")
      for name in ["A", "B", "C"] {
        let films = try await machines.run(name, ["--format", "json", "ls", "--genre", "crime"])
          .json
        #expect(films.each("title") == ["Heat"], "\(name)")
        try await machines.filmz.expectNewIndex(["--home", name])
      }
    }
  }

  /// Random commands, in an order in which nobody thought of them.
  @Test(arguments: Seeds.of(1...9))
  func rowsAreThoseOfANewIndex(seed: UInt64) async throws {
    var random = SplitMix(seed)
    try await SyncMachines.with(["A", "B"]) { machines in
      try machines.filmz.folder.write(
        "Const,Your Rating\ntt0133093,9\ntt0113277,7\n", to: "ids.csv")
      try machines.filmz.folder.write("Name,Year\nHeat,1995\nGraz,2019\n", to: "titles.csv")
      for round in 1...12 {
        let name = random.element(of: ["A", "B"])
        let commands = (1...4).map { _ in Self.command(&random) }
        let script = commands.joined(separator: "\n")
        let result = try await machines.filmz.run(
          ["--home", name, "--offline", "--yes"], script: script + "\nls\n")
        try #require(
          !result.stderr.contains("damage"), "round \(round): \(script): \(result.stderr)")
        if random.chance(oneIn: 3) { try await machines.sync(name) }
        if random.chance(oneIn: 6) { try await Self.backUpOrRestore(name, machines) }
        try await machines.filmz.expectNewIndex(["--home", name], script)
      }
    }
  }

  private static func command(_ random: inout SplitMix) -> String {
    let film = random.element(of: ["tt0133093", "tt0113277", "tmdb:movie:603", "tt0068646"])
    let fact = random.element(of: [
      "rated=PG", "plot=x", "year=1998", "title=Other", "genres=none", "year=original",
      "directors=Somebody",
    ])
    return random.element(of: [
      "add \(film)", "rate \(film) 8", "watched \(film)", "rm \(film)",
      "record edit \(film) \(fact)",
      "record edit \(film) \(fact)", "record revert \(film)", "skip \(film)",
      "watchlist add \(film)",
      "comment \(film) good", "tag \(film) @home", "list add New \(film) --create",
      "list remove New \(film)", "identify tmdb:movie:603 tt0133093", "undo", "undo", "redo",
      "import ids.csv", "import titles.csv", "record new title=Graz year=2019 --add",
    ])
  }

  /// Restores the newest backup, or makes the first one.
  private static func backUpOrRestore(_ name: String, _ machines: SyncMachines) async throws {
    let backups = try await machines.run(name, ["--format", "json", "backup", "ls"]).json
    if let newest = backups.array.first?["name"]?.string {
      _ = try await machines.run(name, ["--yes", "backup", "restore", newest])
    } else {
      _ = try await machines.run(name, ["backup", "now"])
    }
  }
}

extension FilmzProcess {
  /// Expects that the files of a home are sound, and that `ls` lists the same with an index that is built anew.
  fileprivate func expectNewIndex(
    _ options: [String] = [], _ comment: String = "",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let options = options + ["--offline", "--format", "json"]
    let list = try await run(options + ["ls"])
    let check = try await run(options + ["db", "check"])
    #expect(check.stdout == "[]\n", "\(comment)", sourceLocation: sourceLocation)
    #expect(try await run(options + ["db", "rebuild"]).status == 0, sourceLocation: sourceLocation)
    let new = try await run(options + ["ls"])
    #expect(list.stdout == new.stdout, "\(comment)", sourceLocation: sourceLocation)
    #expect(
      list.status == 0 && list.stderr == new.stderr, "\(list)", sourceLocation: sourceLocation)
  }
}
