import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore

/// Commands as users give them, one after another, on a few films.
struct RandomChanges {
  static let films = (1...6).map { FilmID(canonical: "tt000000\($0)") }

  var random: SplitMix
  private var seconds = 0.0

  init(seed: UInt64) { random = SplitMix(seed) }

  mutating func moment() -> Date {
    // Clocks go backwards at times.
    seconds += random.isOne(of: 10) ? -5 : 1.5
    return .sample + seconds
  }

  /// Gives one command.
  ///
  /// - Returns: Its step, where anything changed.
  mutating func next(_ store: CollectionStore) async throws -> UUID? {
    let seed = random.next()
    return try await store.apply("command \(seed)", at: moment()) { transaction in
      var random = SplitMix(seed)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let id = random.one(of: Self.films)
        let action = Int.random(in: 0..<8, using: &random)
        _ = try transaction.attempt { try Self.act(action, on: id, transaction, &random) }
      }
      return transaction.stepID
    }
  }

  /// Gives a film that came in without one its caption, as part of the step that brought it.
  ///
  /// - Returns: The step, where there was such a film.
  mutating func completeCaption(_ store: CollectionStore, of steps: Set<UUID>? = nil) async throws
    -> UUID?
  {
    let bare = try await store.entries(Self.films).filter { $0.value.caption == nil }.keys.sorted()
    let found = try await store.stepsOfInsertion(bare)
    guard let id = bare.first(where: { found[$0].map { steps?.contains($0) ?? true } ?? false }),
      let step = found[id]
    else { return nil }
    let caption = Caption(title: "Found out \(random.next() % 10)", year: 2001)
    try await store.apply("facts", at: moment(), continuing: step) { transaction in
      try transaction.update(id) { $0.caption = caption }
    }
    return step
  }

  static func act(
    _ action: Int, on id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    switch action {
    case 0, 1: try transaction.insert(entry(id, &random))
    case 2: try transaction.delete(id)
    case 3: try transaction.deleteViewings(of: id)
    case 4, 5:
      guard try transaction.entry(id) != nil else {
        return try transaction.insert(entry(id, &random))
      }
      var viewing = viewing(id, &random)
      viewing = viewing.with(id: try transaction.newViewingID(id, viewing.date))
      try transaction.insert(viewing)
    case 6:
      // A film that is refused after it was changed.
      try transaction.update(id) { $0.notes = "taken back" }
      try transaction.insert(entry(id, &random))
    default: try transaction.update(id) { change(&$0, &random) }
    }
  }

  // MARK: - Values

  static func entry(_ id: FilmID, _ random: inout SplitMix) -> CollectionEntry {
    let caption = random.isOne(of: 3) ? nil : Caption(title: title(&random), year: nil)
    var entry = CollectionEntry(id: id, caption: caption, addedAt: .sample)
    change(&entry, &random)
    for number in 0..<Int.random(in: 0...2, using: &random) {
      var viewing = viewing(id, &random)
      viewing = viewing.numbered(number + 1)
      entry.viewings.append(viewing)
    }
    return entry
  }

  static func title(_ random: inout SplitMix) -> String {
    random.one(of: [
      "The Matrix", "Amélie", "amelie", "Zoë", "!!!", "北京", "Ärger", "10 Things", "85", "null",
    ])
  }

  private static func change(_ entry: inout CollectionEntry, _ random: inout SplitMix) {
    if entry.caption != nil, random.isOne(of: 2) {
      entry.caption = Caption(title: title(&random), year: random.one(of: [nil, 1999, 2010]))
    }
    entry.addedAt = random.isOne(of: 3) ? .sample + Double(random.next() % 4) / 2 : entry.addedAt
    entry.rating = random.one(of: [nil, 0, 45, 85, 100]).flatMap(Rating.init(tenths:))
    entry.audience = random.one(of: [nil] + Audience.allCases)
    entry.recommendedBy = random.one(of: [nil, "Ann", "Uncle “Bob”"])
    entry.notes = random.one(of: [nil, "Great fün\nfor two", "[]", "'; --", "e\u{301}tude"])
    entry.tags = random.one(of: [[], ["Émile"], ["noir", "with, comma"], ["", "\"quote\""]])
  }

  private static func viewing(_ id: FilmID, _ random: inout SplitMix) -> Viewing {
    var viewing = Viewing(id: UUID(), film: id, date: nil)
    viewing.date = random.one(of: [nil, "2024", "2024-05", "2023-12-31"])
      .flatMap(PartialDate.init)
    viewing.rating = random.one(of: [nil, 70, 90]).flatMap(Rating.init(tenths:))
    viewing.note = random.one(of: [nil, "in a cinéma", "again"])
    viewing.tags = random.one(of: [[], ["cinema"], ["émile"]])
    return viewing
  }
}

extension Viewing {
  /// The viewing with the id of a number among those of its film and date.
  func numbered(_ number: Int) -> Viewing {
    with(id: Viewing.id(film: film, date: date, number: number))
  }

  func with(id: UUID) -> Viewing {
    var viewing = Viewing(id: id, film: film, date: date)
    viewing.rating = rating
    viewing.note = note
    viewing.tags = tags
    return viewing
  }
}
