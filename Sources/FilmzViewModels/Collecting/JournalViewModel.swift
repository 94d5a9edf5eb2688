package import FilmzDomain
import FilmzServices
import FilmzStore
package import Foundation

/// The result of undo or redo.
package struct UndoOutcome: Sendable {
  /// The steps in the order in which they were undone or redone.
  package let steps: [ReversedStep]
  /// The current state of the films of these steps.
  package let items: [FilmItem]
  /// The captions of these films, by all ids that the steps use for them.
  package let filmNames: [FilmID: String]
  /// The current names of all lists.
  package let listNames: ListNames
  /// The number of requested steps that do not exist.
  package let missingStepCount: Int
  /// The reasons why other steps were not undone or redone.
  package let refusals: [any UserFacingError]
}

/// A step of the journal as it is listed.
package struct LoggedStep: Sendable {
  static let maximumFilmNames = 3

  /// The step without its hidden films.
  package let step: JournalStep
  /// The names of the first ``maximumFilmNames`` films.
  package let filmNames: [String]
  /// The number of hidden films that were left out.
  package var hidden = 0
  /// The name of the machine that made the step; `nil` if only the steps of this machine are listed.
  package var machine: String?
}

extension LoggedStep {
  fileprivate init(_ step: JournalStep, names: [FilmID: String], hiding hiddenFilms: Set<FilmID>) {
    let shownStep = step.hiding(hiddenFilms)
    self.init(
      step: shownStep, filmNames: shownStep.films.prefix(Self.maximumFilmNames).compactMap { names[$0] },
      hidden: step.films.count - shownStep.films.count)
  }
}

/// Undoes and redoes steps of the journal, and lists them.
package struct JournalViewModel: ViewModel {
  let viewModels: ViewModels

  /// Undoes the `count` newest steps that changed something or, if `count` is `nil`, the last step.
  ///
  /// - Throws: ``StoreError/nothingToReverse(_:elsewhere:)``,
  ///   ``StoreError/changedSince(command:data:film:)`` unless forced,
  ///   ``StoreError/unknownStep(_:command:)``; nothing is changed then.
  package func undo(_ count: Int?, force: Bool, in context: CommandContext) async throws -> UndoOutcome {
    do {
      return try await reverse(.undo, count.map { .newest($0) } ?? .last, force: force, in: context)
    } catch StoreError.nothingToReverse {
      let machines = try await viewModels.sync.machineNames()
      let newest = try await stepsToUndo(nil, from: machines).first
      let step = newest.map { ForeignStep(command: $0.step.command, machine: $0.machine ?? "another machine") }
      throw StoreError.nothingToReverse(.undo, elsewhere: step)
    }
  }

  /// Undoes one step, even if there are newer ones.
  ///
  /// - Throws: The errors of ``undo(_:force:in:)`` without force.
  @discardableResult
  package func undo(step: UUID, in context: CommandContext) async throws -> UndoOutcome {
    try await reverse(.undo, .step(step.uuidString), force: false, in: context)
  }

  /// Redoes the `count` steps that were undone last and changed something or, if `count` is `nil`, the step that was
  /// undone last.
  ///
  /// - Throws: The errors of ``undo(_:force:in:)``.
  package func redo(_ count: Int?, force: Bool, in context: CommandContext) async throws -> UndoOutcome {
    try await reverse(.redo, count.map { .newest($0) } ?? .last, force: force, in: context)
  }

  /// Returns the steps of the journal, newest first, each with the names of its first films.
  ///
  /// `limit` is the maximum number of steps, `nil` for no limit. With `machines`, the names of all machines by their
  /// installation ids, the steps of all machines are listed, otherwise only those of this machine.
  package func log(limit: Int?, from machines: [String: String]? = nil) async throws -> [LoggedStep] {
    try await log(limit: limit, from: machines, leavesOutUndone: false, leavesOutUnchanged: false)
  }

  /// Returns the steps of ``log(limit:from:)`` that ``undo(_:force:in:)`` would undo.
  package func stepsToUndo(_ count: Int?, from machines: [String: String]? = nil) async throws -> [LoggedStep] {
    try await log(limit: count ?? 1, from: machines, leavesOutUndone: true, leavesOutUnchanged: count != nil)
  }

  private func log(
    limit: Int?, from machines: [String: String]?, leavesOutUndone: Bool, leavesOutUnchanged: Bool
  ) async throws -> [LoggedStep] {
    let collection = try await database.openForReading().collection
    let steps = try await collection.log(
      limit: limit, ofAllInstallations: machines != nil, leavesOutUndone: leavesOutUndone,
      leavesOutUnchanged: leavesOutUnchanged)
    let hiddenFilms = !collection.hidesFilms ? [] : try await assembler.hiddenFilms(among: Set(steps.flatMap(\.films)))
    let namedIDs = Set(
      steps.flatMap { step in step.films.lazy.filter { !hiddenFilms.contains($0) }.prefix(LoggedStep.maximumFilmNames) }
    )
    let items = try await assembler.items(namedIDs.map { ($0, nil) })
    let captions = try await removedFilms(items)
    let names = Dictionary(items.map { ($0.id, captions[$0.id]?.title ?? $0.name) }) { first, _ in first }
    return steps.map { step in
      var logged = LoggedStep(step, names: names, hiding: hiddenFilms)
      logged.machine = machines.map { $0[step.installation] ?? String(step.installation.prefix(8)) }
      return logged
    }
  }

  private func reverse(
    _ direction: UndoDirection, _ choice: CollectionStore.StepChoice, force: Bool, in context: CommandContext
  ) async throws -> UndoOutcome {
    // Throws an error if the collection is lost or unusable. A collection that never existed has no steps.
    _ = try await database.openForReading()
    guard try await database.hasCollection() else { throw StoreError.nothingToReverse(direction) }
    let stores = try await database.openForWriting(at: context.now)
    let steps: [ReversedStep]
    var refusals: [StoreError]
    do {
      (steps, refusals) = try await stores.collection.reverse(
        direction, choice, command: context.line, at: context.now, force: force)
    } catch let error as StoreError {
      throw try await namingFilm(of: error)
    }
    for index in refusals.indices { refusals[index] = try await namingFilm(of: refusals[index]) }
    let aliases = steps.flatMap(\.changedAliases)
    if !aliases.isEmpty { await services.lookup.forgetFacts(under: aliases) }
    var uniqueIDs: Set<FilmID> = []
    let films = steps.flatMap { $0.step.films + $0.changes.compactMap(\.film) }.filter { uniqueIDs.insert($0).inserted }
    let items = try await assembler.items(films.map { ($0, nil) })
    let captions = steps.recordedCaptions(of: Set(items.filter { $0.title == nil }.map(\.id)))
      .merging(try await removedFilms(items)) { first, _ in first }
    // Each film under the ids of the steps and under its canonical id; recorded captions have precedence.
    let names = captions.map { ($0, $1.text) } + zip(films, items.map(\.caption)) + items.map { ($0.id, $0.caption) }
    var uniqueItemIDs: Set<FilmID> = []
    let requestedCount = if case .newest(let count) = choice { count } else { 1 }
    return UndoOutcome(
      steps: steps, items: items.filter { uniqueItemIDs.insert($0.id).inserted },
      filmNames: Dictionary(names) { first, _ in first }, listNames: try await stores.collection.listNames(),
      missingStepCount: requestedCount - steps.count - refusals.count, refusals: refusals)
  }
}

