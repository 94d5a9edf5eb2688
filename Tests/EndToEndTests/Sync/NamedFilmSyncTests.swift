import FilmzTestSupport
import Foundation
import Testing

/// Two machines that import a file of films that one or both of them know by title and year only.
struct NamedFilmSyncTests {
  private static let known = "tt9100087"
  /// Makes the first film of the table known.
  private static let record = "record new id=\(known) \"title=Zanzibar Nocturne\" year=1987"

  private static func with(
    desktop: [String] = [], laptop: [String] = [], _ body: (SyncMachines) async throws -> Void
  ) async throws {
    try await SyncMachines.with(["desktop", "laptop"]) { machines in
      try machines.filmz.folder.write(NamedFilmTests.table, to: "films.csv")
      for (name, lines) in [("desktop", desktop), ("laptop", laptop)] where !lines.isEmpty {
        try await machines.script(name, lines.joined(separator: "\n"))
      }
      try await machines.expectAlike(["desktop", "laptop", "desktop"])
      try await body(machines)
    }
  }

  private static func ids(_ name: String, _ machines: SyncMachines) async throws -> [JSON?] {
    try await machines.run(name, ["--format", "json", "ls", "--sort", "year"]).json.each("id")
  }

  private static func expectViewings(_ film: String, _ machines: SyncMachines) async throws {
    for name in ["desktop", "laptop"] {
      let dates = try await machines.run(name, ["--format", "json", "viewings", film]).json.each("date")
      #expect(dates == ["2020-01-02"], "\(name)")
    }
  }

  /// Each case has the commands of both machines before the sync, and the id of the first film on both afterwards.
  @Test(arguments: [
    (["import films.csv"], ["import films.csv"], NamedFilmTests.zanzibar),
    (["import films.csv"], [record, "import films.csv"], known),
    ([record, "import films.csv"], [record, "import films.csv"], known),
    (["import films.csv", "identify \(NamedFilmTests.zanzibar) \(known) --force"], ["import films.csv"], known),
  ])
  func sameFileGivesOneFilmWithItsViewings(desktop: [String], laptop: [String], id: String) async throws {
    try await Self.with(desktop: desktop, laptop: laptop) { machines in
      for name in ["desktop", "laptop"] {
        #expect(try await Self.ids(name, machines) == [.string(id), .string(NamedFilmTests.harbour)], "\(name)")
      }
      try await Self.expectViewings(id, machines)
    }
  }

  @Test func identificationOfOneMachineHoldsOnBoth() async throws {
    try await Self.with(desktop: ["import films.csv"], laptop: ["import films.csv"]) { machines in
      try await machines.script("desktop", "rate \(NamedFilmTests.zanzibar) 3")
      try await machines.script("laptop", "identify \(NamedFilmTests.zanzibar) \(Self.known) --force")
      try await machines.expectAlike(["laptop", "desktop", "laptop"])
      for name in ["desktop", "laptop"] {
        let film = try await machines.run(name, ["--format", "json", "show", NamedFilmTests.zanzibar]).json
        #expect(film["id"] == .string(Self.known) && film["myRating"] == 3, "\(name)")
      }
      try await Self.expectViewings(Self.known, machines)
      #expect(try await machines.run("laptop", ["undo"]).status == 0)
      try await machines.expectAlike(["laptop", "desktop", "laptop"])
      #expect(try await Self.ids("desktop", machines).first == .string(NamedFilmTests.zanzibar))
    }
  }

  /// Each case has the commands before the undo of the import.
  @Test(arguments: [[], ["identify \(NamedFilmTests.zanzibar) \(known) --force", "undo"]])
  func undoOfTheImportTakesEverythingBackOnBoth(commands: [String]) async throws {
    try await Self.with(desktop: ["import films.csv"] + commands) { machines in
      #expect(try await Self.ids("laptop", machines).count == 2)
      #expect(try await machines.run("desktop", ["undo"]).status == 0)
      try await machines.expectAlike(["desktop", "laptop", "desktop"])
      for name in ["desktop", "laptop"] { #expect(try await Self.ids(name, machines).isEmpty, "\(name)") }
    }
  }

  /// If both have imported the file, both imports have to be undone.
  @Test func undoOfBothImportsTakesEverythingBack() async throws {
    try await Self.with(desktop: ["import films.csv"], laptop: ["import films.csv"]) { machines in
      for name in ["laptop", "desktop"] {
        #expect(try await Self.ids(name, machines).count == 2)
        #expect(try await machines.run(name, ["--yes", "undo"]).status == 0)
        try await machines.expectAlike(["desktop", "laptop", "desktop"])
      }
      for name in ["desktop", "laptop"] { #expect(try await Self.ids(name, machines).isEmpty, "\(name)") }
    }
  }
}
