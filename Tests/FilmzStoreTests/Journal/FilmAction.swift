import FilmzDomain
import Foundation

@testable import FilmzStore

/// One step of an installation that concerns one film, or its other id.
enum FilmAction: Sendable, Hashable {
  case insert
  case rate(Int)
  /// Imports a rating of a day.
  case importRating(Int, String)
  case note(String)
  case tags([String])
  case remove
  case watch(String)
  case removeViewings
  case skip
  /// Puts the film in the list.
  case place
  case removePlace
  /// Adds the film under its other id.
  case insertOther
  /// Says that the other id is the same film.
  case identify
  case undo
  /// Undoes the newest step although others have changed the same since.
  case forceUndo
  case redo

  static let other = FilmID(unchecked: "own:matrix")
  static let list = UUID(uuidString: "11111111-1111-4111-8111-111111111111") ?? UUID()

  /// Makes the step.
  func perform(in store: CollectionStore, at now: Date) async throws {
    switch self {
    case .undo, .forceUndo:
      try await store.reverse(
        .undo, .newest(1), command: "undo", at: now, force: self == .forceUndo)
    case .redo:
      try await store.reverse(.redo, .newest(1), command: "redo", at: now, force: false)
    case .importRating: try await store.apply("import a.csv", at: now) { try make($0) }
    default: try await store.apply("step", at: now) { try make($0) }
    }
  }

  private func make(_ transaction: JournalTransaction) throws {
    let film = FilmID.matrix
    switch self {
    case .insert: try transaction.insert(CollectionEntry.sample())
    case .insertOther: try transaction.insert(.sample(Self.other.rawValue, "Matrix"))
    case .identify: try transaction.identify(Self.other, film)
    case .rate(let tenths): try transaction.update(film) { $0.rating = Rating(tenths: tenths) }
    case .importRating(let tenths, let day):
      transaction.importsValues = true
      try transaction.update(film) { entry in
        entry.rating = Rating(tenths: tenths)
        entry.imported.insert(.rating, date: PartialDate(day))
      }
    case .note(let text): try transaction.update(film) { $0.notes = text }
    case .tags(let tags): try transaction.update(film) { $0.tags = tags }
    case .remove: try transaction.delete(try transaction.canonicalID(of: film))
    case .watch(let text):
      let date = PartialDate(text)
      try transaction.insert(
        Viewing(id: try transaction.newViewingID(film, date), film: film, date: date))
    case .removeViewings: try transaction.deleteViewings(of: film)
    case .skip:
      try transaction.upsert(.init(.skip, film.rawValue), ["skippedAt": .integer(1)])
    case .place: try transaction.setFilms([film], of: Self.list)
    case .removePlace: try transaction.setFilms([], of: Self.list)
    case .undo, .forceUndo, .redo: break
    }
  }

  /// Makes the list that ``place`` uses, with a film.
  static func makeList(in store: CollectionStore, at now: Date) async throws {
    try await store.apply("list", at: now) { transaction in
      try transaction.upsert(
        .init(.list, list.uuidString),
        ["name": .text("Noir"), "createdAt": .integer(1), "changedAt": .integer(1)])
    }
  }
}
