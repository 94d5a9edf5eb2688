import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// The files that a database creates, and their modes.
struct CollectionDatabaseFileTests {
  @Test func readingCreatesNoFiles() async throws {
    try await Home.with { home in
      let stores = try await CollectionDatabase(paths: home.paths).openForReading()
      #expect(try await stores.collection.counts().total == 0)
      #expect(try await stores.collection.ids(matching: CollectionQuery()).isEmpty)
      #expect(try await stores.collection.entries([.matrix]).isEmpty)
      #expect(try await stores.collection.statistics().counts.total == 0)
      #expect(try await stores.cache.films([.matrix]).isEmpty)
      #expect(!home.folder.exists("data"))
      #expect(!home.folder.exists("cache"))
      #expect(try home.folder.files().isEmpty)
    }
  }

  @Test func readingCreatesNoFoldersIfTheHomeIsMissing() async throws {
    try await ScratchFolder.with { folder in
      let paths = Paths(home: folder.path(of: "deep/home"), config: nil, environment: [:])
      let store = try await CollectionDatabase(paths: paths).openForReading().collection
      #expect(try await store.counts().total == 0)
      #expect(!folder.exists("deep"))
    }
  }

  @Test func writingCreatesBothFilesWithPrivateModes() async throws {
    try await Home.with { home in
      let stores = try await CollectionDatabase(paths: home.paths).openForWriting()
      try await stores.collection.insert([.sample()])
      try await stores.cache.store(
        [Film(id: .matrix, title: "The Matrix", origin: .omdb)], at: Date())
      let files = try home.folder.files()
      #expect(files.contains(Home.collection) && files.contains(Home.filmCache))
      for file in files { #expect(try home.folder.mode(of: file) == 0o600, "\(file)") }
      for folder in ["data", "cache"] { #expect(try home.folder.mode(of: folder) == 0o700) }
    }
  }

  @Test func writingCreatesMissingFoldersWithPrivateModes() async throws {
    try await ScratchFolder.with { folder in
      let paths = Paths(home: folder.path(of: "deep/home"), config: nil, environment: [:])
      _ = try await CollectionDatabase(paths: paths).openForWriting()
      for name in ["deep", "deep/home", "deep/home/data", "deep/home/cache"] {
        #expect(try folder.mode(of: name) == 0o700, "\(name)")
      }
    }
  }

  @Test func writingCreatesNoSettingsAndOnlyTheInstallationAsState() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      #expect(!home.folder.exists("config"))
      let state = try FileManager.default.contentsOfDirectory(
        atPath: home.folder.path(of: "state"))
      #expect(state == ["installation.json"])
      #expect(try home.folder.mode(of: "state/installation.json") == 0o600)
    }
  }

  @Test func storingFactsCreatesTheCacheButNoCollection() async throws {
    try await Home.with { home in
      let cache = try await CollectionDatabase(paths: home.paths).openCache()
      try await cache.store([Film(id: .matrix, title: "The Matrix", origin: .omdb)], at: Date())
      #expect(home.folder.exists(Home.filmCache))
      #expect(!home.folder.exists("data"))
      #expect(try home.folder.mode(of: Home.filmCache) == 0o600)
    }
  }

  @Test func readingACollectionCreatesNoCache() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      for name in try home.folder.files() where name.hasPrefix("cache/") {
        try FileManager.default.removeItem(at: home.folder.url(of: name))
      }
      #expect(
        try await CollectionDatabase(paths: home.paths).openForReading().collection.counts().total
          == 1)
      #expect(try home.folder.files().filter { $0.hasPrefix("cache/") } == [])
    }
  }

  @Test func newDatabaseReadsWhatAnotherHasWritten() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      let entry = CollectionEntry.full()
      try await database.openForWriting().collection.insert([entry])
      try await database.openCache().store(
        [Film(id: .matrix, title: "The Matrix", origin: .omdb)], at: Date())
      let stores = try await CollectionDatabase(paths: home.paths).openForReading()
      #expect(try await stores.collection.entry() == entry)
      #expect(try await stores.cache.films([.matrix])[.matrix]?.title == "The Matrix")
    }
  }

  @Test(arguments: ["data", "data/collection.sqlite/x"])
  func errorsNameTheCollectionFileIfTheHomeIsNotWritable(obstacle: String) async throws {
    try await Home.with { home in
      try home.folder.write("in the way", to: obstacle)
      let error = await #expect(throws: StoreError.self) {
        try await CollectionDatabase(paths: home.paths).openForWriting()
      }
      let message = try #require(error).message
      #expect(message.contains(home.folder.path(of: Home.collection)))
      #expect(error?.exitCategory == .inputOutput)
      #expect(try home.folder.read(obstacle) == "in the way")
    }
  }
}
