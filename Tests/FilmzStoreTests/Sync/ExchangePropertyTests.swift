import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Random changes of one to three installations, exchanged in random order: in the end all have the
/// same data, and the tables of each are always consistent with its journal.
struct ExchangePropertyTests {
  private static let rounds = 45
  private static let films = [
    "tt0000001", "tt0000002", "tt0000003", "tmdb:movie:1", "tmdb:movie:2", "own:A", "own:B",
    "named:A", "named:B",
  ].map(FilmID.init(unchecked:))

  private static let named = films.filter(\.isNamed)

  @Test(arguments: [1, 2, 3], Seeds.of(501...520))
  func allInstallationsConverge(count: Int, seed: UInt64) async throws {
    var random = SplitMix(seed &* 31 &+ UInt64(count))
    var stores: [CollectionStore] = []
    for _ in 0..<count { stores.append(try await Stores.inMemory().collection) }
    var clockOffsets = (0..<count).map { _ in Self.clockOffset(&random) }
    var backups: [([RecordedStep], [RecordedChange])] = []
    for round in 0..<Self.rounds {
      let index = Int.random(in: 0..<count, using: &random)
      if random.chance(oneIn: 12) { clockOffsets[index] = Self.clockOffset(&random) }
      if random.chance(oneIn: 15) { backups.append(try await stores[index].recordedJournal()) }
      if random.chance(oneIn: 20), let (steps, changes) = backups.randomElement(using: &random) {
        // A restored collection gets the changes since the backup from the others.
        stores[index] = try await Stores.inMemory().collection
        try await stores[index].receive(changes, of: steps)
      }
      let now = Date.sample + Double(round) + clockOffsets[index]
      try await performRandomAction(on: stores[index], at: now, &random)
      if random.chance(oneIn: 3) {
        let other = stores[Int.random(in: 0..<count, using: &random)]
        try await other.sendSome(to: stores[index], &random)
      }
      try await expectConsistentTables(stores[index], round)
    }
    try await exchangeAll(stores, &random)
    let data = try await stores[0].dump()
    #expect(!data.isEmpty)
    for store in stores {
      #expect(try await store.dump() == data)
      try await expectConsistentTables(store, Self.rounds)
    }
  }

  /// Returns the error of a clock: none, some seconds, an hour, days, before 1970, or after 2200.
  private static func clockOffset(_ random: inout SplitMix) -> Double {
    random.element(of: [0, 0, 0, -3, 2.5, 3600, -3600, 200_000, -1.8e9, 1e10])
  }

  private func performRandomAction(
    on store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws {
    switch Int.random(in: 0..<15, using: &random) {
    case 13:
      let (name, id) = (random.element(of: Self.named), random.element(of: Self.films))
      try await store.identifyNamed([(name, id)], at: now)
    case 14:
      let name = random.element(of: Self.named)
      try await store.apply("identify none", at: now) { transaction in
        _ = try transaction.rejectIdentifications(with: try transaction.canonicalID(of: name))
      }
    case 0, 1:
      _ = try? await store.reverse(
        .undo, .newest(Int.random(in: 1...3, using: &random)), command: "undo", at: now,
        force: random.chance(oneIn: 3))
    case 2:
      _ = try? await store.reverse(
        .redo, .newest(Int.random(in: 1...2, using: &random)), command: "redo", at: now,
        force: false)
    case 3:
      let log = try await store.log(limit: nil)
      guard !log.isEmpty else { return }
      _ = try? await store.reverse(
        .undo, .step(random.element(of: log).id), command: "undo", at: now,
        force: random.chance(oneIn: 2))
    case 4, 5:
      let (id, otherID) = (random.element(of: Self.films), random.element(of: Self.films))
      let source = random.chance(oneIn: 3) ? "tmdb" : nil
      _ = try await store.apply(source == nil ? "identify" : nil, at: now) { transaction in
        try transaction.identify(id, otherID, foundBy: source)
      }
    case 6: try await learnRandomAliases(in: store, at: now, &random)
    default:
      let seed = random.next()
      let isImport = random.chance(oneIn: 3)
      try await store.apply(isImport ? "import films.csv" : "command", at: now) { transaction in
        transaction.importsValues = isImport
        var random = SplitMix(seed)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          try Self.makeChange(transaction, &random)
        }
      }
    }
  }

  private func learnRandomAliases(
    in store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws {
    // Sources know nothing of the other ids.
    let films = Self.films.filter { !$0.isNamed }
    let id = random.element(of: films)
    var film = Film(id: id, title: "Film", origin: .tmdb)
    film.otherIDs = films.filter { _ in random.chance(oneIn: 4) }
    let unlearned = try await store.unlearnedAliases(of: film)
    try await store.learnAliases(unlearned.ids, of: id, foundBy: "TMDB", at: now)
  }

  private static func makeChange(_ transaction: JournalTransaction, _ random: inout SplitMix) throws {
    let film = random.element(of: films)
    let id = try transaction.db.canonicalIDs(of: [film])[film] ?? film
    switch Int.random(in: 0..<13, using: &random) {
    case 10...:
      _ = try transaction.attempt {
        try RandomChanges.changeList(of: films, transaction, &random)
      }
    case 8:
      let kind: Change.Subject.Kind = random.chance(oneIn: 2) ? .skip : .ratingSkip
      let subject = Change.Subject(kind, id.rawValue)
      guard random.chance(oneIn: 3) else {
        var fields: [String: FieldValue] = ["skippedAt": .integer(Int64(random.next() % 99))]
        if kind == .skip { fields["platform"] = random.element(of: [.null, .text("Max")]) }
        return try transaction.upsert(subject, fields)
      }
      try transaction.delete(subject)
    case 9:
      guard let viewing = try transaction.entry(id)?.viewings.first else { return }
      guard random.chance(oneIn: 2) else { return try transaction.delete(viewing: viewing) }
      try transaction.upsert(
        .init(.viewing, viewing.id.uuidString), ["note": .text("edited"), "tags": .list(["x"])])
    case let action:
      _ = try transaction.attempt {
        try RandomChanges.perform(action, on: id, transaction, &random)
      }
    }
  }

  /// Sends the changes of each installation to all others in random order, twice.
  private func exchangeAll(_ stores: [CollectionStore], _ random: inout SplitMix) async throws {
    for _ in 0..<2 {
      for sender in stores.shuffled(using: &random) {
        let journal = try await sender.recordedJournal()
        for receiver in stores.shuffled(using: &random) {
          try await receiver.receive(
            journal.changes.shuffled(using: &random), of: journal.steps)
        }
      }
    }
  }

  private func expectConsistentTables(_ store: CollectionStore, _ round: Int) async throws {
    let differences = try await store.differencesFromJournal()
    try #require(differences.isEmpty, "round \(round): \(differences)")
    let reference = try await ReferenceList(
      Stores(collection: store, cache: store.cache))
    var query = CollectionQuery()
    query.filter.isWatched = round % 2 == 0
    try #require(try await store.find(query).ids == reference.ids(query), "round \(round)")
    try await store.expectCorrectListCounts()
    #expect(try await store.damage() == nil)
  }
}
