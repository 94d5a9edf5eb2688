package import FilmzDomain
package import FilmzServices
package import FilmzStore
import Foundation

/// The result of undo or redo.
package struct UndoOutcome: Sendable {
  /// The steps in the order in which they were undone or redone.
  package let steps: [ReversedStep]
  /// The films of these steps, as they are now.
  package let items: [FilmItem]
  /// The names of all lists, as they are now.
  package let listNames: ListNames
  /// The requested number of steps minus the number of steps that could be undone or redone.
  package let missingStepCount: Int
}

/// A step of the journal with the names of its first films.
package struct LoggedStep: Sendable {
  static let maximumFilmNames = 3

  package let step: JournalStep
  package let filmNames: [String]
}

/// Undoes and redoes steps of the journal, and lists them.
package struct JournalViewModel: Sendable {
  private let services: FilmServices
  private let database: CollectionDatabase

  package init(services: FilmServices, database: CollectionDatabase) {
    self.services = services
    self.database = database
  }

  /// Undoes the newest steps.
  ///
  /// - Throws: ``StoreError/nothingToReverse(_:)``,
  ///   ``StoreError/changedSince(command:data:film:)`` unless forced,
  ///   ``StoreError/unknownStep(command:)``; nothing is changed then.
  package func undo(
    _ count: Int, force: Bool, in context: CommandContext
  ) async throws -> UndoOutcome {
    try await reverse(.undo, .newest(count), force: force, in: context)
  }

  /// Undoes one step, even if there are newer ones.
  ///
  /// - Throws: The errors of ``undo(_:force:in:)`` without force.
  func undo(step: UUID, in context: CommandContext) async throws {
    _ = try await reverse(.undo, .step(step.uuidString), force: false, in: context)
  }

  /// Redoes the steps that were undone last.
  ///
  /// - Throws: The errors of ``undo(_:force:in:)``.
  package func redo(
    _ count: Int, force: Bool, in context: CommandContext
  ) async throws -> UndoOutcome {
    try await reverse(.redo, .newest(count), force: force, in: context)
  }

  /// Returns the steps of the journal, newest first, each with the names of its first films.
  package func log(limit: Int?) async throws -> [LoggedStep] {
    let steps = try await database.openForReading().collection.log(limit: limit)
    let shownIDs = Array(Set(steps.flatMap { $0.films.prefix(LoggedStep.maximumFilmNames) }))
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .items(shownIDs.map { ($0, nil) })
    let names = Dictionary(items.map { ($0.id, $0.name) }) { first, _ in first }
    return steps.map { step in
      LoggedStep(
        step: step,
        filmNames: step.films.prefix(LoggedStep.maximumFilmNames).compactMap { names[$0] })
    }
  }

  /// Returns at most `count` steps that are not undone, newest first.
  ///
  /// Steps that were undone by this session are among the newest ones; at most 100 of them are passed over.
  package func newestEffectiveSteps(_ count: Int) async throws -> [LoggedStep] {
    let (limit, hasOverflow) = count.addingReportingOverflow(100)
    let steps = try await log(limit: hasOverflow ? nil : limit)
    return Array(steps.filter { !$0.step.isUndone }.prefix(count))
  }

  private func reverse(
    _ direction: UndoDirection, _ choice: CollectionStore.StepChoice, force: Bool,
    in context: CommandContext
  ) async throws -> UndoOutcome {
    // Throws if the collection is lost or unusable. A collection that never existed has no steps.
    _ = try await database.openForReading()
    guard try await database.hasCollection() else { throw StoreError.nothingToReverse(direction) }
    let stores = try await database.openForWriting(at: context.now)
    let steps = try await stores.collection.reverse(
      direction, choice, command: context.line, at: context.now, force: force)
    let aliases = steps.flatMap(\.changedAliases)
    if !aliases.isEmpty { await services.lookup.forgetFacts(under: aliases) }
    var seenIDs: Set<FilmID> = []
    let films = steps.flatMap { $0.step.films + $0.changes.compactMap(\.film) }
      .filter { seenIDs.insert($0).inserted }
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .items(films.map { ($0, nil) })
    let requestedCount = if case .newest(let count) = choice { count } else { 1 }
    return UndoOutcome(
      steps: steps, items: items, listNames: try await stores.collection.listNames(),
      missingStepCount: requestedCount - steps.count)
  }
}
