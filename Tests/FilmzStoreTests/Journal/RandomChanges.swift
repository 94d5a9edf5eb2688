import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore

/// Random steps on a few films, one after another.
struct RandomChanges {
  static let films = (1...6).map { FilmID(unchecked: "tt000000\($0)") }

  var random: SplitMix
  private var seconds = 0.0

  init(seed: UInt64) { random = SplitMix(seed) }

  /// Returns the time of the next step.
  mutating func nextTime() -> Date {
    // Clocks are sometimes set back.
    seconds += random.chance(oneIn: 10) ? -5 : 1.5
    return .sample + seconds
  }

  /// Applies one random step.
  ///
  /// - Returns: The id of the step; `nil` if nothing changed.
  mutating func applyStep(to store: CollectionStore) async throws -> UUID? {
    let seed = random.next()
    let isImport = random.chance(oneIn: 4)
    let command = isImport ? "import \(seed).csv" : "command \(seed)"
    return try await store.apply(command, at: nextTime()) { transaction in
      transaction.importsValues = isImport
      var random = SplitMix(seed)
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let id = random.element(of: Self.films)
        let action = Int.random(in: 0..<11, using: &random)
        _ = try transaction.attempt {
          guard action < 8 else {
            return try Self.changeList(of: Self.films, transaction, &random)
          }
          try Self.perform(action, on: id, transaction, &random)
        }
      }
      return transaction.stepID
    }
  }

  /// Adds a caption to a film that was inserted without one, as part of the step that inserted it.
  ///
  /// - Returns: The id of the step; `nil` if there is no such film.
  mutating func completeCaption(_ store: CollectionStore, of steps: Set<UUID>? = nil) async throws
    -> UUID?
  {
    let idsWithoutCaption = try await store.entries(Self.films).filter { $0.value.caption == nil }
      .keys.sorted()
    let insertionSteps = try await store.insertionSteps(of: idsWithoutCaption)
    guard
      let id = idsWithoutCaption.first(where: {
        insertionSteps[$0].map { steps?.contains($0) ?? true } ?? false
      }),
      let step = insertionSteps[id]
    else { return nil }
    let caption = Caption(title: "Found out \(random.next() % 10)", year: 2001)
    try await store.apply("facts", at: nextTime(), continuing: step) { transaction in
      try transaction.update(id) { $0.caption = caption }
    }
    return step
  }

  /// Performs one of eight actions on a film.
  static func perform(
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
      // Changes the film, which is then rejected because it is already in the collection.
      try transaction.update(id) { $0.notes = "taken back" }
      try transaction.insert(entry(id, &random))
    default: try transaction.update(id) { change(&$0, &random) }
    }
  }

  // MARK: - Values

  static func entry(_ id: FilmID, _ random: inout SplitMix) -> CollectionEntry {
    let caption = random.chance(oneIn: 3) ? nil : Caption(title: title(&random), year: nil)
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
    random.element(of: [
      "The Matrix", "Amélie", "amelie", "Zoë", "!!!", "北京", "Ärger", "10 Things", "85", "null",
    ])
  }

  private static func change(_ entry: inout CollectionEntry, _ random: inout SplitMix) {
    if entry.caption != nil, random.chance(oneIn: 2) {
      entry.caption = Caption(title: title(&random), year: random.element(of: [nil, 1999, 2010]))
    }
    entry.addedAt =
      random.chance(oneIn: 3) ? .sample + Double(random.next() % 4) / 2 : entry.addedAt
    entry.rating = random.element(of: [nil, 0, 45, 85, 100]).flatMap(Rating.init(tenths:))
    entry.audience = random.element(of: [nil] + Audience.allCases)
    entry.recommendedBy = random.element(of: [nil, "Ann", "Uncle “Bob”"])
    entry.notes = random.element(of: [nil, "Great fün\nfor two", "[]", "'; --", "e\u{301}tude"])
    entry.tags = random.element(of: [[], ["Émile"], ["noir", "with, comma"], ["1", "\"quote\""]])
    // Imports have the days of values here; the other steps leave them as they are.
    if random.chance(oneIn: 2) { entry.imported.insert(.rating, date: day(&random)) }
    if random.chance(oneIn: 4) { entry.imported.insert(.note, date: day(&random)) }
  }

  /// Returns a day before, during or after the steps, or none.
  static func day(_ random: inout SplitMix) -> PartialDate? {
    random.element(of: [nil, "2010-01-01", "2023-11-14", "2023-11", "2023-11-15", "2040"])
      .flatMap(PartialDate.init)
  }

  private static func viewing(_ id: FilmID, _ random: inout SplitMix) -> Viewing {
    var viewing = Viewing(id: UUID(), film: id, date: nil)
    viewing.date = random.element(of: [nil, "2024", "2024-05", "2023-12-31"])
      .flatMap(PartialDate.init)
    viewing.rating = random.element(of: [nil, 70, 90]).flatMap(Rating.init(tenths:))
    viewing.note = random.element(of: [nil, "in a cinéma", "again"])
    viewing.tags = random.element(of: [[], ["cinema"], ["émile"]])
    return viewing
  }
}

extension Viewing {
  /// Returns the viewing with the id that results from its film, its date, and a number.
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
