import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Which backups are made, what they hold, and which are kept.
struct BackupsTests {
  @Test func theFirstChangeOfADayIsPrecededByABackup() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      #expect(try home.backupNames() == [])
      try await home.add("B", at: Home.day(2))
      try await home.add("C", at: Home.day(2, hour: 13))
      try await home.add("D", at: Home.day(3))
      let list = try CollectionDatabase(paths: home.paths).backups.list()
      #expect(list.map(\.name) == ["2026-03-03", "2026-03-02"])
      #expect(list.map(\.films) == [3, 1])
      #expect(list.map(\.time) == [Home.day(3), Home.day(2)])
      #expect(list.allSatisfy { $0.kind == .automatic && $0.bytes > 4096 })
    }
  }

  @Test func aLibraryThatRunsOverMidnightMakesOneADay() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for (title, day, hour) in [("A", 1, 9), ("B", 1, 23), ("C", 2, 0), ("D", 2, 23), ("E", 3, 1)]
      {
        try await home.add(title, at: Home.day(day, hour: hour), by: database)
      }
      #expect(try home.backupNames() == ["2026-03-03", "2026-03-02"])
    }
  }

  @Test func aDayWithoutAChangeSinceTheLastBackupMakesNone() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      for day in 2...4 {
        _ = try await CollectionDatabase(paths: home.paths).openForWriting(at: Home.day(day))
      }
      #expect(try home.backupNames() == ["2026-03-02"])
    }
  }

  @Test func anEmptyCollectionIsNotBackedUp() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      _ = try await database.openForWriting(at: Home.day(1))
      await #expect(throws: StoreError.nothingToBackUp) {
        try await database.backUp(at: Home.day(1))
      }
      #expect(!home.folder.exists(Home.backups))
    }
  }

  @Test func sevenAutomaticOnesAreKeptAndEveryOther() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      _ = try await CollectionDatabase(paths: home.paths).backUp(at: Home.day(1))
      try home.folder.write("mine", to: Home.backups + "/mine.sqlite")
      for day in 2...10 { try await home.add("\(day)", at: Home.day(day)) }
      let files = try home.backupFiles()
      let days = (4...10).map { $0 < 10 ? "2026-03-0\($0).sqlite" : "2026-03-\($0).sqlite" }
      #expect(files.filter { $0.hasPrefix("2026") } == days)
      #expect(files.count == 9)
      #expect(files.contains("mine.sqlite") && files.contains { $0.hasPrefix("manual-") })
    }
  }

  @Test func whatCannotBeReadOrLiesInTheFutureTakesNoOthersPlace() async throws {
    try await Home.with { home in
      for day in 1...4 { try await home.add("\(day)", at: Home.day(day)) }
      let good = try home.bytes(of: Home.backups + "/2026-03-02.sqlite")
      try home.folder.write(good, to: Home.backups + "/2031-01-01.sqlite")
      let junk = (5...12).map { $0 < 10 ? "2026-03-0\($0)" : "2026-03-\($0)" }
      for name in junk { try home.folder.write("junk", to: "\(Home.backups)/\(name).sqlite") }
      for day in 13...20 {
        try await home.add("\(day)", at: Home.day(day))
        let all = try CollectionDatabase(paths: home.paths).backups.list()
        let readable = all.filter { $0.films != nil && $0.name < "2030" }.map(\.name)
        let days = [2, 3, 4] + Array(13...day)
        #expect(
          readable.reversed() == days.suffix(7).map { $0 < 10 ? "2026-03-0\($0)" : "2026-03-\($0)" }
        )
      }
    }
  }

  @Test func backupsByHandAreNamedByTheirMoment() async throws {
    try await Home.with { home in
      try await home.add("A", at: .sample)
      let database = CollectionDatabase(paths: home.paths)
      let names = try await [database.backUp(at: .sample).name, database.backUp(at: .sample).name]
      #expect(names == ["manual-20231114T221320Z", "manual-20231114T221320Z-2"])
      #expect(try home.backupNames() == names.reversed())
      #expect(try database.backups.backup(named: names[0] + ".sqlite").films == 1)
    }
  }

  @Test func aNameTellsTheTimeOfACopiedFile() async throws {
    try await Home.with { home in
      for name in ["manual-20231114T221320Z", "2026-03-01"] {
        try home.folder.write("x", to: "\(Home.backups)/\(name).sqlite")
      }
      let times = try CollectionDatabase(paths: home.paths).backups.list().map(\.time)
      #expect(times == [Home.day(1, hour: 0), .sample])
    }
  }

  @Test func aBackupIsOneSoundPrivateFile() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      try await home.add("A", at: Home.day(1), by: database)
      #expect(home.folder.exists(Home.collection + "-wal"))
      let name = try await database.backUp(at: Home.day(1)).name + ".sqlite"
      #expect(try home.backupFiles() == [name])
      #expect(try home.folder.mode(of: Home.backups) == 0o700)
      #expect(try home.folder.mode(of: "\(Home.backups)/\(name)") == 0o600)
      let header = try home.bytes(of: "\(Home.backups)/\(name)").prefix(100)
      #expect(header[68..<72] == Data("flmz".utf8))
      #expect(header[18..<20] == Data([1, 1]), "its journal is no write-ahead log")
    }
  }

  @Test func whatAKilledRunLeftGoesWithTheNext() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      for suffix in ["", "-wal", "-journal"] {
        try home.folder.write("half", to: "\(Home.backups)/2026-03-01.sqlite.new\(suffix)")
      }
      #expect(try home.backupNames() == [])
      try await home.add("B", at: Home.day(2))
      #expect(try home.backupFiles() == ["2026-03-02.sqlite"])
    }
  }

  @Test func whereThereCanBeNoBackupTheChangeIsMadeAndThatIsSaidOnce() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      try home.folder.write("in the way", to: Home.backups)
      let database = CollectionDatabase(paths: home.paths)
      let warnings = try await home.add("B", at: Home.day(2), by: database)
      #expect(warnings.count == 1)
      #expect(warnings.first?.hasPrefix("no backup could be made today: ") == true)
      #expect(try await home.add("C", at: Home.day(3), by: database) == [])
      #expect(try await home.titles() == ["A", "B", "C"])
      #expect(try home.folder.read(Home.backups) == "in the way")
    }
  }

  @Test func damageIsNotCopiedIntoABackup() async throws {
    try await Home.with { home in
      for number in 1...60 { try await home.add("\(number)", at: Home.day(1)) }
      let pages = try home.bytes(of: Home.collection)
      var damaged = pages
      // The last page is a part of a table or of an index, which the next change does not read.
      damaged.replaceSubrange((pages.count - 4096)..., with: Data(repeating: 0xA5, count: 4096))
      try home.folder.write(damaged, to: Home.collection)
      let files = try home.backupFiles()
      let error = await #expect(throws: StoreError.self) {
        try await CollectionDatabase(paths: home.paths).backUp(at: Home.day(2))
      }
      guard case .damagedCollection = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try home.backupFiles() == files)
    }
  }
}
