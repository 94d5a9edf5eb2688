import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Learning the canonical ids of films at random times changes nothing but these ids: a store that learns
/// them and a store that does not have the same data, logs, and errors after the same commands.
struct LearnedAliasPropertyTests {
  private static let numbers = 1...4

  /// The part of the data that does not depend on the ids of films.
  private struct Content: Equatable {
    var entries: [[String]] = []
    var log: [String] = []
  }

  @Test(arguments: Seeds.of(1...40))
  func storesDifferOnlyInTheIDs(seed: UInt64) async throws {
    let learning = try await Stores.inMemory().collection
    let reference = try await Stores.inMemory().collection
    var random = SplitMix(seed)
    for round in 0..<70 {
      let now = Date.sample + Double(round)
      if random.chance(oneIn: 8) {
        let number = Int.random(in: Self.numbers, using: &random)
        let film = Self.film(number)
        let unlearned = try await learning.unlearnedAliases(of: film)
        #expect(unlearned.conflicts.isEmpty)
        let learned = try await learning.learnAliases(
          unlearned.ids, of: film.id, foundBy: "TMDB", at: now)
        #expect(learned == unlearned.ids)
      }
      let start = random
      let outcome = try await perform(on: reference, at: now, &random)
      random = start
      try #require(
        try await perform(on: learning, at: now, &random) == outcome, "round \(round)")
      try #require(
        try await content(of: learning) == content(of: reference), "round \(round): \(outcome)")
      try #require(try await learning.differencesFromJournal().isEmpty, "round \(round)")
    }
    #expect(try await learning.counts().total == reference.counts().total)
  }

  private static func film(_ number: Int) -> Film {
    var film = Film(id: FilmID(imdbNumber: number), title: "Film", origin: .tmdb)
    film.otherIDs = [FilmID(tmdb: .movie, number)]
    return film
  }

  private func content(of store: CollectionStore) async throws -> Content {
    var content = Content()
    for number in Self.numbers {
      let film = Self.film(number)
      let entries = try await store.entries([film.id] + film.otherIDs)
      #expect(entries.count < 2)
      content.entries.append(entries.values.flatMap(Self.description))
    }
    content.log = try await store.log(limit: nil).map { step in
      "\(step.command) \(step.isUndone) \(step.films.compactMap { $0.rawValue.last })"
    }
    return content
  }

  private static func description(_ entry: CollectionEntry) -> [String] {
    let viewings = entry.viewings.map {
      "\($0.id) \($0.date?.text ?? "") \($0.rating?.tenths ?? 0) \($0.note ?? "") \($0.tags)"
    }
    return [
      "\(entry.caption?.text ?? "") \(entry.addedAt) \(entry.rating?.tenths ?? -1)",
      "\(entry.audience?.rawValue ?? "") \(entry.recommendedBy ?? "") \(entry.notes ?? "") \(entry.tags)",
    ] + viewings.sorted()
  }

  /// Performs a random command, and returns its outcome.
  private func perform(
    on store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws -> String {
    let count = Int.random(in: 1...2, using: &random)
    do {
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: return try await reverse(.undo, .newest(count), store, now)
      case 2: return try await reverse(.redo, .newest(count), store, now)
      case 3:
        let log = try await store.log(limit: 6)
        guard !log.isEmpty else { return "no steps" }
        return try await reverse(.undo, .step(random.element(of: log).id), store, now)
      default:
        let seed = random.next()
        try await store.apply("command \(seed)", at: now) { transaction in
          var random = SplitMix(seed)
          try Self.change(transaction, &random)
        }
        return "command"
      }
    } catch let error as StoreError {
      return "\(error)"
    }
  }

  private func reverse(
    _ direction: UndoDirection, _ choice: CollectionStore.StepChoice, _ store: CollectionStore,
    _ now: Date
  ) async throws -> String {
    try await store.reverse(direction, choice, command: "\(direction)", at: now, force: false)
      .steps.map(\.step.command).joined(separator: ", ")
  }

  private static func change(_ transaction: JournalTransaction, _ random: inout SplitMix) throws {
    let film = film(Int.random(in: numbers, using: &random))
    let id =
      try transaction.db.canonicalIDs(of: film.otherIDs)
      .values.first ?? film.otherIDs[0]
    let viewing = Viewing(id: uuid(&random), film: id, date: nil)
    guard try transaction.entry(id) != nil else {
      var entry = RandomChanges.entry(id, &random)
      entry.caption = Caption(title: "Film", year: nil)
      entry.viewings = random.chance(oneIn: 2) ? [viewing] : []
      return try transaction.insert(entry)
    }
    switch Int.random(in: 0..<7, using: &random) {
    case 0: try transaction.delete(id)
    case 1: try transaction.deleteViewings(of: id)
    case 2, 3: try transaction.insert(viewing)
    case 4:
      try transaction.update(id) { $0.rating = random.element(of: [nil, Rating(tenths: 50)]) }
    case 5: try transaction.update(id) { $0.notes = random.element(of: [nil, "a", "b"]) }
    default: try transaction.update(id) { $0.tags = random.element(of: [[], ["a"], ["a", "b"]]) }
    }
  }

  private static func uuid(_ random: inout SplitMix) -> UUID {
    let (first, second) = (random.next(), random.next())
    return withUnsafeBytes(of: (first, second)) { bytes in
      UUID(uuid: bytes.load(as: uuid_t.self))
    }
  }
}
