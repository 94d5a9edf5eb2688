import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Glibc
import Testing

/// The checks of files and folders by `doctor`.
struct DoctorFilesTests {
  private static let collection = "data/collection.sqlite"

  @Test func checksCreateNoFiles() async throws {
    try await ViewModelBench.with { bench in
      let report = try await bench.runDoctor(offline: true)
      let files = try bench.home.files()
      #expect(files == [])
      #expect(report["collection"].detail.hasPrefix("0 films, \(bench.home.path)"))
      #expect(report["collection"].detail.hasSuffix("not there yet"))
    }
  }

  @Test func filmsAreCountedAndFilesDescribed() async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      let report = try await bench.runDoctor()
      let path = bench.home.path(of: Self.collection)
      #expect(report["collection"].detail.hasPrefix("1 film, \(path), "))
      #expect(report["collection"].detail.hasSuffix("mode 0600"))
      #expect(report["film cache"].detail.hasPrefix("0 films, "))
      _ = try await bench.services.lookup.film(FilmID(unchecked: "tt9000026"), in: .online)
      let laterReport = try await bench.runDoctor(offline: true)
      #expect(laterReport["film cache"].detail.hasPrefix("1 film, "))
    }
  }

  @Test(arguments: [
    ("collection", collection, 0o644), ("film cache", "cache/films.sqlite", 0o620),
    ("settings", "config/config.toml", 0o604), ("state", "state", 0o755),
    ("state", "state/requests.json", 0o644),
  ])
  func filesOpenToOtherUsersAreAWarning(
    name: String, file: String, mode: mode_t
  ) async throws {
    try await ViewModelBench.with { bench in
      try await bench.add(try await bench.items("tt9000026"))
      try bench.home.write("# mine\n", to: "config/config.toml")
      _ = try await bench.services.lookup.film(FilmID(unchecked: "tt9000026"), in: .online)
      let path = bench.home.path(of: file)
      #expect(chmod(bench.home.path(of: "config"), 0o700) == 0)
      #expect(chmod(bench.home.path(of: "config/config.toml"), 0o600) == 0)
      #expect(try await bench.runDoctor(offline: true)[name].state == .ok)
      #expect(chmod(path, mode) == 0)
      let check = try await bench.runDoctor(offline: true)[name]
      #expect(check.state == .warn)
      #expect(check.detail.contains(path))
      #expect(check.detail.contains("0" + String(mode, radix: 8)))
      #expect(check.remedy == .restrictAccess(path: path))
    }
  }

  /// Creates a collection of many database pages with a separate ``CollectionDatabase``.
  private func fillCollection(_ bench: ViewModelBench) async throws {
    let store = try await CollectionDatabase(paths: bench.paths).openForWriting().collection
    try await store.apply("add", at: bench.clock.now) { transaction in
      for number in 1...60 {
        var entry = CollectionEntry(
          id: FilmID(unchecked: "tt\(9_100_000 + number)"), caption: nil, addedAt: transaction.now)
        entry.notes = String(repeating: "note ", count: 50)
        try transaction.insert(entry)
      }
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: [2, 5, 9, 12, 15])
  func damagedCollectionFailsAndIsNotChanged(page: Int) async throws {
    try await ViewModelBench.with { bench in
      try await fillCollection(bench)
      // The write-ahead log is deleted when the database that created the collection is closed.
      while bench.home.exists(Self.collection + "-wal") {
        try Task.checkCancellation()
        await Task.yield()
      }
      var data = try Data(contentsOf: bench.paths.collection)
      let pageBytes = ((page - 1) * 4096)..<(page * 4096)
      try #require(data.count >= pageBytes.upperBound)
      data.replaceSubrange(pageBytes, with: Data(repeating: 0xA5, count: 4096))
      try bench.home.write(data, to: Self.collection)
      let check = try await bench.runDoctor(offline: true)["collection"]
      #expect(check.state == .fail)
      #expect(check.detail.contains(bench.home.path(of: Self.collection)))
      #expect(check.remedy != nil)
      #expect(try Data(contentsOf: bench.paths.collection) == data)
    }
  }

  @Test(arguments: ["no database", String(repeating: "junk ", count: 2000)])
  func fileThatIsNotACollectionFailsAndIsNotChanged(text: String) async throws {
    try await ViewModelBench.with { bench in
      try bench.home.write(text, to: Self.collection)
      let check = try await bench.runDoctor(offline: true)["collection"]
      #expect(check.state == .fail)
      #expect(check.detail.contains(bench.home.path(of: Self.collection)))
      #expect(check.remedy != nil)
      #expect(try bench.home.read(Self.collection) == text)
    }
  }

  @Test func dataFolderThatIsAFileFails() async throws {
    try await ViewModelBench.with { bench in
      try bench.home.write("in the way", to: "data")
      let report = try await bench.runDoctor(offline: true)
      #expect(report["collection"].state == .fail)
      #expect(report["collection"].detail.contains("Not a directory"))
      #expect(report["film cache"].state == .ok)
      #expect(try bench.home.read("data") == "in the way")
    }
  }

  @Test(
    .enabled(if: geteuid() != 0, "root may write anywhere"),
    arguments: [
      ("data", "collection", HealthCheck.State.fail), ("cache", "film cache", .warn),
      ("state", "state", .fail),
    ])
  func folderWithoutWritePermissionIsReported(
    folder: String, name: String, state: HealthCheck.State
  ) async throws {
    try await ViewModelBench.with { bench in
      #expect(mkdir(bench.home.path(of: folder), 0o500) == 0)
      let check = try await bench.runDoctor(offline: true)[name]
      #expect(check.state == state)
      #expect(check.detail.contains("cannot be written"))
      #expect(check.remedy != nil)
    }
  }
}
