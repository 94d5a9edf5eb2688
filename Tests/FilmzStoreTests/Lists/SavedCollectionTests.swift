import FilmzDomain
import Foundation
import Testing

@testable import FilmzStore

struct SavedCollectionTests {
  private static func saved(_ name: String, _ filter: String) throws -> SavedCollection {
    (
      name: try CollectionName(saving: name),
      filter: try #require(try FilmFilter(text: filter))
    )
  }

  private static func save(_ collection: SavedCollection, in stores: Stores) async throws
    -> String?
  {
    try await stores.collection.apply("collections save", at: .sample) { try $0.save(collection) }
  }

  private static func filters(_ stores: Stores) async throws -> [String: String] {
    let saved = try await stores.collection.savedCollections()
    return Dictionary(uniqueKeysWithValues: saved.map { ($0.name.savedName, $0.filter.text) })
  }

  @Test func renamedListIsRenamedInSavedFiltersAndUndoRestoresBoth() async throws {
    let stores = try await FilledCollection.make()
    try await stores.collection.apply("list create", at: .sample) { transaction in
      try transaction.createList("To lend")
      try transaction.createList("B")
    }
    _ = try await Self.save(
      try Self.saved("lent", "is:watched list:\"to lend\" list:B"), in: stores)
    try await stores.collection.apply("list rename", at: .sample) { transaction in
      try transaction.rename(transaction.list(named: "To lend"), to: "Lent out")
    }
    #expect(
      try await Self.filters(stores) == ["lent": "is:watched list:\"Lent out\" list:B"])
    _ = try await stores.collection.reverse(
      .undo, .newest(1), command: "", at: .sample, force: false)
    #expect(try await Self.filters(stores) == ["lent": "is:watched list:\"to lend\" list:B"])
    #expect(try await stores.collection.differencesFromJournal() == [])
  }

  @Test func collectionIsSavedReplacedAndRemovedInSteps() async throws {
    let stores = try await FilledCollection.make()
    let first = try Self.saved("Rainy-Day", "is:unwatched year:1990..1999")
    #expect(try await Self.save(first, in: stores) == nil)
    let second = try Self.saved("rainyday", "genre:Comedy")
    #expect(try await Self.save(second, in: stores) == first.filter.text)
    #expect(try await Self.filters(stores) == ["rainyday": "genre:Comedy"])
    let removed = try await stores.collection.apply("collections rm", at: .sample) {
      try $0.deleteSavedCollection(second.name)
    }
    #expect(removed == "genre:Comedy")
    #expect(try await Self.filters(stores) == [:])
    for expected in [["rainyday": "genre:Comedy"], ["Rainy-Day": first.filter.text], [:]] {
      _ = try await stores.collection.reverse(
        .undo, .newest(1), command: "", at: .sample, force: false)
      #expect(try await Self.filters(stores) == expected)
    }
  }

  @Test func removingAnUnknownCollectionIsNoStep() async throws {
    let stores = try await FilledCollection.make()
    let name = try CollectionName(saving: "rainy")
    let (removed, step) = try await stores.collection.apply("collections rm", at: .sample) {
      (try $0.deleteSavedCollection(name), $0.stepID)
    }
    #expect(removed == nil)
    #expect(step == nil)
  }

  @Test func savedCollectionsAreCounted() async throws {
    let stores = try await FilledCollection.make()
    let filters = [
      "crime": "genre:Crime", "unseen": "is:unwatched", "doe": "person:doe", "none": "type:game",
      "text": "grep:great", "lost": "list:Unknown", "new": "recent:3",
    ]
    for (name, filter) in filters {
      _ = try await Self.save(try Self.saved(name, filter), in: stores)
    }
    let collections = try await stores.collection.smartCollections(at: .sample)
    let counts = collections.filter(\.isSaved).map { ($0.name.savedName, $0.filmCount) }
    let expected = [
      "crime": 2, "unseen": 3, "doe": 2, "none": 0, "text": 1, "lost": 0, "new": 5,
    ]
    #expect(Dictionary(uniqueKeysWithValues: counts) == expected)
    #expect(collections.filter(\.isSaved).allSatisfy { filters[$0.name.savedName] == $0.title })
  }

  @Test func manySavedCollectionsAreCounted() async throws {
    let stores = try await FilledCollection.make()
    let filter = try #require(try FilmFilter(text: "is:unwatched"))
    try await stores.collection.apply("x", at: .sample) { transaction in
      for number in 0..<250 {
        let name = try CollectionName(saving: "c\(number)")
        _ = try transaction.save((name: name, filter: filter))
      }
    }
    let saved = try await stores.collection.smartCollections(at: .sample).filter(\.isSaved)
    #expect(saved.count == 250 && saved.allSatisfy { $0.filmCount == 3 })
  }

  @Test func filterOfANewerVersionIsLeftOut() async throws {
    let stores = try await FilledCollection.make()
    try await stores.collection.apply("x", at: .sample) { transaction in
      try transaction.upsert(
        .init(.savedCollection, "rainy"),
        ["name": .text("rainy"), "filter": .text("weather:rain is:unwatched")])
    }
    #expect(try await Self.filters(stores) == [:])
    #expect(try await stores.collection.smartCollections(at: .sample).allSatisfy { !$0.isSaved })
  }
}
