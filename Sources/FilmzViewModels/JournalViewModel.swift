package import FilmzDomain
package import FilmzServices
package import FilmzStore
import Foundation

/// What undo or redo did.
package struct UndoOutcome: Sendable {
  /// The steps in the order in which they were taken back or made again.
  package let steps: [UndoneStep]
  /// The films they touched, as they are now.
  package let items: [FilmItem]
  /// The number of steps that were asked for and do not exist.
  package let missing: Int
}

/// A step of the journal with the names of the first few of its films.
package struct LoggedStep: Sendable {
  static let shownFilms = 3

  package let step: JournalStep
  package let names: [String]
}

/// The journal of the collection: undo, redo, log.
package struct JournalViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase

  package init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Takes the newest steps back.
  ///
  /// - Throws: ``StoreError/nothingToReverse(_:)``,
  ///   ``StoreError/changedSince(command:what:film:)`` unless forced,
  ///   ``StoreError/unknownStep(command:)``; nothing was changed then.
  package func undo(
    _ count: Int, force: Bool, in context: CommandContext
  ) async throws -> UndoOutcome {
    try await reverse(.undo, .newest(count), force: force, in: context)
  }

  /// Takes one step back, whatever was done after it.
  ///
  /// Throws as ``undo(_:force:in:)`` without force does.
  func undo(step: UUID, in context: CommandContext) async throws {
    _ = try await reverse(.undo, .step(step.uuidString), force: false, in: context)
  }

  /// Makes the steps again that were undone last.
  ///
  /// Throws as ``undo(_:force:in:)`` does.
  package func redo(
    _ count: Int, force: Bool, in context: CommandContext
  ) async throws -> UndoOutcome {
    try await reverse(.redo, .newest(count), force: force, in: context)
  }

  /// The steps of the journal, newest first, each with the first few of its films.
  package func log(limit: Int?) async throws -> [LoggedStep] {
    let steps = try await database.openForReading().collection.log(limit: limit)
    let shown = Array(Set(steps.flatMap { $0.films.prefix(LoggedStep.shownFilms) }))
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .items(shown.map { ($0, nil) })
    let names = Dictionary(items.map { ($0.id, $0.name) }) { first, _ in first }
    return steps.map { step in
      LoggedStep(
        step: step, names: step.films.prefix(LoggedStep.shownFilms).compactMap { names[$0] })
    }
  }

  private func reverse(
    _ direction: UndoDirection, _ choice: CollectionStore.StepChoice, force: Bool,
    in context: CommandContext
  ) async throws -> UndoOutcome {
    _ = try await database.openForReading()
    guard try await database.hasCollection() else { throw StoreError.nothingToReverse(direction) }
    let stores = try await database.openForWriting(at: context.now)
    let steps = try await stores.collection.reverse(
      direction, choice, command: context.line, at: context.now, force: force)
    if steps.contains(where: \.changesIdentity) { await services.lookup.forget() }
    var seen: Set<FilmID> = []
    let films = steps.flatMap { $0.step.films + $0.changes.compactMap(\.film) }
      .filter { seen.insert($0).inserted }
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .items(films.map { ($0, nil) })
    let wanted = if case .newest(let count) = choice { count } else { 1 }
    return UndoOutcome(
      steps: steps, items: items, missing: wanted - steps.count)
  }
}
