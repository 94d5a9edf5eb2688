import FilmzCatalog
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzViewModels

/// Updates that import what they got, and what later ones make of it.
@Suite struct CatalogUpdateTests {
  private static let origin = URL(filePath: "/nowhere")
  private static let published = Date(timeIntervalSince1970: 1_799_647_200)
  private static let smallest = [
    "title.basics.tsv.gz", "title.ratings.tsv.gz", "title.akas.tsv.gz",
  ]
  private static let all =
    smallest + [
      "title.crew.tsv.gz", "title.principals.tsv.gz", "name.basics.tsv.gz",
      "title.episode.tsv.gz",
    ]

  /// What is in the files that are published; here they are unpacked.
  private static let texts = [
    "title.basics.tsv.gz": """
    tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
    tt9100001\tmovie\tThe Paper Moth\tThe Paper Moth\t0\t1961\t\\N\t101\tDrama

    """,
    "title.ratings.tsv.gz": "tconst\taverageRating\tnumVotes\ntt9100001\t8.1\t12345\n",
    "title.akas.tsv.gz":
      "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\n",
    "title.crew.tsv.gz": "tconst\tdirectors\twriters\n",
    "title.principals.tsv.gz": "tconst\tordering\tnconst\tcategory\tjob\tcharacters\n",
    "name.basics.tsv.gz":
      "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\n",
    "title.episode.tsv.gz": "tconst\tparentTconst\tseasonNumber\tepisodeNumber\n",
  ]

  /// A view model with the names that it got since they were asked for last.
  private struct Bench: Sendable {
    let model: CatalogViewModel
    let fetched = Fetched()

    final class Fetched: Sendable {
      private let names = Mutex<[String]>([])
      func add(_ name: String) { names.withLock { $0.append(name) } }
      func take() -> [String] {
        names.withLock { names in
          defer { names = [] }
          return names
        }
      }
    }

    init(_ folder: ScratchFolder) {
      model = CatalogViewModel(
        catalog: LocalCatalog(file: folder.url(of: "data/catalog.sqlite")),
        datasets: folder.url(of: "cache/datasets"),
        fetch: { [fetched] name, _, _ in
          fetched.add(name)
          let place = "cache/datasets/\(name.dropLast(".gz".count))"
          let file = folder.url(of: place)
          guard !folder.exists(place) else { return (file, true) }
          try folder.write(texts[name] ?? "", to: place)
          try FileManager.default.setAttributes(
            [.modificationDate: published], ofItemAtPath: file.path)
          return (file, false)
        },
        path: { $0 }, now: { Date() })
    }

    /// Whether an update made a catalog, and what it got for it.
    func update(_ choice: CatalogViewModel.Choice?) async throws -> (isMade: Bool, names: [String])
    {
      let made = try await model.update(from: origin, choice, offline: false) { _ in }
      return (made != nil, fetched.take())
    }
  }

  private static func choice(
    _ change: (inout CatalogViewModel.Choice) -> Void
  ) -> CatalogViewModel.Choice {
    var choice = CatalogViewModel.Choice()
    change(&choice)
    return choice
  }

  @Test("an update without a choice takes in what the last one did, until the catalog is removed")
  func choiceStays() async throws {
    try await ScratchFolder.with { folder in
      let bench = Bench(folder)
      let all = Self.choice { ($0.includesPeople, $0.includesEpisodes) = (true, true) }
      #expect(try await bench.update(all) == (true, Self.all))
      #expect(try await bench.update(nil) == (false, Self.all))
      #expect(
        try await bench.update(Self.choice { $0.includesAdult = true }).names == Self.smallest)
      #expect(try await bench.update(nil) == (false, Self.smallest))
      _ = try await bench.update(all)
      #expect(try await bench.model.remove())
      #expect(try await bench.update(nil) == (true, Self.smallest))
    }
  }

  @Test("a catalog has its files' dates, and is not made again while they stay")
  func datesOfFiles() async throws {
    try await ScratchFolder.with { folder in
      let bench = Bench(folder)
      #expect(try await bench.update(nil).isMade)
      let info = try #require(try await bench.model.info())
      #expect(info.files.map(\.date) == Array(repeating: Self.published, count: 3))
      #expect(try await !bench.update(nil).isMade)
      try FileManager.default.setAttributes(
        [.modificationDate: Self.published + 86_400],
        ofItemAtPath: folder.path(of: "cache/datasets/title.ratings.tsv"))
      #expect(try await bench.update(nil).isMade)
    }
  }

  @Test("what another filmz is downloading is not removed") func removingWaits() async throws {
    try await ScratchFolder.with { folder in
      let bench = Bench(folder)
      _ = try await bench.update(nil)
      let datasets = folder.url(of: "cache/datasets")
      let lock = try #require(FileLock.tryLock(folder: datasets))
      let busy = DatasetError.busy(folder: datasets.path(percentEncoded: false))
      await #expect(throws: busy) { try await bench.model.remove() }
      #expect(folder.exists("cache/datasets/title.basics.tsv"))
      #expect(try await bench.model.info() != nil)
      lock.release()
      #expect(try await bench.model.remove())
      #expect(!folder.exists("cache/datasets"))
    }
  }
}
