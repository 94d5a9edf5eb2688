import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Files that come, go or change under a running program.
struct LibraryReplacementTests {
  private func titles(_ library: Library) async throws -> [String] {
    let store = try await library.reading().collection
    let ids = try await store.ids(matching: CollectionQuery())
    return try await store.listed(ids).compactMap { $0.entry.caption?.title }
  }

  @Test func aCollectionThatIsMadeByAnotherProgramIsNoticed() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      #expect(try await titles(library).isEmpty)
      try await home.makeCollection(["tt0133093": "The Matrix"])
      #expect(try await titles(library) == ["The Matrix"])
    }
  }

  @Test func whatAnotherProgramAddsIsSeen() async throws {
    try await Home.with { home in
      try await home.makeCollection(["tt0133093": "The Matrix"])
      let library = Library(paths: home.paths)
      #expect(try await titles(library) == ["The Matrix"])
      try await home.makeCollection(["tt0113277": "Heat"])
      #expect(try await Set(titles(library)) == ["The Matrix", "Heat"])
    }
  }

  @Test func aRemovedCollectionIsEmptyAndTheNextChangeMakesANewOne() async throws {
    try await Home.with { home in
      try await home.makeCollection(["tt0133093": "The Matrix"])
      let library = Library(paths: home.paths)
      #expect(try await titles(library) == ["The Matrix"])
      try FileManager.default.removeItem(at: home.folder.url(of: "data"))
      #expect(try await titles(library).isEmpty)
      #expect(!home.folder.exists("data"))
      try await library.writing().collection.insert([.sample("tt0113277", "Heat")])
      #expect(try await titles(library) == ["Heat"])
      #expect(try await titles(Library(paths: home.paths)) == ["Heat"])
    }
  }

  @Test func aReplacedCollectionIsNoticed() async throws {
    try await Home.with { home in
      try await Home.with { other in
        try await home.makeCollection(["tt0133093": "The Matrix"])
        try await other.makeCollection(["tt0113277": "Heat"])
        let library = Library(paths: home.paths)
        #expect(try await titles(library) == ["The Matrix"])
        try home.replace(Home.collection, withFileOf: other)
        #expect(try await titles(library) == ["Heat"])
        try await library.writing().collection.insert([.sample("tt0078748", "Alien")])
        #expect(try await Set(titles(Library(paths: home.paths))) == ["Heat", "Alien"])
      }
    }
  }

  @Test func aReplacedFilmCacheIsNoticed() async throws {
    try await Home.with { home in
      try await Home.with { other in
        try await Library(paths: other.paths).caching()
          .store([Film(id: .matrix, title: "Of another cache", origin: .omdb)], at: Date())
        let library = Library(paths: home.paths)
        try await library.caching().store(
          [Film(id: .matrix, title: "Of this", origin: .omdb)], at: Date())
        try home.replace(Home.filmCache, withFileOf: other)
        let film = try await library.reading().cache.films([.matrix])[.matrix]
        #expect(film?.title == "Of another cache")
      }
    }
  }

  @Test func aRemovedFilmCacheCostsFactsAndNothingElse() async throws {
    try await Home.with { home in
      let library = Library(paths: home.paths)
      try await library.writing().collection.insert([.sample()])
      try await library.caching().store(
        [Film(id: .matrix, title: "The Matrix", origin: .omdb)], at: Date())
      try FileManager.default.removeItem(at: home.folder.url(of: "cache"))
      #expect(try await titles(library) == ["The Matrix"])
      #expect(try await library.reading().cache.films([.matrix]).isEmpty)
      #expect(try await library.reading().collection.idsWithoutFacts(limit: 9) == [.matrix])
    }
  }
}

extension Home {
  /// Puts another home's file in the place of this one's, as a restored backup would come.
  fileprivate func replace(_ name: String, withFileOf other: Home) throws {
    let copy = folder.url(of: name + ".new")
    try FileManager.default.copyItem(at: other.folder.url(of: name), to: copy)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(at: folder.url(of: name + suffix))
    }
    try #require(rename(copy.path, folder.path(of: name)) == 0)
  }
}
