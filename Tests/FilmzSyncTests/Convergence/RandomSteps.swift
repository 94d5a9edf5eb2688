import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore

/// Random steps on a few films.
enum RandomSteps {
  static let films = [
    "tt0000001", "tt0000002", "tt0000003", "tmdb:movie:1", "tmdb:movie:2", "own:A", "own:B",
    "named:A", "named:B",
  ].map(FilmID.init(unchecked:))

  private static let named = films.filter(\.isNamed)

  /// Makes a random step, or undoes or redoes some.
  static func make(
    in store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws {
    switch Int.random(in: 0..<16, using: &random) {
    case 14:
      let (name, id) = (random.element(of: named), random.element(of: films))
      try await store.identifyNamed([(name, id)], at: now)
    case 15:
      let name = random.element(of: named)
      try await store.apply("identify none", at: now) { transaction in
        _ = try transaction.rejectIdentifications(with: try transaction.canonicalID(of: name))
      }
    case 13: try await makeNewerChange(in: store, at: now, &random)
    case 0, 1, 2: await reverse(in: store, at: now, &random)
    case 3, 4:
      let (id, otherID) = (random.element(of: films), random.element(of: films))
      let source = random.chance(oneIn: 3) ? "tmdb" : nil
      try await store.apply(source == nil ? "identify" : nil, at: now) { transaction in
        _ = try transaction.identify(id, otherID, foundBy: source)
      }
    case 5: try await learnAliases(in: store, at: now, &random)
    default:
      let seed = random.next()
      let isImport = random.chance(oneIn: 3)
      try await store.apply(isImport ? "import films.csv" : "command", at: now) { transaction in
        transaction.importsValues = isImport
        var random = SplitMix(seed)
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          _ = try transaction.attempt { try change(transaction, &random) }
        }
      }
    }
  }

