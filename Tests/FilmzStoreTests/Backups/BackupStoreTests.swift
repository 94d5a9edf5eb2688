import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Making, listing, and removing backups.
struct BackupStoreTests {
  @Test func backupIsMadeBeforeTheFirstChangeOfADay() async throws {
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

  @Test func openDatabaseMakesOneBackupPerDay() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      for (title, day, hour) in [("A", 1, 9), ("B", 1, 23), ("C", 2, 0), ("D", 2, 23), ("E", 3, 1)] {
        try await home.add(title, at: Home.day(day, hour: hour), by: database)
      }
      #expect(try home.backupNames() == ["2026-03-03", "2026-03-02"])
    }
  }

  @Test func noBackupIsMadeIfNothingHasChangedSinceTheLastOne() async throws {
    try await Home.with { home in
      try await home.add("A", at: Home.day(1))
      for day in 2...4 {
        _ = try await CollectionDatabase(paths: home.paths).openForWriting(at: Home.day(day))
      }
      #expect(try home.backupNames() == ["2026-03-02"])
    }
  }

  @Test func emptyCollectionsAreNotBackedUp() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      _ = try await database.openForWriting(at: Home.day(1))
      await #expect(throws: StoreError.nothingToBackUp) {
        try await database.backUp(at: Home.day(1))
      }
      #expect(!home.folder.exists(Home.backups))
    }
  }

  @Test func onlyAutomaticBackupsBeyondSevenAreRemoved() async throws {
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

  @Test func unreadableAndFutureBackupsDoNotCountTowardsTheLimit() async throws {
    try await Home.with { home in
      for day in 1...4 { try await home.add("\(day)", at: Home.day(day)) }
      let validBackup = try home.bytes(of: Home.backups + "/2026-03-02.sqlite")
      try home.folder.write(validBackup, to: Home.backups + "/2031-01-01.sqlite")
      let junkNames = (5...12).map { $0 < 10 ? "2026-03-0\($0)" : "2026-03-\($0)" }
      for name in junkNames { try home.folder.write("junk", to: "\(Home.backups)/\(name).sqlite") }
      for day in 13...20 {
        try await home.add("\(day)", at: Home.day(day))
        let backups = try CollectionDatabase(paths: home.paths).backups.list()
        let readableNames = backups.filter { $0.films != nil && $0.name < "2030" }.map(\.name)
        let days = [2, 3, 4] + Array(13...day)
        #expect(
          readableNames.reversed()
            == days.suffix(7).map { $0 < 10 ? "2026-03-0\($0)" : "2026-03-\($0)" }
        )
      }
    }
  }

  @Test func manualBackupsAreNamedByTheirTime() async throws {
    try await Home.with { home in
      try await home.add("A", at: .sample)
      let database = CollectionDatabase(paths: home.paths)
      let names = try await [database.backUp(at: .sample).name, database.backUp(at: .sample).name]
      #expect(names == ["manual-20231114T221320Z", "manual-20231114T221320Z-2"])
      #expect(try home.backupNames() == names.reversed())
      #expect(try database.backups.backup(named: names[0] + ".sqlite").films == 1)
    }
  }

  @Test func timesOfCopiedBackupsAreReadFromTheirNames() async throws {
    try await Home.with { home in
      for name in ["manual-20231114T221320Z", "2026-03-01"] {
        try home.folder.write("x", to: "\(Home.backups)/\(name).sqlite")
      }
      let times = try CollectionDatabase(paths: home.paths).backups.list().map(\.time)
      #expect(times == [Home.day(1, hour: 0), .sample])
    }
  }

  /// `cp -r` gives the files of a home new modification times.
  @Test func copiedBackupsOfADayAreListedAfterThoseThatWereMadeLater() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      try await home.add("A", at: Home.day(1), by: database)
      try await home.add("B", at: Home.day(2, hour: 9), by: database)
      let manual = try await database.backUp(at: Home.day(2, hour: 10))
      let path = home.folder.path(of: Home.backups + "/2026-03-02.sqlite")
      try FileManager.default.setAttributes(
        [.modificationDate: Home.day(2, hour: 20)], ofItemAtPath: path)
      #expect(try home.backupNames() == [manual.name, "2026-03-02"])
      #expect(database.backups.newest?.name == manual.name)
    }
  }

  @Test func backupIsASinglePrivateFile() async throws {
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
      #expect(header[18..<20] == Data([1, 1]), "the file is not in WAL mode")
    }
  }

  @Test func nextBackupRemovesTemporaryFilesOfKilledProcesses() async throws {
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

  @Test func failedBackupIsReportedOnceAndDoesNotPreventChanges() async throws {
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

  @Test func damagedCollectionsAreNotBackedUp() async throws {
    try await Home.with { home in
      for number in 1...60 { try await home.add("\(number)", at: Home.day(1)) }
      let content = try home.bytes(of: Home.collection)
      var damaged = content
      // The last page belongs to a table or an index that the next change does not read.
      damaged.replaceSubrange((content.count - 4096)..., with: Data(repeating: 0xA5, count: 4096))
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
