import FilmzDomain
import FilmzViewModels

extension Command {
  /// The `record` command, which groups the commands for the user's own records of films.
  static let record = Command(
    "record", "Correct the facts of films, or enter films that no source knows.",
    details: """
      Your facts replace those of all sources, field by field; `show` marks them. `record edit` changes \
      facts, `record revert` removes yours.

      The fields are \(RecordArguments.fieldNames). A value extends to the next FIELD=; `none` states that \
      there is none. Lists are separated by commas.
      """,
    examples: [
      "record",
      "record new title=Summer in Graz year=2019 --add",
      "record edit heat year=1996",
      "record revert heat",
    ],
    subcommands: [
      RecordListCommand.command, RecordNewCommand.command, RecordEditCommand.command,
      RecordRevertCommand.command, RecordRemoveCommand.command,
    ])
}

/// The `record ls` command, which lists the films with own records.
struct RecordListCommand: ShellCommand {
  static let command = Command(
    of: RecordListCommand.self, "record ls", "List the films with facts of your own.",
    details: "The films become the result set.", examples: ["record ls", "record ls --limit 20"])

  static let arguments: [Argument<Self>] = Argument.group(\.pages)

  var pages = PageOptions()

  func run(in session: Session) async throws -> Output {
    let resultPage = try await session.viewModels.records.list(
      page: pages.number, pageSize: await session.pageSize(pages), in: session.context)
    let hint = "You have no records. `record edit` corrects a film, `record new` enters one."
    return .page(resultPage, notice: resultPage.total == 0 ? hint : nil, replacesResults: true)
  }
}

/// The `record new` command, which makes an own record of a film.
struct RecordNewCommand: ShellCommand {
  static let command = Command(
    of: RecordNewCommand.self, "record new", "Enter a film.",
    usage: """
      record new [id=<id>] title=<title> year=<year> [<field>=<value> ...] [--add]
      record new [--add]
      """,
    details: """
      The film gets an id of its own, or the one of IMDb or TMDB that you give. Without type=, an own film \
      is a movie. If a film of this title and year is known, filmz asks first. Without fields, you enter them in \
      $EDITOR.

      The fields are \(RecordArguments.fieldNames).
      """,
    examples: [
      "record new title=Summer in Graz year=2019",
      #"record new title="Summer in Graz" year=2019 directors=Ines Moser, Karl Lang --add"#,
      "record new id=tt9999999 title=Unknown year=1931",
    ])

  static let arguments: [Argument<Self>] = [
    .positionals(\.words, as: "field=value", kind: .recordField, "A field and its value."),
    .flag("--add", \.adds, "Also add the film to the collection."),
  ]

  var words: [Word] = []
  var adds = false

  func run(in session: Session) async throws -> Output {
    let verb = Self.command.name
    let arguments = try RecordArguments(words, verb: verb, acceptsID: true, latestYear: session.latestRecordYear)
    if let word = arguments.targets.first {
      throw CommandError.wrongUsage("\"\(word.text)\" is not FIELD=VALUE", verb: verb)
    }
    guard words.isEmpty, let edit = session.host.edit else {
      return try await make(arguments.facts, arguments.id, in: session)
    }
    let form = RecordForm(
      film: Film(id: FilmID(imdbNumber: 0), title: "", origin: .own), ownFields: [],
      latestYear: session.latestRecordYear, requiredFields: [.title, .year])
    return try await session.fill(form, with: edit, verb: verb) { facts, _ in
      facts.isEmpty ? .nothingChanged : try await make(facts, nil, in: session)
    }
  }

  /// Makes the record of a film with these facts, after questions if the film may be known.
  private func make(_ facts: [RecordField: OwnFact], _ id: FilmID?, in session: Session) async throws -> Output {
    let verb = Self.command.name
    var facts = facts
    guard case .text(let title) = facts[.title] else { throw CommandError.missingArgument("title=", verb: verb) }
    guard case .integer(let year) = facts[.year] else { throw CommandError.missingArgument("year=", verb: verb) }
    let knownFilm: Film? =
      if let id { try await session.viewModels.records.knownFilm(id) } else { nil }
    if knownFilm == nil, facts[.type] == nil { facts[.type] = .text(MediaType.movie.rawValue) }
    let namesakes = try await session.viewModels.records.knownFilms(titled: title, year: Int(year))
      .filter { $0.id != id }.map { "\($0.caption) \($0.id)" }
    guard try await Self.confirm(knownFilm, namesakes, in: session) else { return .nothingChanged }
    let item = try await session.viewModels.records.make(
      facts, id: id, addsToCollection: adds, in: session.context)
    let text =
      "Entered \(item.captionInSentence)" + (adds ? " and added it to the collection" : "")
      + (item.isHidden ? "; " + hiddenText("it is") : "")
    return Output(.changes(.films([item])), notice: text)
  }