  private static func reverse(
    in store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async {
    let isForced = random.chance(oneIn: 3)
    let count = Int.random(in: 1...3, using: &random)
    switch Int.random(in: 0..<3, using: &random) {
    case 0:
      _ = try? await store.reverse(
        .undo, .newest(count), command: "undo", at: now, force: isForced)
    case 1:
      _ = try? await store.reverse(.redo, .newest(count), command: "redo", at: now, force: false)
    default:
      guard let log = try? await store.log(limit: nil), !log.isEmpty else { return }
      _ = try? await store.reverse(
        .undo, .step(random.element(of: log).id), command: "undo", at: now, force: isForced)
    }
  }

  private static func learnAliases(
    in store: CollectionStore, at now: Date, _ random: inout SplitMix
  ) async throws {
    // Sources know nothing of the other ids.
    let films = films.filter { !$0.isNamed }
    let id = random.element(of: films)
    var film = Film(id: id, title: "Film", origin: .tmdb)
    film.otherIDs = films.filter { _ in random.chance(oneIn: 4) }
    let unlearned = try await store.unlearnedAliases(of: film)
    try await store.learnAliases(unlearned.ids, of: id, foundBy: "TMDB", at: now)
  }

  private static func change(_ transaction: JournalTransaction, _ random: inout SplitMix) throws {
    let id = try transaction.canonicalID(of: random.element(of: films))
    switch Int.random(in: 0..<15, using: &random) {
    case 12: try changeComment(of: id, transaction, &random)
    case 13: try changeOwnRecord(of: id, transaction, &random)
    case 14: try changeImportedRecord(of: id, transaction, &random)
    case 0, 1: try transaction.insert(entry(id, &random))
    case 2: try transaction.delete(id)
    case 3: try transaction.deleteViewings(of: id)
    case 4: try insertViewing(of: id, transaction, &random)
    case 5:
      guard let viewing = try transaction.entry(id)?.viewings.first else { return }
      guard random.chance(oneIn: 2) else { return try transaction.delete(viewing: viewing) }
      try transaction.update(viewing) { $0.note = "edited" }
    case 6: try changeSkip(of: id, transaction, &random)
    case 7, 8: try changeList(transaction, &random)
    default:
      guard try transaction.entry(id) != nil else {
        return try transaction.insert(entry(id, &random))
      }
      try transaction.update(id) { edit(&$0, &random) }
    }
  }

  private static func insertViewing(
    of id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    if try transaction.entry(id) == nil { try transaction.insert(entry(id, &random)) }
    let date = random.element(of: [nil, "2024", "2023-12-31"]).flatMap(PartialDate.init)
    // Viewings of ratings, marks and files without full dates; an import replaces them.
    let isSeenOnly = random.chance(oneIn: 2)
    for viewing in try transaction.entry(id)?.viewings ?? [] where viewing.isReplaceable(by: date) {
      try transaction.delete(viewing: viewing)
    }
    let newID = try transaction.newViewingID(id, date, isSeenOnly: isSeenOnly)
    // The archive of another machine has viewings with the ids that they have there.
    let otherID = Viewing.id(film: random.element(of: films), date: date, number: 1)
    let isTaken = try transaction.fields(of: .init(.viewing, otherID.uuidString)) != nil
    let viewingID = isTaken || random.chance(oneIn: 2) ? newID : otherID
    var viewing = Viewing(id: viewingID, film: id, date: date)
    viewing.tags = random.element(of: [[], ["cinema"], ["émile"]])
    if isSeenOnly, viewingID == newID { viewing.imported.insert(.seen) }
    try transaction.insert(viewing)
  }

  private static func changeSkip(
    of id: FilmID, _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let kind: Change.Subject.Kind = random.chance(oneIn: 2) ? .skip : .ratingSkip
    let subject = Change.Subject(kind, id.rawValue)
    if random.chance(oneIn: 3) { return try transaction.delete(subject) }
    try transaction.upsert(subject, ["skippedAt": .integer(Int64(random.next() % 99))])
  }

  private static func changeList(
    _ transaction: JournalTransaction, _ random: inout SplitMix
  ) throws {
    let names = try transaction.listNames().all.sorted()
    let name = random.element(of: ["Noir", "noir (2)", "To lend"])
    guard !names.isEmpty, !random.chance(oneIn: 6) else {
      try transaction.createList(name)
      return
    }
    let list = try transaction.list(named: random.element(of: names))
    switch Int.random(in: 0..<8, using: &random) {
    case 0: try transaction.rename(list, to: name)
    case 1: try transaction.setDescription(random.element(of: [nil, "x"]), of: list)
    case 2: try transaction.deleteList(list)
    case 3:
      let collection = Change.Subject(.savedCollection, "rainy")
      if random.chance(oneIn: 3) { return try transaction.delete(collection) }
      try transaction.upsert(
        collection, ["name": .text("rainy"), "filter": .text("is:unwatched")])
    default:
      var order = try transaction.films(of: list).shuffled(using: &random)
      if random.chance(oneIn: 3) { order = Array(order.dropLast()) }
      let id = try transaction.canonicalID(of: random.element(of: films))
      if try transaction.entry(id) == nil { try transaction.insert(entry(id, &random)) }
      if !order.contains(id) { order.append(id) }
      try transaction.setFilms(order, of: list)
    }
  }

  private static func entry(_ id: FilmID, _ random: inout SplitMix) -> CollectionEntry {
    let caption =
      random.chance(oneIn: 3)
      ? nil : Caption(title: random.element(of: ["Zoë", "北京", "85"]), year: nil)
    var entry = CollectionEntry(
      id: id, caption: caption, addedAt: Date(timeIntervalSince1970: 1_700_000_000))
    edit(&entry, &random)
    return entry
  }

  private static func edit(_ entry: inout CollectionEntry, _ random: inout SplitMix) {
    entry.rating = random.element(of: [nil, 0, 45, 85, 100]).flatMap(Rating.init(tenths:))
    entry.recommendedBy = random.element(of: [nil, "Ann", "Uncle “Bob”"])
    entry.notes = random.element(of: [nil, "Great fün\nfor two", "e\u{301}tude"])
    entry.tags = random.element(of: [[], ["Émile"], ["noir", "with, comma"], ["1", "\"quote\""]])
    if random.chance(oneIn: 2) {
      // The days of imports: before, during and after the steps, or unknown.
      let days = [nil, "2010-01-01", "2023-11-14", "2023-11", "2023-11-15", "2040"]
      entry.imported.insert(.rating, date: random.element(of: days).flatMap(PartialDate.init))
    }
  }
}
