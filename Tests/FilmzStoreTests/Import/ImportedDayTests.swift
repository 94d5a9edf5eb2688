import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Two installations, one of which imports values that the other one has set (contract, "What is synced").
struct ImportedDayTests {
  private static let old = PartialDate("2015-01-01")

  private func change(
    _ store: CollectionStore, _ command: String = "rate", after seconds: Double,
    isImport: Bool = false, _ edit: @escaping @Sendable (inout CollectionEntry) -> Void
  ) async throws {
    try await store.apply(command, at: .sample + seconds) { transaction in
      transaction.importsValues = isImport
      if try transaction.entry(.matrix) == nil {
        var entry = CollectionEntry.sample()
        edit(&entry)
        return try transaction.insert(entry)
      }
      try transaction.update(.matrix, edit)
    }
  }

  /// Imports a rating and a note with a day, a recommender and a tag.
  private func importFilm(
    _ store: CollectionStore, after seconds: Double, date: PartialDate? = old
  ) async throws {
    try await change(store, "import a.csv", after: seconds, isImport: true) { entry in
      entry.rating = Rating(tenths: 90)
      entry.notes = "file"
      entry.recommendedBy = "Ann"
      entry.tags.append("file")
      for value in [.subject, .rating, .note] as [ImportedValues.Value] {
        entry.imported.insert(value, date: date)
      }
    }
  }

  private func rate(_ store: CollectionStore, _ tenths: Int?, after seconds: Double) async throws {
    try await change(store, after: seconds) { $0.rating = tenths.flatMap { Rating(tenths: $0) } }
  }

  private func rating(_ store: CollectionStore) async throws -> Int? {
    try await store.entry()?.rating?.tenths
  }

  // MARK: - Which value holds

  @Test(arguments: [old, nil, PartialDate("2023-11-14")])
  func valuesSetByHandAreNewer(date: PartialDate?) async throws {
    let pair = try await InstallationPair()
    try await change(pair.first, after: 0) { entry in
      entry.rating = Rating(tenths: 20)
      entry.notes = "mine"
      entry.recommendedBy = "Bob"
      entry.tags = ["mine"]
    }
    try await importFilm(pair.second, after: 100, date: date)
    try await pair.exchange()
    let entry = try #require(try await pair.first.entry())
    #expect(entry.rating == Rating(tenths: 20) && entry.notes == "mine")
    #expect(entry.recommendedBy == "Bob" && Set(entry.tags) == ["file", "mine"])
  }

  @Test func valueOfALaterDayIsNewer() async throws {
    let pair = try await InstallationPair()
    try await rate(pair.first, 20, after: 0)
    try await importFilm(pair.second, after: 100, date: PartialDate("2023-11-15"))
    try await pair.exchange()
    // The import was before that day.
    #expect(try await rating(pair.first) == 90)
    try await rate(pair.first, 30, after: 200)
    try await pair.exchange()
    #expect(try await rating(pair.second) == 30)
  }

  @Test func removedValueAndTagStayRemoved() async throws {
    let pair = try await InstallationPair()
    try await importFilm(pair.first, after: 0)
    try await change(pair.first, after: 10) { entry in
      entry.rating = nil
      entry.tags = []
    }
    try await importFilm(pair.second, after: 100)
    try await pair.exchange()
    let entry = try #require(try await pair.second.entry())
    #expect(entry.rating == nil && entry.tags.isEmpty && entry.notes == "file")
  }

  /// An import that replaces a newer value, as with `theirs`, makes a change of now.
  @Test(arguments: [false, true])
  func valueThatReplacesANewerOneIsAsNewAsTheChange(isKnown: Bool) async throws {
    let pair = try await InstallationPair()
    try await rate(pair.first, 20, after: 0)
    if isKnown { try await pair.exchange() }
    try await change(pair.second, "import a.csv", after: 100, isImport: isKnown) { entry in
      entry.rating = Rating(tenths: 90)
      entry.imported.insert(.rating, date: Self.old)
    }
    try await pair.exchange()
    #expect(try await rating(pair.first) == 90)
  }

  @Test func viewingsAndListsOfFilesAreOlder() async throws {
    let pair = try await InstallationPair()
    let list = Change.Subject(.list, JournalTransaction.listID("imdb Noir").uuidString)
    for (number, store) in [pair.first, pair.second].enumerated() {
      try await store.apply("import noir.csv", at: .sample + Double(number) * 100) { transaction in
        transaction.importsValues = true
        var entry = CollectionEntry.sample()
        let id = Viewing.id(film: .matrix, date: nil, number: 1)
        var viewing = Viewing(id: id, film: .matrix, date: nil)
        viewing.note = "file"
        entry.viewings = [viewing]
        try transaction.insert(entry)
        _ = try transaction.importList(["imdb Noir"], into: nil, named: "Noir", description: "file")
      }
      guard number == 0 else { continue }
      try await store.apply("rename", at: .sample + 10) { transaction in
        try transaction.upsert(list, ["name": .text("Dark"), "description": .null])
        let viewing = try #require(try transaction.entry(.matrix)?.viewings.first)
        try transaction.update(viewing) { $0.note = "mine" }
      }
    }
    try await pair.exchange()
    #expect(try await pair.second.entry()?.viewings.map(\.note) == ["mine"])
    let lists = try await pair.second.lists()
    #expect(lists.map(\.name) == ["Dark"] && lists.map(\.description) == [nil])
  }