  /// Asks whether to make the record if other films of its title and year are known, or a film with its id.
  private static func confirm(_ knownFilm: Film?, _ namesakes: [String], in session: Session) async throws -> Bool {
    if !namesakes.isEmpty {
      let verb = namesakes.count == 1 ? "is" : "are"
      let text = "\(namesakes.joinedWithAnd) \(verb) known already"
      let question = "\(text); enter another film?"
      guard try await session.confirm(question, action: "\(text); `record new`") else { return false }
    }
    guard let knownFilm else { return true }
    let text = "\(knownFilm.id) is \(knownFilm.caption)"
    return try await session.confirm("\(text); enter facts of your own for it?", action: "\(text); `record new`")
  }
}

/// The `record revert` command, which removes own facts of films.
struct RecordRevertCommand: ShellCommand {
  static let command = Command(
    of: RecordRevertCommand.self, "record revert", "Remove your own facts.",
    usage: "record revert [<target>] [<field> ...]",
    details: "Without fields, all your facts are removed, and those of the sources are shown again.",
    examples: ["record revert", "record revert heat", "record revert heat year genres"])

  static let arguments: [Argument<Self>] = [.films(\.words, or: .recordFieldName)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    var targets = words
    var fields: Set<RecordField> = []
    while let word = targets.last, !word.isQuoted, let field = RecordField(named: word.text) {
      fields.insert(field)
      targets.removeLast()
    }
    let item = try await session.film(targets, for: .changing, task: "record revert", verb: Self.command.name)
    let (film, own) = try await session.viewModels.records.film(item)
    guard !own.isEmpty else { return .unchanged("\(item.captionInSentence) has no facts of yours") }
    let reverted = fields.isEmpty ? Set(own.keys) : fields.intersection(own.keys)
    guard reverted.isDisjoint(with: film.fieldsOnlyOwn) else {
      throw Self.wrongUsage("no source knows \(item.caption); `record rm` removes it")
    }
    guard !reverted.isEmpty else {
      let names = RecordField.allCases.filter(fields.contains).map(\.rawValue).joinedWithAnd
      return .unchanged("You have not entered the \(names) of \(item.captionInSentence)")
    }
    let edit = try await session.viewModels.records.edit([:], reverting: reverted, of: item, in: session.context)
    return Output.record(edit, verb: "Took back facts of")
  }
}

/// The `record rm` command, which removes a film that the user entered, or an imported record.
struct RecordRemoveCommand: ShellCommand {
  static let command = Command(
    of: RecordRemoveCommand.self, "record rm", "Remove a film that you entered or imported.",
    details: """
      Also removes it from the collection and your lists, and the comments on it that are yours or imported. Of a \
      film with an id of IMDb or TMDB, only an imported record is removed; `record revert` removes your facts. \
      Importing the file again leaves out what was removed, unless --again is given. Asks for confirmation unless \
      --yes is given.
      """, examples: ["record rm", #"record rm "Summer in Graz" --yes"#])

  static let arguments: [Argument<Self>] = [.films(\.words)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let verb = Self.command.name
    let item = try await session.film(words, for: .changing, task: verb, verb: verb)
    let (film, own) = try await session.viewModels.records.film(item)
    guard (film.origin == .own && !item.id.isNamed) || item.id.isOwn else {
      guard film.hasImportedFacts || film.origin == .mflix else {
        throw CommandError.wrongUsage(
          "\(item.caption) is not a film that you entered or imported"
            + (own.isEmpty ? "" : "; `record revert` removes your facts"), verb: verb)
      }
      return try await removeImported(item, in: session)
    }
    let lists = try await session.viewModels.lists.names(ofListsWith: [item])
    let comments = item.commentCount == 0 ? "" : " and the comments on it"
    let question = RemoveCommand.question([item], lists: lists).dropLast() + comments + "?"
    guard try await session.confirm(String(question), action: verb) else { return .unchanged("Nothing was removed.") }
    try await session.viewModels.records.remove(item, in: session.context)
    return Output(.changes(.films([item])), notice: "Removed \(item.captionInSentence)")
  }

  /// Removes the imported record of a film that sources may know; the film and the user's facts stay.
  private func removeImported(_ item: FilmItem, in session: Session) async throws -> Output {
    let question = "Remove the imported record of \(item.caption)?"
    guard try await session.confirm(question, action: Self.command.name) else {
      return .unchanged("Nothing was removed.")
    }
    try await session.viewModels.records.removeImported(item, in: session.context)
    return Output(.changes(.films([item])), notice: "Removed the imported record of \(item.captionInSentence)")
  }
}

extension Output {
  /// Returns the film of an edit, with a notice that names the changed fields.
  static func record(_ edit: RecordEdit, verb: String) -> Output {
    guard edit.step != nil else { return .unchanged("Nothing changed") }
    let changes = edit.changes.map { change in "\(change.field.rawValue) \(short(change.old)) → \(short(change.new))" }
    return Output(
      .changes(.films([edit.item])),
      notice: "\(verb) \(edit.item.caption)" + (changes.isEmpty ? "" : ": " + changes.joined(separator: "; ")))
  }

  private static func short(_ fact: OwnFact) -> String { fact.description.onOneLine(maximumLength: 60) }
}
