package import FilmzDomain
package import FilmzServices
package import FilmzStore
import Foundation

/// The result of undo or redo.
package struct UndoOutcome: Sendable {
  /// The steps in the order in which they were undone or redone.
  package let steps: [ReversedStep]
  /// The current state of the films of these steps.
  package let items: [FilmItem]
  /// The captions of these films by all ids that the steps have for them.
  package let filmNames: [FilmID: String]
  /// The current names of all lists.
  package let listNames: ListNames
  /// The requested number of steps minus the number of steps that could be undone or redone.
  package let missingStepCount: Int
}

/// A step of the journal with the names of its first films.
package struct LoggedStep: Sendable {
  static let maximumFilmNames = 3

  /// The step without the films that the kids filter hides.
  package let step: JournalStep
  package let filmNames: [String]
  /// The number of films that the kids filter hides.
  package var hidden = 0
  /// The name of the machine that made the step, if the steps of all machines are listed.
  package var from: String?
}

extension LoggedStep {
  fileprivate init(
    _ step: JournalStep, names: [FilmID: String], hiding hiddenFilms: Set<FilmID>
  ) {
    let shownStep = step.hiding(hiddenFilms)
    self.init(
      step: shownStep,
      filmNames: shownStep.films.prefix(Self.maximumFilmNames).compactMap { names[$0] },
      hidden: step.films.count - shownStep.films.count)
  }
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
  ///
  /// `machines` contains the names of all machines by their installations, to list the steps of all; `nil` for those of
  /// this one.
  package func log(limit: Int?, from machines: [String: String]? = nil) async throws -> [LoggedStep]
  {
    let collection = try await database.openForReading().collection
    let steps = try await collection.log(limit: limit, ofAllInstallations: machines != nil)
    let assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    let hiddenFilms =
      collection.kidsFilter == nil
      ? [] : try await assembler.hiddenFilms(among: Set(steps.flatMap(\.films)))
    let namedIDs = Set(
      steps.flatMap { step in
        step.films.lazy.filter { !hiddenFilms.contains($0) }.prefix(LoggedStep.maximumFilmNames)
      })
    let items = try await assembler.items(namedIDs.map { ($0, nil) })
    let names = Dictionary(items.map { ($0.id, $0.name) }) { first, _ in first }
    return steps.map { step in
      var logged = LoggedStep(step, names: names, hiding: hiddenFilms)
      logged.from = machines.map {
        $0[step.installation] ?? String(step.installation.prefix(8))
      }
      return logged
    }
  }

  /// Returns at most `count` steps that are not undone, newest first.
  ///
  /// The newest steps can include steps that this session has undone; at most 100 of these are skipped.
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
    let steps: [ReversedStep]
    do {
      steps = try await stores.collection.reverse(
        direction, choice, command: context.line, at: context.now, force: force)
    } catch let error as StoreError {
      let hasFilter = try await database.openForReading().collection.kidsFilter != nil
      throw hasFilter ? error.withoutFilm : await namingFilm(of: error)
    }
    let aliases = steps.flatMap(\.changedAliases)
    if !aliases.isEmpty { await services.lookup.forgetFacts(under: aliases) }
    var seenIDs: Set<FilmID> = []
    let films = steps.flatMap { $0.step.films + $0.changes.compactMap(\.film) }
      .filter { seenIDs.insert($0).inserted }
    let items = try await FilmItemAssembler(database: database, lookup: services.lookup)
      .items(films.map { ($0, nil) })
    let captions = steps.recordedCaptions(of: Set(items.filter { $0.title == nil }.map(\.id)))
    let names =
      captions.map { ($0, $1.text) } + zip(films, items.map(\.caption))
      + items.map { ($0.id, $0.caption) }
    var seenItems: Set<FilmID> = []
    let requestedCount = if case .newest(let count) = choice { count } else { 1 }
    return UndoOutcome(
      steps: steps, items: items.filter { seenItems.insert($0.id).inserted },
      filmNames: Dictionary(names) { first, _ in first },
      listNames: try await stores.collection.listNames(),
      missingStepCount: requestedCount - steps.count)
  }
}

extension JournalViewModel {
  /// Returns the error with the title of its film instead of the id, if a source has the title.
  private func namingFilm(of error: StoreError) async -> StoreError {
    guard case .changedSince(let command, let data, let film) = error, let id = FilmID(film) else {
      return error
    }
    let items = try? await FilmItemAssembler(database: database, lookup: services.lookup)
      .items([(id, nil)])
    return .changedSince(command: command, data: data, film: items?.first?.title ?? film)
  }
}

extension [ReversedStep] {
  /// Returns the titles and years in changed own and imported records of some films; films without a title in a record
  /// are left out.
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
  /// The command without its arguments, which may name a film that the kids filter hides.
  package var commandWithoutArguments: String { Self.withoutArguments(command) }

  fileprivate static func withoutArguments(_ command: String) -> String {
    String(command.prefix { !$0.isWhitespace }) + " …"
  }

  /// Returns the step without some films and, if it has any of them, without the arguments of its command.
  fileprivate func hiding(_ hiddenFilms: Set<FilmID>) -> JournalStep {
    guard films.contains(where: hiddenFilms.contains) else { return self }
    return JournalStep(
      id: id, number: number, installation: installation, madeAt: madeAt,
      command: commandWithoutArguments,
      films: films.filter { !hiddenFilms.contains($0) }, isUndone: isUndone)
  }
}

extension StoreError {
  /// The error without the names of films and without the arguments of commands.
  fileprivate var withoutFilm: StoreError {
    switch self {
    case .changedSince(let command, let data, _):
      .changedSince(command: JournalStep.withoutArguments(command), data: data, film: "a film")
    case .unknownStep(let command):
      .unknownStep(command: JournalStep.withoutArguments(command))
    default: self
    }
  }
}
