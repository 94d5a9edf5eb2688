import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// The order and the rows of the collection's lists.
struct CollectionOrderTests {
  /// Returns five films: tt2 and tt4 are both Alpha (1990), tt3 has facts but no year, and tt5 has
  /// only an id.
  private func makeStores() async throws -> Stores {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([
      entry("tt5", nil, nil, added: 40, rating: 0, watched: []),
      entry("tt4", "Alpha", 1990, added: 10, rating: 30, watched: ["2023-12-31", "2020", nil]),
      entry("tt3", nil, nil, added: 30, rating: nil, watched: [nil]),
      entry("tt2", "Älpha", 1990, added: 20, rating: 80, watched: ["2024"]),
      entry("tt1", "Beta", 2000, added: 10, rating: 80, watched: ["2024-05"]),
    ])
    try await stores.cache.store(
      [
        Film(id: FilmID(unchecked: "tt3"), title: "gamma", origin: .omdb)
      ], at: Date())
    return stores
  }

  private func entry(
    _ id: String, _ title: String?, _ year: Int?, added: Double, rating: Int?, watched: [String?]
  ) -> CollectionEntry {
    .sample(id, title, year: year, addedAt: .sample + added) { entry in
      entry.rating = rating.flatMap(Rating.init(tenths:))
      entry.viewings = watched.map { .sample(film: entry.id, date: $0) }
    }
  }

  @Test(arguments: [
    ("name", "24135"), ("-name", "31245"), ("year", "24135"), ("-year", "12435"),
    ("added", "41235"), ("-added", "53241"), ("rating", "54213"), ("-rating", "21453"),
    ("watched", "42135"), ("-watched", "12435"),
  ])
  func missingValuesAreLastAndTiesAreSortedByTitleAndID(order: String, expected: String)
    async throws
  {
    var query = CollectionQuery()
    query.order = try FilmOrder(parsing: order, in: .collection)
    let ids = try await makeStores().collection.ids(matching: query)
    #expect(ids.map { $0.rawValue.dropFirst(2) }.joined() == expected)
  }

  @Test func rowsAreInTheRequestedOrderAndIncludeFacts() async throws {
    let store = try await FilledCollection.make().collection
    let ids = ["tt3", "tt9", "tt1", "tt4"].map(FilmID.init(unchecked:))
    let rows = try await store.listedFilms(ids)
    #expect(rows.map(\.entry.id.rawValue) == ["tt3", "tt1", "tt4"])
    #expect(rows.map(\.film?.title) == ["Gamma", "The Alpha", nil])
    #expect(rows.map(\.film?.genres) == [["Crime"], ["Crime", "Drama"], nil])
    #expect(rows.map(\.film?.runtimeMinutes) == [90, 100, nil])
    #expect(rows.map(\.film?.type) == [.movie, .movie, nil])
    #expect(rows.map(\.entry.viewings.count) == [1, 2, 0])
  }

  @Test(arguments: [
    ("the alpha", false, ["tt1"]), ("alpha", false, []), ("alp", true, ["tt1"]),
    ("the", true, ["tt1"]),
    ("lpha", true, []), ("delta", false, ["tt4"]), ("del", true, ["tt4"]),
    ("of no collection", false, []), ("xyz", true, []),
  ])
  func captionsAreFoundByTitleOrByPrefixesOfItsWords(
    key: String, isPrefix: Bool, ids: [String]
  ) async throws {
    let store = try await FilledCollection.make().collection
    let captions = try await store.captions(titleKey: key, isPrefix: isPrefix)
    #expect(captions.keys.map(\.rawValue).sorted() == ids)
  }

  @Test func factsTakePrecedenceOverStoredCaptions() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample("tt1", "Old Name", year: 1998)])
    try await stores.cache.store(
      [
        Film(id: FilmID(unchecked: "tt1"), title: "New Name", year: 1999, origin: .omdb)
      ], at: Date())
    let captions = try await stores.collection.captions(titleKey: "new name", isPrefix: false)
    #expect(Array(captions.values) == [Caption(title: "New Name", year: 1999)])
  }
}
