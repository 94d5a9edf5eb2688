import FilmzDomain
import FilmzStore
import FilmzViewModels

/// The `list add` command, which adds films to a list.
struct FilmListAddCommand: ShellCommand {
  static let command = Command(
    of: FilmListAddCommand.self, "list add", "Add films to a list.",
    details: """
      Without films, adds the selected one. A film that is not in the collection is added to the watchlist; \
      a film that is already in the list keeps its place.
      """,
    examples: [
      "list add Noir 1-3", #"list add Noir "The Big Sleep" --at 1"#, #"list add "To lend" tt0068646 --create"#,
    ])

  static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .films(\.words),
    .option("--at", \.place, as: "n", "The place before which the films are inserted."),
    .flag("--create", \.create, "Create the list if there is none of this name."),
  ]

  var name = Word("")
  var words: [Word] = []
  var place: Int?
  var create = false

  func run(in session: Session) async throws -> Output {
    let existingName = try await existingName(in: session)
    let films = try await session.films(words, in: .network, for: .changing)
    let change = try await session.viewModels.lists.add(
      films, to: existingName ?? name.text, before: place, creates: create, in: session.context)
    var output = Output.changed(change) { item in
      change.outcome.placed.contains(item.id)
        ? "Added \(item.captionInSentence) to \(change.quotedName)\(change.placeText(item))" + change.additionText(item)
        : "\(item.captionInSentence) is already in \(change.quotedName)\(change.placeText(item))"
    }
    if existingName == nil { output.messages.insert(.notice("Created the list \(change.quotedName)"), at: 0) }
    return output
  }

  /// Returns the name of the list; `nil` if the list has to be created.
  private func existingName(in session: Session) async throws -> String? {
    do {
      return try await session.listName(name, before: words, verb: "list add")
    } catch StoreError.noSuchList(let name, let near) {
      guard create else { throw CommandError.noListToAddTo(name, near: near) }
      guard self.name.isQuoted || !Target.isStandalone(name) else {
        throw Self.wrongUsage("list add needs the name of the list before the films")
      }
      _ = try FilmList.validName(name)
      return nil
    }
  }
}

/// The `list move` command, which changes the order of a list.
struct FilmListMoveCommand: ShellCommand {
  static let command = Command(
    of: FilmListMoveCommand.self, "list move", "Move films to another place of a list.",
    usage: "list move <name> <from> <to>|end",
    details: """
      The films at a place or a range of places are moved before another place, or to the end. `list show` \
      numbers the places.
      """, examples: ["list move Noir 5 1", #"list move "To lend" 2-4 end"#])

  static let arguments: [Argument<Self>] = [
    .listName(\.name),
    .positional(\.from, as: "from", kind: .number, "The place of the film, or a range."),
    .positional(\.to, as: "to", "The place before which it is moved, or end."),
  ]

  var name = Word("")
  var from = Word("")
  var to = Word("")

  func run(in session: Session) async throws -> Output {
    let places = try places()
    let change = try await session.viewModels.lists.move(
      places, before: try destination(), in: name.text, session.context)
    return .changed(change) { item in
      change.outcome.placed.contains(item.id)
        ? "Moved \(item.caption) in \(change.quotedName)\(placeText(item, in: change))"
        : "\(item.caption) is there already in \(change.quotedName)\(change.placeText(item))"
    }
  }

  private func placeText(_ item: FilmItem, in change: ListChange) -> String {
    change.places[item.id].map { " to place \($0)" } ?? ""
  }

  private func places() throws(CommandError) -> ClosedRange<Int> {
    let numbers = from.text.split(separator: "-", omittingEmptySubsequences: false)
      .map { Int(argument: Word(String($0))) }
    guard let first = numbers.first ?? nil, let last = numbers.last ?? nil, numbers.count <= 2, first <= last
    else { throw Self.wrongUsage("\"\(from.text)\" is not a place or a range such as 3-5") }
    return first...last
  }

  /// Returns the place before which the films are moved; `nil` for the end.
  private func destination() throws(CommandError) -> Int? {
    if to.text.lowercased() == "end" { return nil }
    guard let place = Int(argument: to) else { throw Self.wrongUsage("\"\(to.text)\" is not a place or end") }
    return place
  }
}

/// The `list remove` command, which removes films from a list.
struct FilmListRemoveCommand: ShellCommand {
  static let command = Command(
    of: FilmListRemoveCommand.self, "list remove", "Remove films from a list.",
    details: "The films stay in the collection. Without films, removes the selected one.",
    examples: ["list remove Noir 3", #"list remove "To lend" heat"#])

  static let arguments: [Argument<Self>] = [.listName(\.name), .films(\.words, .collectedFilm)]

  var name = Word("")
  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let list = try await session.listName(name, before: words, verb: "list remove")
    let films = try await session.films(words, in: .collection, for: .changing)
    let change = try await session.viewModels.lists.remove(films, from: list, in: session.context)
    return .changed(change) { "Removed \($0.captionInSentence) from \(change.quotedName)" }
  }
}

extension Session {
  /// Returns the stored name of the list that the first argument of a command names.
  ///
  /// - Parameters:
  ///   - name: The first argument.
  ///   - targets: The other arguments, which name films.
  ///   - verb: The command, for messages.
  /// - Returns: The name as it is stored.
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` with the correct order if the last argument is a list instead;
  ///   ``StoreError/noSuchList(name:near:)``.
  func listName(_ name: Word, before targets: [Word], verb: String) async throws -> String {
    let names = try await viewModels.lists.names()
    if let list = names.id(named: name.text).flatMap(names.name(of:)) { return list }
    guard let last = targets.last, let list = names.id(named: last.text).flatMap(names.name(of:)) else {
      throw StoreError.noSuchList(name: name.text, near: SpellingDistance.names(near: name.text, among: names.all))
    }
    let words = [Word(list, isQuoted: true), name] + targets.dropLast()
    let command = ([verb] + words.map(\.quotedIfNeeded)).joined(separator: " ")
    throw CommandError.wrongUsage("there is no list called \"\(name.text)\"; did you mean `\(command)`?", verb: verb)
  }
}

extension Output {
  /// Returns the output of a change to the films of a list, with a notice for each film.
  static func changed(_ change: ListChange, _ notice: (FilmItem) -> String) -> Output {
    .changed(change.outcome, notice)
  }
}

extension ListChange {
  var quotedName: String { "\"\(name)\"" }

  /// Returns the place of a film, such as ` (place 3)`; empty if the film is not in the list.
  func placeText(_ item: FilmItem) -> String { places[item.id].map { " (place \($0))" } ?? "" }

  /// Returns `, and to your watchlist` if the film was added to the collection; otherwise an empty string.
  ///
  /// The text also says whether the film was skipped before.
  func additionText(_ item: FilmItem) -> String {
    guard outcome.added.contains(item.id) else { return "" }
    return ", and to your watchlist" + (outcome.marksBefore[item.id] == .skipped ? "; it is no longer skipped" : "")
  }
}