  // MARK: - Undo

  @Test func undoneImportLeavesWhatTheOthersSay() async throws {
    let pair = try await InstallationPair()
    try await rate(pair.first, 20, after: 0)
    try await importFilm(pair.second, after: 100)
    try await pair.exchange()
    for (direction, notes) in [(.undo, nil), (.redo, "file")] as [(UndoDirection, String?)] {
      try await pair.second.reverse(
        direction, .newest(1), command: "", at: .sample + 200, force: false)
      try await pair.exchange()
      let entry = try #require(try await pair.first.entry())
      #expect(entry.rating == Rating(tenths: 20) && entry.notes == notes)
    }
  }

  /// The other installation has changed the rating since, but to an older value.
  @Test func olderValueOfAnotherInstallationDoesNotPreventUndo() async throws {
    let pair = try await InstallationPair()
    try await rate(pair.first, nil, after: 0)
    try await rate(pair.first, 20, after: 10)
    try await importFilm(pair.second, after: 100)
    try await pair.exchange()
    let steps = try await pair.first.reverse(
      .undo, .newest(1), command: "undo", at: .sample + 200, force: false
    ).steps
    #expect(try await rating(pair.first) == 90)
    let key = Change.Subject(.entry, FilmID.matrix.rawValue).fieldKey("rating")
    #expect(try await steps.first?.origins[key] == pair.second.currentInstallation())
  }

  // MARK: - Days of exports

  @Test func dayOfARatingIsThatOfTheValueThatHolds() async throws {
    let pair = try await InstallationPair()
    try await rate(pair.first, 20, after: 0)
    try await importFilm(pair.second, after: 86_400)
    #expect(try await pair.second.exportedEntries([.matrix]).first?.ratedOn == Self.old)
    try await pair.exchange()
    for store in [pair.first, pair.second] {
      #expect(
        try await store.exportedEntries([.matrix]).first?.ratedOn == PartialDate(day: .sample))
    }
  }

  @Test func ageIsThatOfTheValueThatHolds() async throws {
    let pair = try await InstallationPair()
    try await importFilm(pair.second, after: 100)
    try await rate(pair.first, 20, after: 0)
    try await pair.exchange()
    let subject = Change.Subject(.entry, FilmID.matrix.rawValue)
    let ages = try await pair.second.withImportReader { reader in
      try ["rating", "notes", "audience"].map { try reader.age(of: $0, subject, imported: nil) }
    }
    let day = try #require(Self.old)
    #expect(ages == [.moment(.sample), .day(day), .unknown])
  }

  /// Histories that are read together are those that are read one by one.
  @Test(arguments: Seeds.of(401...406))
  func agesOfABatchAreThoseOfEachFilm(seed: UInt64) async throws {
    let store = try await Stores.inMemory().collection
    var changes = RandomChanges(seed: seed)
    for _ in 0..<40 {
      _ = try await changes.applyStep(to: store)
      if changes.random.chance(oneIn: 5) {
        _ = try? await store.reverse(
          .undo, .newest(1), command: "undo", at: changes.nextTime(), force: true)
      }
      try await store.withImportReader { reader in
        let states = try reader.states(of: RandomChanges.films)
        let single = try Self.ages(of: states, reader)
        reader.beginBatch(states)
        #expect(try Self.ages(of: states, reader) == single)
      }
    }
  }

  private static func ages(
    of states: [FilmID: ImportState], _ reader: ImportReader
  ) throws -> [ValueAge] {
    try states.values.compactMap(\.entry).sorted { $0.id < $1.id }.flatMap { entry in
      let film = Change.Subject(.entry, entry.id.rawValue)
      let viewings = entry.viewings.map { Change.Subject(.viewing, $0.id.uuidString) }
      return try ["rating", "notes", "tags"].map {
        try reader.age(of: $0, film, imported: entry.imported.date(of: .rating))
      } + viewings.map { try reader.age(of: "rating", $0, imported: nil) }
    }
  }

  // MARK: - Earlier versions

  /// Versions that do not know days read the values; their own imports have no days and are as new as the change.
  @Test func journalsOfEarlierVersionsAreReadAsTheyAre() async throws {
    struct EarlierField: Decodable {
      let old: FieldValue
      let new: FieldValue
    }
    let pair = try await InstallationPair()
    try await importFilm(pair.first, after: 0)
    let part = try await pair.first.unsentChanges(limit: 10)
    let fields = try part.changes.map {
      try JSONDecoder().decode([String: EarlierField].self, from: Data($0.fields.utf8))
    }
    #expect(fields.first?["rating"]?.new == .integer(90))
    try await rate(pair.second, 20, after: 0)
    try await change(pair.first, "import a.csv", after: 50) { entry in
      entry.rating = Rating(tenths: 80)
      entry.imported.insert(.rating, date: PartialDate("2016"))
    }
    try await pair.exchange()
    #expect(try await rating(pair.second) == 80)
    let subject = Change.Subject(.entry, FilmID.matrix.rawValue)
    let day = try #require(PartialDate("2016"))
    let age = try await pair.first.withImportReader {
      try $0.age(of: "rating", subject, imported: day)
    }
    #expect(age == .day(day))
  }
}