extension JournalViewModel {
  /// Returns the titles and years of those films that have been removed, and had no other facts.
  private func removedFilms(_ items: [FilmItem]) async throws -> [FilmID: Caption] {
    let ids = items.filter { $0.id.isNamed && $0.title == nil }.map(\.id)
    return try await database.openForReading().collection.recordedCaptions(of: ids)
  }

  /// Returns the error with the title of its film instead of the film's id, if the title is known; under the kids
  /// filter, without the film.
  private func namingFilm(of error: StoreError) async throws -> StoreError {
    guard try await !database.openForReading().collection.hidesFilms else { return error.withoutFilm }
    guard case .changedSince(let command, let data, let film) = error, let id = FilmID(film) else { return error }
    let items = try? await assembler.items([(id, nil)])
    return .changedSince(command: command, data: data, film: items?.first?.title ?? film)
  }
}

extension [ReversedStep] {
  /// Returns captions of films from the own and imported records that the steps changed; films whose title is in no
  /// such record are left out.
  fileprivate func recordedCaptions(of films: Set<FilmID>) -> [FilmID: Caption] {
    guard !films.isEmpty else { return [:] }
    var captions: [FilmID: Caption] = [:]
    for change in lazy.flatMap(\.changes) {
      guard let film = change.film, films.contains(film), captions[film] == nil else { continue }
      switch change.change.subject.kind {
      case .record: captions[film] = change.change.captionOfOwnRecord
      case .importedRecord: captions[film] = change.change.captionOfImportedRecord
      default: break
      }
    }
    return captions
  }
}

extension Change {
  fileprivate var captionOfOwnRecord: Caption? {
    func fact(_ field: RecordField) -> OwnFact? {
      let change = fields[field.rawValue]
      return [change?.old, change?.new].compactMap { $0?.text.flatMap(OwnFact.init(json:)) }.first
    }
    guard case .text(let title) = fact(.title) else { return nil }
    return Caption(title: title, year: fact(.year).flatMap { Int($0.description) })
  }

  fileprivate var captionOfImportedRecord: Caption? {
    let film = FilmID(unchecked: subject.id)
    return [fields["facts"]?.old, fields["facts"]?.new].lazy.compactMap { $0?.text }
      .compactMap { ImportedRecord(film: film, source: .mflix, json: $0)?.facts }
      .first.map { Caption(title: $0.title, year: $0.year) }
  }
}

extension JournalStep {
  /// The command without its arguments, which may name a hidden film.
  package var commandWithoutArguments: String { Self.withoutArguments(command) }

  fileprivate static func withoutArguments(_ command: String) -> String {
    String(command.prefix { !$0.isWhitespace }) + " …"
  }

  /// Returns the step without the given films and, if the step has any of these films, without the arguments of its
  /// command.
  fileprivate func hiding(_ hiddenFilms: Set<FilmID>) -> JournalStep {
    guard films.contains(where: hiddenFilms.contains) else { return self }
    var step = JournalStep(
      id: id, number: number, installation: installation, madeAt: madeAt, command: commandWithoutArguments,
      films: films.filter { !hiddenFilms.contains($0) }, isUndone: isUndone)
    step.undoCount = undoCount
    step.changedNothing = changedNothing
    return step
  }
}

extension StoreError {
  /// The error without the names of films and without the arguments of commands.
  fileprivate var withoutFilm: StoreError {
    switch self {
    case .changedSince(let command, let data, _):
      .changedSince(command: JournalStep.withoutArguments(command), data: data, film: "a film")
    case .unknownStep(let direction, let command):
      .unknownStep(direction, command: JournalStep.withoutArguments(command))
    default: self
    }
  }
}
