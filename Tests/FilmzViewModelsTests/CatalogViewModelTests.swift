import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzViewModels

struct CatalogViewModelTests {
  private static let origin = URL(filePath: "/nowhere")

  /// A view model over a scratch folder, whose downloads are noted.
  private static func make(
    in folder: ScratchFolder,
    fetch: @escaping CatalogViewModel.Fetch = { name, _, _ in
      Issue.record("\(name) was fetched")
      throw Gone()
    }
  ) -> CatalogViewModel {
    CatalogViewModel(
      catalog: LocalCatalog(file: URL(filePath: folder.path(of: "data/catalog.sqlite"))),
      datasets: URL(filePath: folder.path(of: "cache/datasets")), fetch: fetch,
      path: { $0 }, now: { Date() })
  }

  private struct Gone: Error {}

  @Test(arguments: [
    (false, false, ["title.basics", "title.ratings", "title.akas"]),
    (
      true, false,
      [
        "title.basics", "title.ratings", "title.akas", "title.crew", "title.principals",
        "name.basics",
      ]
    ),
    (false, true, ["title.basics", "title.ratings", "title.akas", "title.episode"]),
  ])
  func anUpdateGetsWhatItsChoiceNeeds(
    people: Bool, episodes: Bool, names: [String]
  ) async throws {
    try await ScratchFolder.with { folder in
      let fetched = Mutex<[String]>([])
      let model = Self.make(in: folder) { name, origin, _ in
        #expect(origin == Self.origin)
        fetched.withLock { $0.append(name) }
        return (URL(filePath: folder.path(of: name)), false)
      }
      var choice = CatalogViewModel.Choice()
      choice.includesPeople = people
      choice.includesEpisodes = episodes
      // There are no such files to import.
      await #expect(throws: (any Error).self) {
        try await model.update(from: Self.origin, choice, offline: false) { _ in }
      }
      #expect(fetched.withLock { $0 } == names.map { $0 + ".tsv.gz" })
    }
  }

  @Test func offlineNothingIsFetched() async throws {
    try await ScratchFolder.with { folder in
      let model = Self.make(in: folder)
      await #expect(throws: ViewModelError.updateOffline) {
        try await model.update(from: Self.origin, .init(), offline: true) { _ in }
      }
    }
  }

  @Test func aDownloadThatFailsEndsTheUpdate() async throws {
    try await ScratchFolder.with { folder async throws in
      let steps = Mutex<[CatalogViewModel.Step]>([])
      let model = Self.make(in: folder) { name, _, progress in
        progress(5, 10)
        throw Gone()
      }
      await #expect(throws: Gone.self) {
        try await model.update(from: Self.origin, .init(), offline: false) { step in
          steps.withLock { $0.append(step) }
        }
      }
      #expect(
        steps.withLock { $0 }
          == [.downloading(name: "title.basics.tsv.gz", bytes: 5, total: 10)])
      #expect(try await model.info() == nil)
    }
  }

  @Test func whatWasDownloadedGoesWithTheCatalog() async throws {
    try await ScratchFolder.with { folder in
      let model = Self.make(in: folder)
      #expect(try await !model.remove())
      let place = URL(filePath: folder.path(of: "cache/datasets"))
      try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
      try Data("x".utf8).write(to: place.appending(path: "title.basics.tsv.gz"))
      #expect(try await model.remove())
      #expect(!folder.exists("cache/datasets"))
      #expect(try await !model.remove())
    }
  }

  @Test(
    arguments: [
      (nil, false, nil), (nil, true, nil), ([.movie], false, [.movie]),
      ([.movie], true, [.movie, .episode]), ([.episode], false, [.episode]),
    ] as [([MediaType]?, Bool, [MediaType]?)])
  func episodesComeWhereTheyAreAskedFor(types: [MediaType]?, flag: Bool, taken: [MediaType]?) {
    var choice = CatalogViewModel.Choice()
    choice.types = types.map { Set($0) }
    choice.includesEpisodes = flag
    #expect(choice.options.types == taken.map { Set($0) })
    #expect(choice.options.includesEpisodes == (flag || types == [.episode]))
    #expect(!choice.options.includesAdult)
  }
}
